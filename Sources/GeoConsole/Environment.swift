import GeoSupport

/// The variables of the process's environment.
package enum Environment {
  /// The value of a variable; nil when it is not set or empty.
  package static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The names of all variables.
  package static var names: [String] {
    var names: [String] = []
    var next = environ
    while let entry = next.pointee {
      names.append(String(String(cString: entry).prefix { $0 != "=" }))
      next += 1
    }
    return names
  }
}

/// The folders for a user's files, by the XDG base directory specification (0.8).
///
/// Only ``make(_:)`` accesses the file system.
package struct UserFolders: Sendable {
  private let variable: @Sendable (String) -> String?

  /// The folders of the process's user.
  package init() { self.init { Environment[$0] } }

  /// The folders in an environment.
  ///
  /// - Parameter variable: returns the value of a variable; nil when it is not set or empty.
  package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

  /// `${XDG_CACHE_HOME:-~/.cache}/geocode`, or a folder below `TMPDIR` (else `/tmp`) when there is no home.
  package var cache: String {
    if let base = absolute("XDG_CACHE_HOME") { return base + "/geocode" }
    if let home = absolute("HOME") { return home + "/.cache/geocode" }
    return temporary + "/geocode-cache-\(variable("UID") ?? variable("USER") ?? "shared")"
  }

  /// `${XDG_STATE_HOME:-~/.local/state}/geocode`, for logs that outlive a program; the cache folder when there is no
  /// home.
  package var state: String {
    if let base = absolute("XDG_STATE_HOME") { return base + "/geocode" }
    if let home = absolute("HOME") { return home + "/.local/state/geocode" }
    return cache
  }

  /// `TMPDIR`, else `/tmp`.
  package var temporary: String { absolute("TMPDIR") ?? "/tmp" }

  /// Creates a folder and its missing parents, readable by the user alone.
  ///
  /// - Returns: 0, or the system's error number.
  @discardableResult package static func make(_ folder: String) -> Int32 {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) == 0 { continue }
      let code = errno
      if code != EEXIST, code != EISDIR, access(path, F_OK) != 0 { return code }
    }
    return 0
  }

  /// The specification requires that relative paths are ignored.
  private func absolute(_ name: String) -> String? {
    guard var path = variable(name), path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// The files of running programs.
package enum ProgramFile {
  /// The path of this program; nil when the system does not provide it.
  package static var path: String? { path(at: "/proc/self/exe") }

  /// The folder of this program; nil when the system does not provide it.
  package static var folder: String? { path.map(FileFolder.folder) }

  /// The path of a process's program, even if its file was replaced since; nil when the process has ended or belongs to
  /// another user.
  package static func path(of process: pid_t) -> String? { path(at: "/proc/\(process)/exe") }

  private static func path(at link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(link, &bytes, bytes.count)
    guard length > 0 else { return nil }
    let path = String(decoding: bytes[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.hasSuffix(" (deleted)") ? String(path.dropLast(10)) : path
  }
}

/// Programs of the package that are separate because linking their libraries here would slow down every start.
package enum OtherProgram {
  /// Replaces this process by another program of the package, which gets the arguments unchanged.
  ///
  /// - Parameters:
  ///   - name: the program, searched beside this one and then as the shell would.
  ///   - purpose: the purpose of the program, as the beginning of a sentence.
  /// - Throws: ``ProgramFailure`` when there is no such program. Otherwise it does not return.
  package static func become(_ name: String, _ arguments: [String], for purpose: String) throws(ProgramFailure) -> Never
  {
    var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
    words.append(nil)
    if let folder = ProgramFile.folder { execv(folder + "/" + name, words) }
    execvp(name, words)
    let reason = systemMessage()
    throw ProgramFailure(
      .noInput,
      "\(purpose) is left to \(name), which is not installed beside geocode (\(reason)); build it with "
        + "'bash install.sh' in the sources")
  }
}
