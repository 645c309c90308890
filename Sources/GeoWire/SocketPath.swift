/// Where a daemon listens unless told otherwise. Pure: the environment is handed in.
public enum SocketPath {
  /// The path for an environment: `GEOCODED_SOCKET`, else `$XDG_RUNTIME_DIR/geocoded.sock`, else `geocode/geocoded.sock`
  /// in `${XDG_STATE_HOME:-~/.local/state}`; nil when there is not even a home.
  ///
  /// - Parameter variable: the value of an environment variable; nil when it is not set. Empty ones and relative
  ///   folders count as not set, as the XDG specification asks.
  public static func path(_ variable: (String) -> String?) -> String? {
    if let path = variable("GEOCODED_SOCKET"), !path.isEmpty { return path }
    func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if let runtime = folder("XDG_RUNTIME_DIR") { return runtime + "/geocoded.sock" }
    let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
    return state.map { $0 + "/geocode/geocoded.sock" }
  }
}
