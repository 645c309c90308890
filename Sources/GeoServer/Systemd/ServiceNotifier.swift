import GeoSupport

/// Tells systemd how the daemon is (see `sd_notify(3)`): one datagram per message to the socket in `NOTIFY_SOCKET`.
/// Without one, or when nobody listens there, nothing happens.
public struct ServiceNotifier: Sendable {
  private let path: String?

  /// A notifier for an environment.
  public init(_ variable: (String) -> String?) { path = variable("NOTIFY_SOCKET") }

  /// Clients are served from now on.
  public func ready() { send("READY=1\nSTATUS=Serving\n") }

  /// The store is being opened anew; ``ready()`` follows. The time lets systemd match the two.
  public func reloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)\n")
  }

  /// No more clients are taken.
  public func stopping() { send("STOPPING=1\n") }

  private func send(_ message: String) {
    guard let path, path.hasPrefix("/") || path.hasPrefix("@") else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    // An abstract address begins with a zero byte, written as `@`.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, message, message.utf8.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
  }
}
