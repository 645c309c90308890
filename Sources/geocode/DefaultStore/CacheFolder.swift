import GeoConsole
import GeoModel
import GeoSupport

/// The folder of prepared stores.
enum CacheFolder {
  /// Creates the folder and its parents, readable by the user alone.
  ///
  /// - Throws: `ProgramFailure` with `.cannotCreate` that says what to do instead.
  static func create(_ folder: String) throws(ProgramFailure) {
    let code = UserFolders.make(folder)
    guard code == 0 else { throw failure(folder, code) }
    var status = stat()
    guard stat(folder, &status) == 0 else { throw failure(folder, errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw failure(folder, ENOTDIR) }
    // In a shared temporary folder, another user could have created a folder of this name with stores in it.
    guard status.st_uid == geteuid() else { throw failure(folder, EPERM) }
    guard access(folder, W_OK | X_OK) == 0 else { throw failure(folder, errno) }
  }

  /// The most recently used prepared store, whatever its source; nil when there is none.
  static func newestStore(in folder: String) -> String? {
    let stores = FileFolder.names(in: folder).filter(isStore).map { folder + "/" + $0 }
    return stores.max { lastUse(of: $0) < lastUse(of: $1) }
  }

  /// Removes prepared stores that have not been used for a week. Failures do not matter.
  static func removeOldStores(in folder: String, except kept: String) {
    let now = time(nil)
    for name in FileFolder.names(in: folder) where isStore(name) {
      let path = folder + "/" + name
      if path != kept, now - lastUse(of: path) > 7 * 86_400 { unlink(path) }
    }
  }

  private static func isStore(_ name: String) -> Bool { name.hasPrefix("default-") && name.hasSuffix(".sqlite") }

  private static func lastUse(of path: String) -> time_t {
    var status = stat()
    return stat(path, &status) == 0 ? max(status.st_mtim.tv_sec, status.st_atim.tv_sec) : 0
  }

  /// Sixteen hexadecimal digits that change with the default data or the program: a hash of the version and of each
  /// file's name, size, beginning and end.
  ///
  /// The location and date of the files do not matter, so that a clone can be moved. Reading the whole files would take
  /// longer than an answer may. The last block of an extract nearly always changes with the extract's objects.
  ///
  /// - Throws: `ProgramFailure` with `.noInput` when a file is missing.
  static func fingerprint(of data: DefaultData) throws(ProgramFailure) -> String {
    var bytes = Array(productVersion.utf8)
    for path in [data.worldLayer] + data.extracts {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw ProgramFailure(.noInput, "cannot read \(path): \(systemMessage())")
      }
      defer { close(descriptor) }
      let size = Int(lseek(descriptor, 0, SEEK_END))
      bytes += Array("\n\(FileFolder.name(of: path)) \(size)\n".utf8)
      for offset in [0, max(0, size - blockSize)] {
        bytes += [UInt8](unsafeUninitializedCapacity: blockSize) { block, count in
          count = max(0, pread(descriptor, block.baseAddress, blockSize, offset))
        }
      }
    }
    return Hashing.fnv1a(bytes).hexDigits
  }

  /// How many bytes of a file's beginning and end are read.
  private static let blockSize = 4096

  private static func failure(_ folder: String, _ code: Int32) -> ProgramFailure {
    ProgramFailure(
      .cannotCreate,
      "cannot keep the default store in \(folder): \(systemMessage(code)); "
        + "set XDG_CACHE_HOME to a folder you can write to, or name a store with --database")
  }
}

/// A lock between processes, which the system releases when its process ends for any reason.
struct FileLock {
  private let descriptor: Int32

  /// Takes the lock. If it is busy, calls `whenBusy` once and waits.
  ///
  /// - Throws: `ProgramFailure` with `.cannotCreate` when the file cannot be created or locked.
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

  /// Releases the lock.
  func release() { close(descriptor) }

  private static func failure(_ path: String) -> ProgramFailure {
    ProgramFailure(.cannotCreate, "cannot lock \(path): \(systemMessage())")
  }
}
