import GeoSupport

/// What feeds the program's standard input.
enum StandardInput {
  /// Whether something waits there to be read that nobody types: a pipe, a socket, or a file that is not empty.
  static var isFed: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK: return true
    case S_IFREG: return status.st_size > 0
    default: return false
    }
  }
}
