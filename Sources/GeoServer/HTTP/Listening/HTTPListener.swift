import GeoSupport

/// A listening socket for HTTP clients, bound before anything else happens so that a port in use is reported at once.
package final class HTTPListener: Sendable {
  /// The address as users would type it, with the real port.
  package let name: String
  /// The interface that is served there.
  let face: HTTPAddress.Face
  /// Whether only programs on this machine can reach it.
  package let isLocal: Bool
  /// The bound socket.
  let descriptor: Int32
  /// The Unix socket, removed at the end; nil for a port.
  private let socket: ListeningSocket?
  /// The host as it was typed; nil for a Unix socket and for every network.
  private let host: String?

  private init(
    descriptor: Int32, name: String, face: HTTPAddress.Face, isLocal: Bool, host: String? = nil,
    socket: ListeningSocket? = nil
  ) {
    self.descriptor = descriptor
    self.face = face
    self.host = host
    self.name = name
    self.isLocal = isLocal
    self.socket = socket
  }

  /// Binds the addresses of one command; see ``open(_:)-(HTTPAddress)``.
  ///
  /// - Throws: ``ServerError``, which also says if an address is taken by an earlier one of these.
  package static func open(_ addresses: [HTTPAddress]) throws(ServerError) -> [HTTPListener] {
    var listeners: [HTTPListener] = []
    for address in addresses {
      do throws(ServerError) { listeners += try open(address) } catch {
        guard error.code == .addressInUse, isTaken(address, by: listeners) else { throw error }
        throw ServerError(
          .badOption,
          "\(address) is given twice, as this command already listens there; choose another port with \(address.face.option)"
        )
      }
    }
    return listeners
  }

  private static func isTaken(_ address: HTTPAddress, by listeners: [HTTPListener]) -> Bool {
    guard case .network(let host, let port) = address.place,
      let wanted = try? NetworkAddress.resolve(host, port, address.face.option)
    else { return false }
    return listeners.compactMap { NetworkAddress(boundTo: $0.descriptor) }.contains { bound in
      wanted.contains { $0.overlaps(bound) }
    }
  }

  /// Binds an address. A name such as `localhost` can have several addresses; each gets its own listener.
  ///
  /// - Throws: ``ServerError`` when the address is taken, is not this machine's, or has no meaning.
  package static func open(_ address: HTTPAddress) throws(ServerError) -> [HTTPListener] {
    switch address.place {
    case .path(let path):
      let socket = try ListeningSocket(path: path, option: address.face.option)
      return [
        HTTPListener(
          descriptor: socket.descriptor, name: "unix:\(path)", face: address.face, isLocal: true, socket: socket)
      ]
    case .network(let host, let port): return try openPorts(host, port, address)
    }
  }

  /// The host names that a listener accepts; nil for any. A non-loopback listener accepts any name unless some are
  /// given. Then it accepts numeric addresses too, because DNS rebinding needs a name.
  func hostNames(allowed: [String]) -> HostNames? {
    guard socket == nil, !allowed.contains("*"), isLocal || !allowed.isEmpty else { return nil }
    return HostNames([name, host].compactMap(\.self) + allowed, allowsNumbers: !isLocal)
  }

  /// Removes the file of a Unix socket.
  func remove() { socket?.remove() }

  private static func openPorts(
    _ host: String?, _ port: Int, _ address: HTTPAddress
  ) throws(ServerError) -> [HTTPListener] {
    var listeners: [HTTPListener] = []
    var failure: ServerError?
    var port = port
    for var candidate in try NetworkAddress.resolve(host, port, address.face.option) {
      candidate.port = port
      do throws(ServerError) {
        let (descriptor, bound) = try candidate.bind(address.face.option)
        // All addresses of a name share the port of the first one.
        port = bound.port
        listeners.append(
          HTTPListener(
            descriptor: descriptor, name: bound.description, face: address.face, isLocal: bound.isLoopback, host: host))
      } catch {
        // Without IPv6, only some of localhost's addresses can be bound.
        if error.code == .addressInUse { throw error }
        failure = failure ?? error
      }
    }
    guard listeners.isEmpty else { return listeners }
    throw failure ?? ServerError(.cannotListen, "\(address) has no address that can be listened on")
  }
}

