import GeoSupport

/// Sockets that systemd has bound before the daemon was started (see `sd_listen_fds(3)`).
public enum SocketActivation {
  /// The first descriptor that systemd hands over.
  static let firstDescriptor: Int32 = 3

  /// The listening socket that was handed to this process; nil when none was.
  ///
  /// - Parameters:
  ///   - variable: the value of an environment variable, nil when it is not set.
  ///   - descriptor: where the first socket is; only tests have it elsewhere.
  /// - Throws: ``ServerError`` when there are several sockets, or what was handed over does not listen on a Unix socket.
  public static func socket(
    _ variable: (String) -> String?, processID: Int32 = getpid(), descriptor: Int32 = 3
  ) throws(ServerError) -> ListeningSocket? {
    // The variables are inherited: those for another process are not for us.
    guard let owner = variable("LISTEN_PID").flatMap(Int32.init), owner == processID,
      let count = variable("LISTEN_FDS").flatMap(Int.init), count > 0
    else { return nil }
    guard count == 1 else {
      throw ServerError(
        .badActivation, "systemd handed over \(count) sockets; the socket unit should have one ListenStream")
    }
    guard option(SO_DOMAIN, descriptor) == AF_UNIX, option(SO_ACCEPTCONN, descriptor) == 1 else {
      throw ServerError(.badActivation, "what systemd handed over is no listening Unix socket; check ListenStream")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return ListeningSocket(activated: descriptor)
  }

  private static func option(_ name: Int32, _ descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}
