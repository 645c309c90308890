/// The folder that a file is in, by the file's path, and whether a file can be made there.
package enum FileFolder {
  /// The folder's path: `.` for a mere name, `/` at the top.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// What keeps files from being made at a path, as far as the folder tells, and what to do, to be put behind "cannot be written: "; nil when
  /// the folder is there and open for this process.
  package static func obstacle(to path: String) -> String? {
    let folder = folder(of: path)
    var status = stat()
    guard stat(folder, &status) == 0 else { return "there is no folder \(folder); create it first" }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "\(folder) is not a folder" }
    guard access(folder, W_OK | X_OK) == 0 else {
      return "no permission to write to the folder \(folder); choose another one"
    }
    return nil
  }
}
