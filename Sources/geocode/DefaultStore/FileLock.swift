import GeoConsole
import GeoSupport

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