/// A numeric address and a port, in the form of the system calls.
struct NetworkAddress: CustomStringConvertible {
  private var storage: sockaddr_storage
  private let length: socklen_t

  private init(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) {
    storage = sockaddr_storage()
    self.length = length
    withUnsafeMutableBytes(of: &storage) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
    }
  }

  /// Resolves a host to its addresses; nil stands for every network.
  ///
  /// - Throws: ``ServerError`` when the name cannot be resolved.
  static func resolve(_ host: String?, _ port: Int, _ option: String) throws(ServerError) -> [NetworkAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var first: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &first)
    guard code == 0 else {
      throw ServerError(
        .badOption,
        "'\(host ?? "*")' is not an address of this machine (\(String(cString: gai_strerror(code)))); try 127.0.0.1:\(port) with \(option)"
      )
    }
    defer { freeaddrinfo(first) }
    var addresses: [NetworkAddress] = []
    var next = first
    while let entry = next {
      if let address = entry.pointee.ai_addr { addresses.append(NetworkAddress(address, entry.pointee.ai_addrlen)) }
      next = entry.pointee.ai_next
    }
    return addresses
  }

  /// Binds a socket to the address; returns it and the address that it got.
  ///
  /// - Parameter option: the option that names the address, for error messages.
  func bind(_ option: String) throws(ServerError) -> (descriptor: Int32, bound: NetworkAddress) {
    let descriptor = socket(Int32(storage.ss_family), Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw failure(errno, option) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    // 0.0.0.0 and :: are two listeners, and two lines in the log.
    if isVersion6 {
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
    // `listen` follows `bind` directly, because only `listen` reports that another program took the port in between.
    guard pointer({ Glibc.bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1024) == 0 else {
      let error = failure(errno, option)
      close(descriptor)
      throw error
    }
    return (descriptor, NetworkAddress(boundTo: descriptor) ?? self)
  }

  /// The address that a socket is bound to; nil if it cannot be read.
  init?(boundTo descriptor: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard code == 0 else { return nil }
    self.storage = storage
    self.length = length
  }

  /// Whether only one of two sockets can listen: they have the same port of the same address, or one of them has the
  /// port of every network.
  func overlaps(_ other: NetworkAddress) -> Bool {
    guard storage.ss_family == other.storage.ss_family, port == other.port else { return false }
    return host == other.host || [host, other.host].contains { $0.allSatisfy { $0 == 0 } }
  }

  /// The bytes of the address without its port.
  private var host: [UInt8] { withUnsafeBytes(of: storage) { Array($0[isVersion6 ? 8..<24 : 4..<8]) } }

  private var isVersion6: Bool { Int32(storage.ss_family) == AF_INET6 }

  /// The port; in both families it follows the family field, in network byte order.
  var port: Int {
    get { withUnsafeBytes(of: storage) { Int($0[2]) << 8 | Int($0[3]) } }
    set {
      withUnsafeMutableBytes(of: &storage) {
        $0[2] = UInt8(newValue >> 8)
        $0[3] = UInt8(newValue & 255)
      }
    }
  }

  /// Whether packets to it never leave this machine: 127.0.0.0/8 and ::1.
  var isLoopback: Bool {
    withUnsafeBytes(of: storage) { bytes in
      isVersion6 ? bytes[8..<23].allSatisfy { $0 == 0 } && bytes[23] == 1 : bytes[4] == 127
    }
  }

  /// The numeric address with its port, such as `[::1]:8080`.
  var description: String {
    var text = [CChar](repeating: 0, count: 64)
    let code = pointer { getnameinfo($0, $1, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) }
    let host = code == 0 ? text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } : "?"
    return isVersion6 ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  private func pointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  private func failure(_ code: Int32, _ option: String) -> ServerError {
    switch code {
    case EADDRINUSE:
      ServerError(.addressInUse, "another program listens on \(self); stop it or choose another port with \(option)")
    case EACCES:
      ServerError(.cannotListen, "ports below 1024, such as \(self), are for root; choose a higher one with \(option)")
    case EADDRNOTAVAIL:
      ServerError(.cannotListen, "\(self) is not an address of this machine; choose one of its own with \(option)")
    default: ServerError(.cannotListen, "\(self) cannot be listened on: \(systemMessage(code))")
    }
  }
}
