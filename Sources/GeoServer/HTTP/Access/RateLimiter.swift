import Synchronization

/// Counts what each client asks, by token buckets.
///
/// 1. A client has a bucket of tokens, full at first; it fills up again at the limit's rate.
/// 2. A request is granted while there is a token left, and takes one for each coordinate. A batch may take more than there are: the
///    debt delays what comes next, so that a batch of any size can be asked, but not again and again.
/// 3. Buckets that are full again say nothing and are forgotten when there are many.
package final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: ContinuousClock.Instant
  }

  /// Clients that are remembered.
  private static let capacity = 100_000

  private let limit: RateLimit
  private let buckets = Mutex<[String: Bucket]>([:])

  /// A limiter that has seen nobody.
  package init(_ limit: RateLimit) { self.limit = limit }

  /// Takes a token of a client's bucket.
  ///
  /// - Returns: nil when the request is granted, else the seconds until the next one would be, rounded up.
  package func delay(for client: String, at now: ContinuousClock.Instant) -> Int? {
    buckets.withLock { buckets in
      if buckets[client] == nil, buckets.count >= RateLimiter.capacity { forget(&buckets, now) }
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
      if buckets[client] == nil, buckets.count >= RateLimiter.capacity { forget(&buckets, now) }
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
