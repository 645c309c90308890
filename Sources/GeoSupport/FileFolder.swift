/// The folder that a file is in, by the file's path, and whether a file can be made there.
package enum FileFolder {
  /// The folder's path: `.` for a mere name, `/` at the top.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The file that a path leads to: behind symbolic links, so that what is renamed takes the place of the file and not of a link. The path
  /// itself where there is no file.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
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
