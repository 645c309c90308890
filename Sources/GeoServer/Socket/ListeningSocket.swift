import GeoSupport
import Synchronization

/// The socket file of a server. Only the server's user can open it unless others are allowed, and it is removed when
/// the server stops.
///
/// 1. The folder is locked, so that two servers that start at once do the following one after the other.
/// 2. If a socket at the path answers, it belongs to a running server, and an error is thrown. One that does not answer
/// is left over and removed. Any other file is left alone.
/// 3. The socket gets its mode before it is bound, so that its file admits no other users even for a moment.
package final class ListeningSocket: Sendable {
  /// The path; nil if systemd created the socket.
  package let path: String?
  /// The listening socket.
  let descriptor: Int32
  private let identity: [UInt64]
  private let isRemoved = Atomic<Bool>(false)

  /// Takes over a socket that systemd has bound and will remove.
  init(activated descriptor: Int32) {
    self.descriptor = descriptor
    path = nil
    identity = []
  }

  /// Creates a socket and listens on it.
  ///
  /// - Parameter isOpen: whether all users may connect, because the server checks their ids.
  /// - Throws: ``ServerError`` when another server listens there, or the socket cannot be created.
  package convenience init(path: String, isOpen: Bool = false) throws(ServerError) {
    try self.init(path: path, option: "--socket", mode: isOpen ? 0o666 : 0o600)
  }

  /// Creates a socket for another option, which error messages advise to change.
  init(path: String, option: String, mode: mode_t = 0o600) throws(ServerError) {
    let folder = FileFolder.folder(of: path)
    try SocketFolder.prepare(folder, option: option)
    let lock = SystemCall.open(folder, O_RDONLY | O_DIRECTORY)
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0 { _ = SystemCall.lock(lock, LOCK_EX) }
    try ListeningSocket.clear(path, option)
    descriptor = try ListeningSocket.bind(path, mode)
    self.path = path
    identity = ListeningSocket.identity(of: path)
    // Without its identity the file could not be removed safely when the server stops.
    guard identity.isEmpty else { return }
    let error = ListeningSocket.failure(path)
    close(descriptor)
    unlink(path)
    throw error
  }

  /// Removes the file of a server that failed to start, for example because its store is damaged.
  deinit { remove() }

  /// The path of the key of map pages: beside the socket, or in the cache folder that systemd gives a service.
  package var keyPath: String? {
    path.map { "\($0).key" } ?? getenv("CACHE_DIRECTORY").map { String(cString: $0) + "/geocoded.key" }
  }

  /// Removes the file, unless another server has put its own there. Only once, because the inode number of a removed
  /// file may be reused.
  func remove() {
    guard let path, !identity.isEmpty, !isRemoved.exchange(true, ordering: .relaxed),
      ListeningSocket.identity(of: path) == identity
    else { return }
    unlink(path)
  }

  /// The id of the process that listens at a path; nil if there is none, or the system does not report it.
  package static func process(at path: String) -> pid_t? {
    let probe = socket(AF_UNIX, streamType | closeOnExec, 0)
    guard probe >= 0 else { return nil }
    defer { close(probe) }
    guard (try? withAddress(path) { connect(probe, $0, $1) }) == 0 else { return nil }
    // The system's `struct ucred`: process, user, group.
    var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: peer))
    guard getsockopt(probe, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0, peer.process > 0 else { return nil }
    return peer.process
  }

  private static func identity(of path: String) -> [UInt64] {
    var status = stat()
    return lstat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
  }

  /// Removes a left-over socket to make room for a new one.
  private static func clear(_ path: String, _ option: String) throws(ServerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ServerError(
        .cannotListen, "\(path) exists and is not a socket; remove it or choose another path with \(option)")
    }
    let probe = socket(AF_UNIX, streamType | closeOnExec, 0)
    // If the check itself fails, the file may belong to a running server.
    guard probe >= 0 else { throw failure(path) }
    defer { close(probe) }
    let answers = try withAddress(path) { connect(probe, $0, $1) } == 0
    if answers || errno == EAGAIN {
      if process(at: path) == getpid() {
        throw ServerError(
          .badOption,
          "\(path) is given twice, as this command already listens there; choose another path with \(option)")
      }
      throw ServerError(
        .addressInUse, "another geocoded listens on \(path); stop it or choose another path with \(option)")
    }
    unlink(path)
  }

  private static func bind(_ path: String, _ mode: mode_t) throws(ServerError) -> Int32 {
    let descriptor = socket(AF_UNIX, streamType | closeOnExec, 0)
    guard descriptor >= 0 else { throw failure(path) }
    // Linux gives the file the mode of the socket. A umask would affect all threads of the process, whatever they
    // create.
    let modeCode = fchmod(descriptor, mode)
    let code = try withAddress(path) { Glibc.bind(descriptor, $0, $1) }
    guard modeCode == 0, code == 0, chmod(path, mode) == 0, listen(descriptor, 1024) == 0 else {
      let error = failure(path)
      close(descriptor)
      if code == 0 { unlink(path) }
      throw error
    }
    return descriptor
  }

  private static func failure(_ path: String) -> ServerError {
    ServerError(.cannotListen, "no socket can be made at \(path): \(systemMessage())")
  }

  private static var streamType: Int32 { Int32(SOCK_STREAM.rawValue) }
  private static var closeOnExec: Int32 { Int32(SOCK_CLOEXEC.rawValue) }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(ServerError) -> Int32 {
    guard let code = UnixAddress.with(path.utf8, body) else {
      throw ServerError(
        .cannotListen,
        "the socket's path is \(path.utf8.count) bytes long, \(UnixAddress.pathLimit) are allowed: \(path)")
    }
    return code
  }
}

/// The folder of a socket file.
enum SocketFolder {
  /// Creates the folder and its missing parents, for the user alone. An existing folder is not changed.
  ///
  /// - Throws: ``ServerError`` that names the folder that cannot be created.
  static func prepare(_ folder: String, option: String) throws(ServerError) {
    var status = stat()
    if stat(folder, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw ServerError(.cannotListen, "\(folder) is not a folder; choose another path with \(option)")
      }
      return
    }
    if let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
      try prepare(String(folder[..<slash]), option: option)
    }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw ServerError(.cannotListen, "the folder \(folder) cannot be made: \(systemMessage())")
    }
  }
}
