import GeoStore
import GeoSupport
import Logging

/// Compares all pages of the store with their checksums, a few at a time, so that damage shows before somebody asks for it.
struct StoreChecking: Sendable {
  let condition: StoreCondition
  let logger: Logger
  /// Bytes that are read in one go, beside the answers: with a rest of a second after each, 50 GB take less than two hours.
  var bytesAtOnce = 8 << 20
  /// How long a store that was found whole is left alone.
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
      // Of a large store that is damaged all over, the log does not hear each second.
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

  /// Reading blocks, so it happens on a thread of its own.
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
