import Synchronization

/// Counts what each client asks, by token buckets.
///
/// 1. A client has a bucket of tokens, full at first; it fills up again at the limit's rate.
/// 2. A request is granted while there is a token left, and takes one for each coordinate. A batch may take more than there are: the
///    debt delays what comes next, so that a batch of any size can be asked, but not again and again.
/// 3. Buckets that are full again say nothing and are forgotten when there are many; then those of the clients that owe least.
package final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: ContinuousClock.Instant
  }

  private let limit: RateLimit
  /// Clients that are remembered.
  private let capacity: Int
  private let buckets = Mutex<[String: Bucket]>([:])

  /// A limiter that has seen nobody.
  ///
  /// - Parameter capacity: the most clients that are remembered, 1 or more.
  package init(_ limit: RateLimit, capacity: Int = 100_000) {
    self.limit = limit
    self.capacity = capacity
  }

  /// How many clients are remembered.
  var count: Int { buckets.withLock { $0.count } }

  /// Takes a token of a client's bucket.
  ///
  /// - Returns: nil when the request is granted, else the seconds until the next one would be, rounded up.
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

  /// The same without taking a token.
  package func wait(for client: String, at now: ContinuousClock.Instant) -> Int? {
    buckets.withLock { $0[client].flatMap { delay(filled($0, now)) } }
  }

  private func delay(_ bucket: Bucket) -> Int? {
    bucket.tokens >= 1 ? nil : max(1, Int(((1 - bucket.tokens) / limit.perSecond).rounded(.up)))
  }

  /// Takes more tokens for a request that was granted, even those that are not there.
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

  /// Makes room for a tenth of the capacity. Who comes from ever new addresses owes little at each, so that makes nobody forget who owes much.
  private func forget(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
    buckets = buckets.filter { filled($0.value, now).tokens < limit.burst }
    let surplus = buckets.count - (capacity - max(1, capacity / 10))
    guard surplus > 0 else { return }
    let owing = buckets.map { (client: $0.key, tokens: filled($0.value, now).tokens) }.sorted { $0.tokens > $1.tokens }
    for entry in owing.prefix(surplus) { buckets[entry.client] = nil }
  }
}
