import GeoSupport
import NIOCore

/// The users who may use the socket, by the peer credentials of a connection. Root and the daemon's user always may.
package struct AllowedPeers: Hashable, Sendable {
  /// The allowed users' numeric ids.
  var users: Set<uid_t>
  /// The allowed groups' numeric ids; every member of one may connect.
  var groups: Set<gid_t>

  /// Resolves names and numbers.
  ///
  /// - Returns: nil if none are given: then everybody who can open the socket may use it.
  /// - Throws: ``ServerError`` of code `badOption` for a user or group that this machine does not know.
  package init?(users: [String], groups: [String]) throws(ServerError) {
    if users.isEmpty, groups.isEmpty { return nil }
    self.users = [0, geteuid()]
    self.groups = []
    for name in users { self.users.insert(try AllowedPeers.user(name)) }
    for name in groups { self.groups.insert(try AllowedPeers.group(name)) }
  }

  /// Whether a peer may use the socket.
  func allow(_ peer: SocketPeer) -> Bool { users.contains(peer.user) || !groups.isDisjoint(with: peer.groups) }

  private static func user(_ name: String) throws(ServerError) -> uid_t {
    if let number = getpwnam(name)?.pointee.pw_uid ?? uid_t(name) { return number }
    throw ServerError(.badOption, "--allow-user: this machine has no user '\(name)'; give a name or a number")
  }

  private static func group(_ name: String) throws(ServerError) -> gid_t {
    if let number = getgrnam(name)?.pointee.gr_gid ?? gid_t(name) { return number }
    throw ServerError(.badOption, "--allow-group: this machine has no group '\(name)'; give a name or a number")
  }
}

/// The user at the other end of a Unix socket, at the time of connecting.
struct SocketPeer: Hashable, Sendable {
  /// The user's numeric id.
  let user: uid_t
  /// The numeric ids of the user's groups, including the primary one.
  let groups: Set<gid_t>

  /// Creates a peer from its ids.
  init(user: uid_t, groups: Set<gid_t>) {
    self.user = user
    self.groups = groups
  }

  /// The peer of a connection; nil if the system does not report it.
  init?(_ channel: any Channel) {
    let found = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: CInt.self) { SocketPeer($0) }
    guard let peer = found ?? nil else { return nil }
    self = peer
  }

  /// The peer of a socket; nil if the system does not report it.
  init?(_ descriptor: Int32) {
    // The system's `struct ucred`: process, user, group.
    var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return nil }
    self.init(user: peer.user, groups: SocketPeer.groups(descriptor).union([peer.group]))
  }

  /// The supplementary groups; empty if the system does not report them (before Linux 4.13).
  private static func groups(_ descriptor: Int32) -> Set<gid_t> {
    var length = socklen_t(0)
    // Without a buffer, the call returns the length of the list.
    _ = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, nil, &length)
    var groups = [gid_t](repeating: 0, count: Int(length) / MemoryLayout<gid_t>.size)
    guard !groups.isEmpty, getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &groups, &length) == 0 else { return [] }
    return Set(groups)
  }
}
