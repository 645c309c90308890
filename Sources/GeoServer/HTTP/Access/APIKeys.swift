import GeoSupport
import GeoWire
import HTTPTypes
import Synchronization

/// The API keys that requests must send: as the parameter `key`, as `X-Api-Key`, or as `Authorization: Bearer`.
package final class APIKeys: Sendable {
  /// The path of the key file.
  let path: String
  private let keys: Mutex<[[UInt8]]>
  /// Counts wrong keys by address: beyond this limit they get 429 and a time to wait.
  private let mistakes = RateLimiter(RateLimit(perSecond: 1.0 / 6, burst: 10))
  /// Counts wrong keys by address, with a higher limit: beyond it no key is checked.
  private let guesses = RateLimiter(RateLimit(perSecond: 10, burst: 100))

  /// Reads a file with one key per line; empty lines and lines that begin with `#` are ignored.
  ///
  /// - Throws: ``ServerError`` when the file cannot be read, users other than its owner may read or change it, or it
  ///   holds no key.
  package init(path: String) throws(ServerError) {
    self.path = path
    keys = Mutex(try APIKeys.read(path))
  }

  /// The number of keys.
  var count: Int { keys.withLock { $0.count } }

  /// Reads the file again. If the file cannot be used, the current keys stay valid.
  ///
  /// - Throws: ``ServerError`` that says what is wrong with the file.
  func reload() throws(ServerError) {
    let fresh = try APIKeys.read(path)
    keys.withLock { $0 = fresh }
  }

  /// Returns the error response for a missing or wrong key, or for an address that sent too many wrong keys; nil if the
  /// key is right.
  ///
  /// An address may send ten wrong keys, then one every six seconds; further ones get 429 and a time to wait. A right
  /// key still passes, because many clients may share one address, such as a proxy's, and one of them may keep sending
  /// a wrong key. An attacker who guesses keys would notice the one that passes. So beyond a hundred wrong keys, and
  /// then ten a second, no key from that address is checked.
  ///
  /// - Parameter address: the address that wrong keys are counted for.
  func refusal(_ call: HTTPCall, from address: String, at now: ContinuousClock.Instant) -> HTTPReply? {
    guard let key = APIKeys.key(of: call) else { return APIKeys.unauthorized }
    if let delay = guesses.wait(for: address, at: now) { return .tooMany("too many wrong keys", delay) }
    guard !contains(key) else { return nil }
    guesses.charge(address, 1, at: now)
    return mistakes.delay(for: address, at: now).map { .tooMany("too many wrong keys", $0) } ?? APIKeys.unauthorized
  }

  private static let unauthorized = HTTPReply.problem(
    401, "unauthorized",
    "a valid key is needed: send it as the parameter 'key', as X-Api-Key, or as Authorization: Bearer"
  ).with(.wwwAuthenticate, "Bearer")

  /// The key in a request, whether it is known or not.
  static func key(of call: HTTPCall) -> String? {
    if let key = call.field(.apiKey) { return key }
    if let authorization = call.field(.authorization), authorization.prefix(7).lowercased() == "bearer " {
      return String(authorization.dropFirst(7))
    }
    return call.query.isEmpty ? nil : call.parameters.first { $0.name == "key" }?.value
  }

  /// Whether a key is valid.
  ///
  /// Takes the same time however many bytes match, so that keys cannot be guessed byte by byte.
  func contains(_ key: String) -> Bool {
    let bytes = Array(key.utf8.prefix(APIKeys.maximumLength + 1))
    return keys.withLock { $0.reduce(false) { APIKeys.equal($1, bytes) || $0 } }
  }

  /// The maximum length of a key in bytes.
  private static let maximumLength = 1024

  private static func equal(_ known: [UInt8], _ given: [UInt8]) -> Bool {
    var difference = known.count ^ given.count
    for index in known.indices {
      difference |= Int(known[index] ^ (index < given.count ? given[index] : ~known[index]))
    }
    return difference == 0
  }

  private static func read(_ path: String) throws(ServerError) -> [[UInt8]] {
    func unreadable(_ reason: String) -> ServerError {
      ServerError(.badOption, "the keys in \(path) cannot be read: \(reason)")
    }
    // O_NONBLOCK: a pipe without a writer reads as empty instead of blocking.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(systemMessage()) }
    defer { close(descriptor) }
    guard fcntl(descriptor, F_SETFL, O_RDONLY) == 0, let status = SystemCall.status(of: descriptor) else {
      throw unreadable(systemMessage())
    }
    try checkAccess(status, path)
    var bytes: [UInt8]
    // A partly read file could lack keys, so any read error fails.
    do throws(FileContents.Failure) { bytes = try FileContents.bytes(from: descriptor, limit: 1 << 24) } catch {
      throw unreadable(error.message)
    }
    if bytes.starts(with: ByteOrderMark.bytes) { bytes.removeFirst(ByteOrderMark.bytes.count) }
    let keys = bytes.split { $0 == 0x0A || $0 == 0x0D }.map { APIKeys.trimmed($0) }
      .filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    guard !keys.isEmpty else {
      throw ServerError(.badOption, "\(path) holds no key; write one a line, or leave --api-keys out")
    }
    guard keys.allSatisfy({ $0.count <= maximumLength }) else {
      throw ServerError(.badOption, "\(path) holds a key of more than \(maximumLength) bytes")
    }
    return keys
  }

  /// Checks that only the daemon's user, or root, can read and change the keys.
  ///
  /// If the file is root's, its group may read it too: root has chosen that group, and systemd's credential files have
  /// this mode when an access list admits the daemon's user.
  private static func checkAccess(_ status: stat, _ path: String) throws(ServerError) {
    guard [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT) else { return }
    let (user, file) = (geteuid(), ShellWord.file(path))
    guard status.st_uid == user || status.st_uid == 0 else {
      throw ServerError(
        .badOption,
        "the keys in \(path) belong to another user than the daemon's, who could change them; type 'chown \(user) \(file)'"
      )
    }
    let isLent = status.st_uid != user
    guard status.st_mode & (isLent ? 0o037 : 0o077) != 0 else { return }
    throw ServerError(
      .badOption,
      "the keys in \(path) are not their owner's alone: others may read or change the file; type 'chmod \(isLent ? "640" : "600") \(file)'"
    )
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let start = line.drop { $0 == 0x20 || $0 == 0x09 }
    return Array(start.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
  }
}

extension HTTPField.Name {
  /// `X-Api-Key`.
  static let apiKey = HTTPField.Name("X-Api-Key")!
}
