import GeoConsole
import GeoSupport

/// The folder of prepared stores.
enum CacheFolder {
  /// Makes the folder and those above it, readable by its user alone.
  ///
  /// - Throws: `ProgramFailure` with `.cannotCreate` that says what to do instead.
  static func create(_ folder: String) throws(ProgramFailure) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) != 0, errno != EEXIST, errno != EISDIR, access(path, F_OK) != 0 {
        throw failure(folder, errno)
      }
    }
    var status = stat()
    guard stat(folder, &status) == 0 else { throw failure(folder, errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw failure(folder, ENOTDIR) }
    // In a shared temporary folder somebody else could have put a folder of that name, and stores of theirs in it.
    guard status.st_uid == geteuid() else { throw failure(folder, EPERM) }
    guard access(folder, W_OK | X_OK) == 0 else { throw failure(folder, errno) }
  }

  /// Removes prepared stores that have not been used by this data for a month; failures do not matter.
  static func removeOldStores(in folder: String, except kept: String) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    let now = time(nil)
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let path = folder + "/" + name
      var status = stat()
      guard name.hasPrefix("default-"), path != kept, stat(path, &status) == 0 else { continue }
      if now - max(status.st_mtim.tv_sec, status.st_atim.tv_sec) > 30 * 86_400 { unlink(path) }
    }
  }

  private static func failure(_ folder: String, _ code: Int32) -> ProgramFailure {
    ProgramFailure(
      .cannotCreate,
      "cannot keep the default store in \(folder): \(String(cString: strerror(code))); "
        + "set XDG_CACHE_HOME to a folder you can write to, or name a store with --database")
  }
}
