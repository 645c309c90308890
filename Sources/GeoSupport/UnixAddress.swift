/// Addresses of Unix sockets for system calls.
package enum UnixAddress {
  /// The greatest length of a path in bytes.
  package static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Calls the body, such as `connect`, with the address of a path.
  ///
  /// - Parameter path: its bytes; for an abstract address a zero byte and the name.
  /// - Returns: the result of the body; nil, without a call, when the path is longer than ``pathLimit``.
  package static func with<Result>(
    _ path: some Collection<UInt8>, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    guard path.count <= pathLimit else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    // The system uses the length of the path; a further zero byte would become part of an abstract name.
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
