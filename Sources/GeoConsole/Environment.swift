import GeoSupport

/// The variables of the process's environment.
public enum Environment {
  /// The value of a variable; nil when it is not set or empty.
  public static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}

/// Where a user's files belong, by the XDG base directory specification (0.8). Nothing here touches the file system.
public struct UserFolders: Sendable {
  private let variable: @Sendable (String) -> String?

  /// The folders of the process's user.
  public init() { self.init { Environment[$0] } }

  /// The folders that an environment describes.
  ///
  /// - Parameter variable: the value of a variable; nil when it is not set or empty.
  public init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

  /// `${XDG_CACHE_HOME:-~/.cache}/geocode`; below `TMPDIR` (else `/tmp`) when there is no home.
  public var cache: String {
    if let base = absolute("XDG_CACHE_HOME") { return base + "/geocode" }
    if let home = absolute("HOME") { return home + "/.cache/geocode" }
    return temporary + "/geocode-cache-\(variable("UID") ?? variable("USER") ?? "shared")"
  }

  /// `${XDG_STATE_HOME:-~/.local/state}/geocode`, for messages that outlive a program; below `TMPDIR` when there is no home.
  public var state: String {
    if let base = absolute("XDG_STATE_HOME") { return base + "/geocode" }
    if let home = absolute("HOME") { return home + "/.local/state/geocode" }
    return cache
  }

  /// `TMPDIR`, else `/tmp`.
  public var temporary: String { absolute("TMPDIR") ?? "/tmp" }

  /// The specification says that relative paths are to be ignored.
  private func absolute(_ name: String) -> String? {
    guard var path = variable(name), path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
