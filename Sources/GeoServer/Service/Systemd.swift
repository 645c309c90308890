import GeoSupport
import Synchronization

/// Sockets that systemd bound before it started the daemon (see `sd_listen_fds(3)`).
package enum SocketActivation {
  /// Returns the listening socket passed to this process; nil if there is none.
  ///
  /// - Parameters:
  ///   - variable: returns the value of an environment variable, nil if it is not set.
  ///   - descriptor: the first socket, `SD_LISTEN_FDS_START`; only tests use another.
  /// - Throws: ``ServerError`` if there are several sockets, or the only one is not a listening Unix socket.
  package static func socket(
    _ variable: (String) -> String?, processID: Int32 = getpid(), descriptor: Int32 = 3
  ) throws(ServerError) -> ListeningSocket? {
    // The variables are inherited, so those for another process are ignored.
    guard let owner = variable("LISTEN_PID").flatMap(Int32.init), owner == processID,
      let count = variable("LISTEN_FDS").flatMap(Int.init), count > 0
    else { return nil }
    guard count == 1 else {
      throw ServerError(
        .badActivation, "systemd handed over \(count) sockets; the socket unit should have one ListenStream")
    }
    guard option(SO_DOMAIN, descriptor) == AF_UNIX, option(SO_ACCEPTCONN, descriptor) == 1 else {
      throw ServerError(.badActivation, "what systemd handed over is not a listening Unix socket; check ListenStream")
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

/// Reports the daemon's state to systemd (see `sd_notify(3)`): one datagram per message to the socket in
/// `NOTIFY_SOCKET`. Without that variable or a listener, nothing happens.
package struct ServiceNotifier: Sendable {
  private let path: String?
  private let readiness: Readiness?
  /// The time within which systemd expects the next ``alive()`` before it restarts the daemon (`WatchdogSec`); nil if
  /// it expects none.
  let watchdog: Duration?

  /// Creates a notifier for an environment.
  ///
  /// - Parameter readyDescriptor: a descriptor that gets `READY=1` and a line end once the server is ready, and is then
  ///   closed; nil for none.
  package init(readyDescriptor: Int32? = nil, _ variable: (String) -> String?) {
    path = variable("NOTIFY_SOCKET")
    readiness = readyDescriptor.map(Readiness.init)
    let isForUs = variable("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
    watchdog = isForUs ? variable("WATCHDOG_USEC").flatMap { Int64($0) }.map { .microseconds($0) } : nil
  }

  /// Reports that clients are served from now on.
  package func ready() {
    send("READY=1\nSTATUS=Serving\n")
    readiness?.tell()
  }

  /// Reports that the store is being reopened; ``ready()`` follows. The time lets systemd match the two.
  package func reloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)\n")
  }

  /// Reports that all threads return from their queries and pictures.
  func alive() { if watchdog != nil { send("WATCHDOG=1\n") } }

  /// Reports that no more clients are accepted.
  package func stopping() { send("STOPPING=1\n") }

  private func send(_ message: String) {
    guard let path, path.hasPrefix("/") || path.hasPrefix("@") else { return }
    var name = Array(path.utf8)
    // An abstract address begins with a zero byte, written as `@`.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = UnixAddress.with(name) { sendto(descriptor, message, message.utf8.count, Int32(MSG_NOSIGNAL), $0, $1) }
  }
}

/// The descriptor on which a starting program waits for the daemon.
private final class Readiness: Sendable {
  private let descriptor: Mutex<Int32?>

  init(_ descriptor: Int32) {
    self.descriptor = Mutex(descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// At the first call, writes a line and closes the descriptor.
  func tell() {
    guard let open = descriptor.withLock({ $0.take() }) else { return }
    _ = write(open, "READY=1\n", 8)
    close(open)
  }
}
