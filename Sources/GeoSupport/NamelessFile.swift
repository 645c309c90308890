/// Files that vanish with their last descriptor, however the program ends.
package enum NamelessFile {
  /// `O_TMPFILE`, a macro that Swift does not import.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Makes one, open for reading and writing.
  ///
  /// - Parameters:
  ///   - folder: whose disk takes the bytes.
  ///   - prefix: what its name begins with for a moment, where the file system knows no files without one.
  /// - Returns: its descriptor; -1 where `errno` says why there is none.
  package static func make(in folder: String, prefix: String) -> Int32 {
    // Never has a name, so that not even a kill at the worst moment leaves it behind.
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
