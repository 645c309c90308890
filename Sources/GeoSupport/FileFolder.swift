/// Paths of files and their folders.
package enum FileFolder {
  /// The path of a file's folder: `.` for a name alone, `/` at the top.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path: the file's name.
  package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether two folders are on the same disk; false when one is missing.
  package static func areOnSameDisk(_ first: String, _ second: String) -> Bool {
    guard let first = SystemCall.status(of: first), let second = SystemCall.status(of: second) else { return false }
    return first.st_dev == second.st_dev
  }

  /// The names of the files and folders in a folder, unordered; empty when it cannot be read.
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

  /// The path with its symbolic links resolved, so that renaming to it replaces the file and not a link. Also works
  /// where a link's target does not exist yet. The path itself where there is neither a file nor a link.
  package static func resolved(_ path: String) -> String { resolved(path, linksLeft: 40) }

  /// The path unchanged, unless it is that of a symbolic link: then ``resolved(_:)``.
  package static func withoutLink(_ path: String) -> String { target(ofLink: path) == nil ? path : resolved(path) }

  /// The whole path of a file, with the links of its folder resolved. If the file is a link, it stays one, because it
  /// may lead to another file the next time.
  package static func place(of path: String) -> String {
    let folder = resolved(folder(of: path))
    return (folder == "/" ? "" : folder) + "/" + name(of: path)
  }

  /// The whole path of a file, as ``place(of:)``; if the file is below a folder, only its path from there.
  package static func place(of path: String, below folder: String) -> String {
    let (whole, start) = (place(of: path), resolved(folder) + "/")
    return whole.hasPrefix(start) ? String(whole.dropFirst(start.count)) : whole
  }

  /// Resolves a path.
  ///
  /// - Parameter linksLeft: the number of links to follow, because links may form a circle; 40 at first, as in the
  ///   system.
  private static func resolved(_ path: String, linksLeft: Int) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard linksLeft > 0, let target = target(ofLink: path) else { return path }
    return resolved(target.hasPrefix("/") ? target : "\(folder(of: path))/\(target)", linksLeft: linksLeft - 1)
  }

  /// The target of a symbolic link; nil where there is none.
  private static func target(ofLink path: String) -> String? {
    let text = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { bytes, count in
      count = bytes.withMemoryRebound(to: CChar.self) { max(0, readlink(path, $0.baseAddress!, $0.count)) }
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// The reason why no file can be created at a path, with advice, to follow "cannot be written: ". Checks only the
  /// folder; nil when it exists and this process may write to it.
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
