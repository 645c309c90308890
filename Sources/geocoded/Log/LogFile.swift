import GeoSupport

/// The file that standard error of a daemon in the background leads to, kept short: a daemon that runs for years must not fill the disk.
///
/// 1. When the file is long it becomes `FILE.1`, in place of an earlier one, and a new one is begun.
/// 2. A new one is begun as well when somebody has moved the file away or removed it, as programs that rotate logs do.
struct LogFile: Sendable {
  /// Bytes from which on a new file is begun.
  private static let largestLength = 8 << 20

  private let path: String

  /// A file that standard error leads to already.
  init(path: String) { self.path = path }

  /// Begins a new file if it is time to. Where that fails, the old one is written on.
  func turn() {
    var (open, named) = (stat(), stat())
    guard fstat(STDERR_FILENO, &open) == 0, open.st_mode & S_IFMT == S_IFREG else { return }
    let isThere = stat(path, &named) == 0 && named.st_ino == open.st_ino && named.st_dev == open.st_dev
    if isThere {
      guard open.st_size >= LogFile.largestLength, rename(path, path + ".1") == 0 else { return }
    }
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    // What the runtime says at the end of a process that traps goes to both.
    for stream in [STDOUT_FILENO, STDERR_FILENO] { dup2(descriptor, stream) }
    close(descriptor)
  }
}
