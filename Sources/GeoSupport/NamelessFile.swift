/// Temporary files that disappear with their last descriptor, even if the program is killed.
package enum NamelessFile {
  /// `O_TMPFILE`, a macro that Swift does not import.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Creates a temporary file, open for reading and writing.
  ///
  /// - Parameters:
  ///   - folder: a folder on the disk for the file.
  ///   - prefix: the beginning of its temporary name, on file systems without nameless files.
  /// - Returns: its descriptor; -1 on failure, with `errno` set.
  package static func make(in folder: String, prefix: String) -> Int32 {
    // This file never has a name, so it cannot be left behind even by a kill.
    let descriptor = SystemCall.open(folder, nameless | O_RDWR, mode: 0o600)
    if descriptor >= 0 { return descriptor }
    var name: [CChar] = []
    let named = SystemCall.repeated {
      name = Array("\(folder)/\(prefix)-XXXXXX".utf8CString)
      return mkstemp(&name)
    }
    guard named >= 0 else { return named }
    unlink(name)
    _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    return named
  }
}
