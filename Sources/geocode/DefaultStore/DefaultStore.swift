import GeoConsole

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The store that is made once from the default data and kept in the user's cache folder.
///
/// 1. Its name carries a fingerprint of what it is made from, so new data or a new format make a new store.
/// 2. If it is there, it is used.
/// 3. Otherwise one process at a time makes it, under a lock; the others wait and find it made.
/// 4. The import writes a temporary file and renames it: a store of that name is always whole.
struct DefaultStore {
  let data: DefaultData
  /// The cache folder.
  let folder: String

  /// The path of the default store, made first if need be.
  ///
  /// - Throws: `ProgramFailure` that says what is missing or not writable and what to do.
  static func ready(isQuiet: Bool) throws -> String {
    let store = DefaultStore(data: try DefaultData.find(), folder: UserFolders().cache)
    let path = try store.path
    if access(path, R_OK) != 0 { try store.prepare(at: path, isQuiet: isQuiet) }
    return path
  }

  /// Where the store lies, whether it has been made or not.
  var path: String {
    get throws(ProgramFailure) { "\(folder)/default-\(try Fingerprint(data).text).sqlite" }
  }

  private func prepare(at path: String, isQuiet: Bool) throws {
    try CacheFolder.create(folder)
    let lock = try FileLock(path: folder + "/prepare.lock") {
      if !isQuiet { StandardError.writeLine("Waiting for another geocode that is preparing the default store.") }
    }
    defer { lock.release() }
    // Another process may have made it while this one waited.
    guard access(path, R_OK) != 0 else { return }
    if !isQuiet { StandardError.writeLine("Preparing the default store, once: \(path)") }
    try DefaultImport(data: data, isQuiet: isQuiet).run(output: path)
    CacheFolder.removeOldStores(in: folder, except: path)
  }
}
