import GeoConsole
import GeoEngine
import GeoStore

/// The store that is made once from the default data and kept in the user's cache folder.
///
/// 1. Its name carries a fingerprint of what it is made from, so new data or a new format make a new store.
/// 2. If it is there and can be opened, it is used.
/// 3. Otherwise one process at a time makes it, under a lock; the others wait and find it made.
/// 4. The import writes a temporary file and renames it: a store of that name is always whole.
struct DefaultStore {
  let data: DefaultData
  /// The cache folder.
  let folder: String

  /// The default store of this user and program, made or not.
  ///
  /// - Throws: `ProgramFailure` with `.noInput` when the default data is missing.
  static func find() throws(ProgramFailure) -> DefaultStore {
    DefaultStore(data: try DefaultData.find(), folder: UserFolders().cache)
  }

  /// The path of the default store, which is made first if it is not there or cannot be used.
  ///
  /// - Throws: `ProgramFailure` that says what is missing or not writable and what to do.
  static func ready(isQuiet: Bool) throws -> String {
    let store = try find()
    if !(try store.isUsable) { try store.prepare(isQuiet: isQuiet) }
    return try store.path
  }

  /// Opens the default store for one question, without looking at it twice when it is good.
  static func open(isQuiet: Bool) throws -> StoreAnswers {
    let store = try find()
    do { return try StoreAnswers(path: try store.path) } catch is StoreError {
      try store.prepare(isQuiet: isQuiet)
      return try StoreAnswers(path: try store.path)
    }
  }

  /// Where the store lies, whether it has been made or not.
  var path: String {
    get throws(ProgramFailure) { "\(folder)/default-\(try Fingerprint(data).text).sqlite" }
  }

  /// Whether the store is there, whole and of this format.
  private var isUsable: Bool {
    get throws { (try? PlacemarkEngine(database: try path)) != nil }
  }

  private func prepare(isQuiet: Bool) throws {
    let path = try path
    try CacheFolder.create(folder)
    let lock = try FileLock(path: folder + "/prepare.lock") {
      if !isQuiet { StandardError.writeLine("Waiting for another geocode that is preparing the default store.") }
    }
    defer { lock.release() }
    // Another process may have made it while this one waited.
    guard !(try isUsable) else { return }
    if !isQuiet { StandardError.writeLine("Preparing the default store, once: \(path)") }
    try DefaultImport(data: data, isQuiet: isQuiet).run(output: path)
    CacheFolder.removeOldStores(in: folder, except: path)
  }
}
