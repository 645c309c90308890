import GeoConsole
import GeoModel
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
    // In a shared temporary folder somebody else could have made a folder of that name, with stores of their own in it.
    guard status.st_uid == geteuid() else { throw failure(folder, EPERM) }
    guard access(folder, W_OK | X_OK) == 0 else { throw failure(folder, errno) }
  }

  /// Removes prepared stores that nobody has used for a month; failures do not matter.
  static func removeOldStores(in folder: String, except kept: String) {
    let now = time(nil)
    for name in DefaultData.names(in: folder) {
      let path = folder + "/" + name
      var status = stat()
      guard name.hasPrefix("default-"), path != kept, stat(path, &status) == 0 else { continue }
      if now - max(status.st_mtim.tv_sec, status.st_atim.tv_sec) > 30 * 86_400 { unlink(path) }
    }
  }

  /// Sixteen hexadecimal digits that change when the default data or the program that reads it does: a hash of the version and of each
  /// file's path, size and time of change. Reading the files themselves would take longer than an answer may.
  ///
  /// - Throws: `ProgramFailure` with `.noInput` when a file has gone.
  static func fingerprint(of data: DefaultData) throws(ProgramFailure) -> String {
    var text = productVersion
    for path in [data.worldLayer] + data.extracts {
      var status = stat()
      guard stat(path, &status) == 0 else {
        throw ProgramFailure(.noInput, "cannot read \(path): \(String(cString: strerror(errno)))")
      }
      text += "\n\(path) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }
    let digits = String(Hashing.fnv1a(text.utf8), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func failure(_ folder: String, _ code: Int32) -> ProgramFailure {
    ProgramFailure(
      .cannotCreate,
      "cannot keep the default store in \(folder): \(String(cString: strerror(code))); "
        + "set XDG_CACHE_HOME to a folder you can write to, or name a store with --database")
  }
}

/// A lock between processes. The system releases it when its process ends, however that happens.
struct FileLock {
  private let descriptor: Int32

  /// Takes the lock, and waits for it after calling `whenBusy` once.
  ///
  /// - Throws: `ProgramFailure` with `.cannotCreate` when the file cannot be made or locked.
  init(path: String, whenBusy: () -> Void) throws(ProgramFailure) {
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
    guard errno == EWOULDBLOCK else { throw Self.failure(path) }
    whenBusy()
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Self.failure(path) }
    }
  }

  /// Lets the next process in.
  func release() { close(descriptor) }

  private static func failure(_ path: String) -> ProgramFailure {
    ProgramFailure(.cannotCreate, "cannot lock \(path): \(String(cString: strerror(errno)))")
  }
}
