import GeoSupport
import NIOCore

/// Who may ask over the socket, by what the system says of the other side of a connection. Root and the user of the daemon always may.
package struct AllowedPeers: Hashable, Sendable {
  /// Users by their numbers.
  var users: Set<uid_t>
  /// Groups by their numbers: users who have one of them may ask.
  var groups: Set<gid_t>

  /// Looks up names and numbers.
  ///
  /// - Returns: nil where none are given: then everybody may ask who can open the socket.
  /// - Throws: ``ServerError`` of code `badOption` for one that this machine does not know.
  package init?(users: [String], groups: [String]) throws(ServerError) {
    if users.isEmpty, groups.isEmpty { return nil }
    self.users = [0, geteuid()]
    self.groups = []
    for name in users { self.users.insert(try AllowedPeers.user(name)) }
    for name in groups { self.groups.insert(try AllowedPeers.group(name)) }
  }

  /// Whether somebody may ask.
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

/// Who is at the other side of a Unix socket, as they were when they connected.
struct SocketPeer: Hashable, Sendable {
  /// The user's number.
  let user: uid_t
  /// The numbers of the user's groups, the first one among them.
  let groups: Set<gid_t>

  /// Somebody.
  init(user: uid_t, groups: Set<gid_t>) {
    self.user = user
    self.groups = groups
  }

  /// Who is at the other side of a connection; nil when the system does not say.
  init?(_ channel: any Channel) {
    let found = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: CInt.self) { SocketPeer($0) }
    guard let peer = found ?? nil else { return nil }
    self = peer
  }

  /// Who is at the other side of a socket; nil when the system does not say.
  init?(_ descriptor: Int32) {
    // The system's `struct ucred`: process, user, group.
    var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return nil }
    self.init(user: peer.user, groups: SocketPeer.groups(descriptor).union([peer.group]))
  }

  /// The further groups; none where the system does not know them (before Linux 4.13).
  private static func groups(_ descriptor: Int32) -> Set<gid_t> {
    var length = socklen_t(0)
    // Asked for nothing, it says how long the list is.
    _ = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, nil, &length)
    var groups = [gid_t](repeating: 0, count: Int(length) / MemoryLayout<gid_t>.size)
    guard !groups.isEmpty, getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &groups, &length) == 0 else { return [] }
    return Set(groups)
  }
}
