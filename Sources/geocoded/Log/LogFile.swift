import GeoSupport

/// The file for standard error of a daemon in the background. Its size is limited, because a daemon that runs for years
/// must not fill the disk.
///
/// 1. A long file is renamed to `FILE.1`, replacing an earlier one, and a new file begins.
/// 2. A new file also begins if the file was moved or removed, as programs that rotate logs do.
struct LogFile: Sendable {
  /// The length in bytes from which a new file begins.
  private static let largestLength = 8 << 20

  private let path: String

  /// A file that standard error already writes to.
  init(path: String) { self.path = path }

  /// Begins a new file if needed. If that fails, the old one stays in use.
  func turn() {
    var (open, named) = (stat(), stat())
    guard fstat(STDERR_FILENO, &open) == 0, open.st_mode & S_IFMT == S_IFREG else { return }
    let isThere = stat(path, &named) == 0 && named.st_ino == open.st_ino && named.st_dev == open.st_dev
    if isThere {
      guard open.st_size >= LogFile.largestLength, rename(path, path + ".1") == 0 else { return }
    }
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    // Messages of the Swift runtime when a process traps go to both.
    for stream in [STDOUT_FILENO, STDERR_FILENO] { dup2(descriptor, stream) }
    close(descriptor)
  }
}
