import GeoStore
import GeoSupport
import Logging

/// Compares all pages of the store with their checksums, a few at a time, so that damage shows before a query needs the
/// page.
struct StoreChecking: Sendable {
  let condition: StoreCondition
  let logger: Logger
  /// The number of bytes read at once, beside the queries: with a pause of a second after each, 50 GB take less than
  /// two hours.
  var bytesAtOnce = 8 << 20
  /// The pause after a full check.
  private static let pause = Duration.seconds(24 * 3600)

  /// Checks until the server stops.
  ///
  /// - Parameter rest: waits a little; false when the server stops.
  func run(rest: () async -> Bool) async {
    var (store, next, found) = (condition.health, 1, 0)
    var again = ContinuousClock.now
    while await rest() {
      let current = condition.health
      if current != store { (store, next, found, again) = (current, 1, 0, .now) }
      guard let store, ContinuousClock.now >= again, !store.isChanged else { continue }
      let end = min(next + max(1, bytesAtOnce / store.pageSize), store.pageCount + 1)
      let damaged = await check(store, next..<end)
      next = end
      guard !store.isChanged else { continue }
      // Logs only the first damaged page, so that a badly damaged store does not fill the log.
      if found == 0, let first = damaged.first { tell(["first": "\(first)"]) }
      found += damaged.count
      guard next > store.pageCount else { continue }
      if found > 0 { tell(["pages": .stringConvertible(found)]) }
      logger.debug(
        "store checked",
        metadata: ["pages": .stringConvertible(store.pageCount), "damaged": .stringConvertible(store.damagedPages)])
      (next, found, again) = (1, 0, .now + StoreChecking.pause)
    }
  }

  /// Reads on a separate thread, because reading blocks.
  private func check(_ store: StoreHealth, _ pages: Range<Int>) async -> [Int] {
    await withCheckedContinuation { continuation in
      SystemThread.start { continuation.resume(returning: store.check(pages)) }
    }
  }

  private func tell(_ figures: Logger.Metadata) {
    logger.error(
      "pages of the store are damaged; answers that need them fail; copy the store again or import its extracts again",
      metadata: figures)
  }
}
