import Synchronization

/// Limits the requests of each client by token buckets.
///
/// 1. Each client has a bucket of tokens, full at first, that refills at the limit's rate.
/// 2. A request is granted while a token is left, and takes one token for each coordinate. A batch may overdraw the
/// bucket. The debt delays the client's next request, so one batch of any size passes, but not many in a row.
/// 3. When there are too many buckets, the full ones are dropped, because they carry no information. Then the buckets
/// of the clients with the least debt are dropped.
package final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: ContinuousClock.Instant
  }

  private let limit: RateLimit
  /// The maximum number of remembered clients.
  private let capacity: Int
  private let buckets = Mutex<[String: Bucket]>([:])

  /// A limiter with no clients yet.
  ///
  /// - Parameter capacity: the maximum number of remembered clients, 1 or more.
  package init(_ limit: RateLimit, capacity: Int = 100_000) {
    self.limit = limit
    self.capacity = capacity
  }

  /// The number of remembered clients.
  var count: Int { buckets.withLock { $0.count } }

  /// Takes a token from a client's bucket.
  ///
  /// - Returns: nil when the request is granted, else the seconds until a request would be granted, rounded up.
  package func delay(for client: String, at now: ContinuousClock.Instant) -> Int? {
    buckets.withLock { buckets in
      if buckets[client] == nil, buckets.count >= capacity { forget(&buckets, now) }
      var bucket = filled(buckets[client] ?? Bucket(tokens: limit.burst, filled: now), now)
      defer { buckets[client] = bucket }
      if let delay = delay(bucket) { return delay }
      bucket.tokens -= 1
      return nil
    }
  }

  /// The same as ``delay(for:at:)``, without taking a token.
  package func wait(for client: String, at now: ContinuousClock.Instant) -> Int? {
    buckets.withLock { $0[client].flatMap { delay(filled($0, now)) } }
  }

  private func delay(_ bucket: Bucket) -> Int? {
    bucket.tokens >= 1 ? nil : max(1, Int(((1 - bucket.tokens) / limit.perSecond).rounded(.up)))
  }

  /// Takes more tokens for a granted request, even below zero.
  package func charge(_ client: String, _ tokens: Int, at now: ContinuousClock.Instant) {
    guard tokens > 0 else { return }
    buckets.withLock { buckets in
      if buckets[client] == nil, buckets.count >= capacity { forget(&buckets, now) }
      var bucket = filled(buckets[client] ?? Bucket(tokens: limit.burst, filled: now), now)
      bucket.tokens -= Double(tokens)
      buckets[client] = bucket
    }
  }

  private func filled(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Bucket {
    let seconds = max(0, (now - bucket.filled) / .seconds(1))
    return Bucket(tokens: min(limit.burst, bucket.tokens + seconds * limit.perSecond), filled: now)
  }

  /// Frees a tenth of the capacity. A client that uses ever new addresses has little debt at each, so it cannot push
  /// out clients with much debt.
  private func forget(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
    buckets = buckets.filter { filled($0.value, now).tokens < limit.burst }
    let surplus = buckets.count - (capacity - max(1, capacity / 10))
    guard surplus > 0 else { return }
    let owing = buckets.map { (client: $0.key, tokens: filled($0.value, now).tokens) }.sorted { $0.tokens > $1.tokens }
    for entry in owing.prefix(surplus) { buckets[entry.client] = nil }
  }
}
