import GeoSupport

/// A socket that HTTP clients connect to, bound before anything else happens, so that a port in use is told at once.
public final class HTTPListener: Sendable {
  /// The address as a person would type it, with the real port.
  public let name: String
  /// Whether only programs on this machine can reach it.
  public let isLocal: Bool
  /// The bound socket.
  let descriptor: Int32
  /// The Unix socket, to be removed in the end; nil for a port.
  private let socket: ListeningSocket?

  private init(descriptor: Int32, name: String, isLocal: Bool, socket: ListeningSocket? = nil) {
    self.descriptor = descriptor
    self.name = name
    self.isLocal = isLocal
    self.socket = socket
  }

  /// Binds an address. A name such as `localhost` can have several, each gets its listener.
  ///
  /// - Throws: ``ServerError`` when the address is taken, is not this machine's, or has no meaning.
  public static func open(_ address: HTTPAddress) throws(ServerError) -> [HTTPListener] {
    switch address.place {
    case .path(let path):
      let socket = try ListeningSocket(path: path, option: "--http")
      return [HTTPListener(descriptor: socket.descriptor, name: "unix:\(path)", isLocal: true, socket: socket)]
    case .network(let host, let port): return try openPorts(host, port, address)
    }
  }

  /// Removes the file of a Unix socket.
  func remove() { socket?.remove() }

  private static func openPorts(
    _ host: String?, _ port: Int, _ address: HTTPAddress
  ) throws(ServerError) -> [HTTPListener] {
    var listeners: [HTTPListener] = []
    var failure: ServerError?
    var port = port
    for var candidate in try NetworkAddress.resolve(host, port) {
      candidate.port = port
      do throws(ServerError) {
        let (descriptor, bound) = try candidate.bind()
        // All addresses of a name share the port that the first one got.
        port = bound.port
        listeners.append(HTTPListener(descriptor: descriptor, name: bound.description, isLocal: bound.isLoopback))
      } catch {
        // A machine without IPv6 still has a localhost.
        if error.code == .addressInUse { throw error }
        failure = failure ?? error
      }
    }
    guard listeners.isEmpty else { return listeners }
    throw failure ?? ServerError(.cannotListen, "\(address) has no address that can be listened on")
  }
}
