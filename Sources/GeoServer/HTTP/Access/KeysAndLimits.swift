import GeoSupport
import GeoWire
import HTTPTypes
import Synchronization

/// The keys of which a request must bring one: as the parameter `key`, as `X-Api-Key`, or as `Authorization: Bearer`.
final class APIKeys: Sendable {
  /// Where the keys stand.
  let path: String
  private let keys: Mutex<[[UInt8]]>

  /// Reads a file with one key a line; empty lines and those that begin with `#` do not count.
  ///
  /// - Throws: ``ServerError`` when the file cannot be read or holds no key.
  init(path: String) throws(ServerError) {
    self.path = path
    keys = Mutex(try APIKeys.read(path))
  }

  /// How many keys there are.
  var count: Int { keys.withLock { $0.count } }

  /// Reads the file again. A file that cannot be used leaves the keys as they are.
  ///
  /// - Throws: ``ServerError`` that says what is wrong with the file.
  func reload() throws(ServerError) {
    let fresh = try APIKeys.read(path)
    keys.withLock { $0 = fresh }
  }

  /// The key that a request brings, whether it is known or not.
  static func key(of call: HTTPCall) -> String? {
    if let key = call.field(.apiKey) { return key }
    if let authorization = call.field(.authorization), authorization.prefix(7).lowercased() == "bearer " {
      return String(authorization.dropFirst(7))
    }
    return call.query.isEmpty ? nil : call.parameters.first { $0.name == "key" }?.value
  }

  /// Whether a key is one of ours. Takes the same time however much of it is right, so that it cannot be guessed letter by
  /// letter.
  func contains(_ key: String) -> Bool {
    let bytes = Array(key.utf8.prefix(APIKeys.maximumLength + 1))
    return keys.withLock { $0.reduce(false) { $0 || APIKeys.equal($1, bytes) } }
  }

  /// Bytes of a key.
  private static let maximumLength = 1024

  private static func equal(_ known: [UInt8], _ given: [UInt8]) -> Bool {
    var difference = known.count ^ given.count
    for index in known.indices {
      difference |= Int(known[index] ^ (index < given.count ? given[index] : ~known[index]))
    }
    return difference == 0
  }

  private static func read(_ path: String) throws(ServerError) -> [[UInt8]] {
    guard let file = fopen(path, "r") else {
      throw ServerError(.badOption, "the keys in \(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0, bytes.count < 1 << 24 {
      bytes.append(contentsOf: chunk[..<count])
    }
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

  private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let start = line.drop { $0 == 0x20 || $0 == 0x09 }
    return Array(start.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
  }
}

extension HTTPField.Name {
  /// `X-Api-Key`.
  static let apiKey = HTTPField.Name("X-Api-Key")!
}

/// Counts what each client asks, by token buckets.
///
/// 1. A client has a bucket of tokens, full at first; it fills up again at the limit's rate.
/// 2. A request is granted while there is a token left, and takes one for each coordinate. A batch may take more than there are: the
///    debt delays what comes next, so that a batch of any size can be asked, but not again and again.
/// 3. Buckets that are full again say nothing and are forgotten when there are many.
final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: ContinuousClock.Instant
  }

  /// Clients that are remembered.
  private static let capacity = 100_000

  private let limit: RateLimit
  private let buckets = Mutex<[String: Bucket]>([:])

  /// A limiter that has seen nobody.
  init(_ limit: RateLimit) { self.limit = limit }

  /// Takes a token of a client's bucket.
  ///
  /// - Returns: nil when the request is granted, else the seconds until the next one would be, rounded up.
  func delay(for client: String, at now: ContinuousClock.Instant) -> Int? {
    buckets.withLock { buckets in
      if buckets[client] == nil, buckets.count >= RateLimiter.capacity { forget(&buckets, now) }
      var bucket = filled(buckets[client] ?? Bucket(tokens: limit.burst, filled: now), now)
      defer { buckets[client] = bucket }
      guard bucket.tokens >= 1 else { return max(1, Int(((1 - bucket.tokens) / limit.perSecond).rounded(.up))) }
      bucket.tokens -= 1
      return nil
    }
  }

  /// Takes more tokens for a request that was granted, even those that are not there.
  func charge(_ client: String, _ tokens: Int, at now: ContinuousClock.Instant) {
    guard tokens > 0 else { return }
    buckets.withLock { buckets in
      var bucket = filled(buckets[client] ?? Bucket(tokens: limit.burst, filled: now), now)
      bucket.tokens -= Double(tokens)
      buckets[client] = bucket
    }
  }

  private func filled(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Bucket {
    let seconds = max(0, (now - bucket.filled) / .seconds(1))
    return Bucket(tokens: min(limit.burst, bucket.tokens + seconds * limit.perSecond), filled: now)
  }

  private func forget(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
    buckets = buckets.filter { filled($0.value, now).tokens < limit.burst }
    // Everybody is in debt: better to forgive some early than to grow without bound.
    if buckets.count >= RateLimiter.capacity { buckets.removeAll() }
  }
}
