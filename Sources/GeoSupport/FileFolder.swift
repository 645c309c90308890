/// Paths of files and of the folders that they are in.
package enum FileFolder {
  /// The folder's path: `.` for a mere name, `/` at the top.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path: the file's name.
  package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether two folders are on one disk; not where one of them is missing.
  package static func areOnSameDisk(_ first: String, _ second: String) -> Bool {
    guard let first = SystemCall.status(of: first), let second = SystemCall.status(of: second) else { return false }
    return first.st_dev == second.st_dev
  }

  /// The names of the files and folders in a folder, in no order; none when it cannot be read.
  package static func names(in folder: String) -> [String] {
    var stream = opendir(folder)
    while stream == nil, errno == EINTR { stream = opendir(folder) }
    guard let stream else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The file that a path leads to: behind symbolic links, so that what is renamed takes the place of the file and not of a link, also where
  /// that is still to be made. The path itself where there is neither a file nor a link.
  package static func resolved(_ path: String) -> String { resolved(path, linksLeft: 40) }

  /// - Parameter linksLeft: so many as the system follows; links may lead in circles.
  private static func resolved(_ path: String, linksLeft: Int) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard linksLeft > 0, let target = target(ofLink: path) else { return path }
    return resolved(target.hasPrefix("/") ? target : "\(folder(of: path))/\(target)", linksLeft: linksLeft - 1)
  }

  /// What a symbolic link says; nil where there is none.
  private static func target(ofLink path: String) -> String? {
    let text = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { bytes, count in
      count = bytes.withMemoryRebound(to: CChar.self) { max(0, readlink(path, $0.baseAddress!, $0.count)) }
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// What keeps files from being made at a path, as far as the folder tells, and what to do, to be put behind "cannot be written: "; nil when
  /// the folder is there and open for this process.
  package static func obstacle(to path: String) -> String? {
    let folder = folder(of: path)
    guard let status = SystemCall.status(of: folder) else {
      return [ENOENT, ENOTDIR].contains(errno)
        ? "there is no folder \(folder); create it first" : "the folder \(folder): \(systemMessage())"
    }
    guard status.isFolder else { return "\(folder) is not a folder" }
    guard access(folder, W_OK | X_OK) == 0 else {
      return "no permission to write to the folder \(folder); choose another one"
    }
    return nil
  }
}
