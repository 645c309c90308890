import GeoStore
import GeoSupport
import Logging

/// Compares all pages of the store with their checksums, a few at a time, so that damage shows before somebody asks for it.
struct StoreChecking: Sendable {
  let condition: StoreCondition
  let logger: Logger
  /// Bytes that are read in one go, beside the answers: with a rest of a second after each, 50 GB take less than two hours.
  private static let bytesAtOnce = 8 << 20
  /// How long a store that was found whole is left alone.
  private static let pause = Duration.seconds(24 * 3600)

  /// Checks until the server stops.
  ///
  /// - Parameter rest: waits a little; false when the server stops.
  func run(rest: () async -> Bool) async {
    var (store, next) = (condition.health, 1)
    var again = ContinuousClock.now
    while await rest() {
      let current = condition.health
      if current != store { (store, next, again) = (current, 1, .now) }
      guard let store, ContinuousClock.now >= again, !store.isChanged else { continue }
      let end = min(next + max(1, StoreChecking.bytesAtOnce / store.pageSize), store.pageCount + 1)
      await check(store, next..<end)
      next = end
      guard next > store.pageCount else { continue }
      logger.debug(
        "store checked",
        metadata: ["pages": .stringConvertible(store.pageCount), "damaged": .stringConvertible(store.damagedPages)])
      (next, again) = (1, .now + StoreChecking.pause)
    }
  }

  /// Reading blocks, so it happens on a thread of its own.
  private func check(_ store: StoreHealth, _ pages: Range<Int>) async {
    let damaged: [Int] = await withCheckedContinuation { continuation in
      SystemThread.start { continuation.resume(returning: store.check(pages)) }
    }
    guard let first = damaged.first, !store.isChanged else { return }
    logger.error(
      "pages of the store are damaged; answers that need them fail; copy the store again or import its extracts again",
      metadata: ["pages": .stringConvertible(damaged.count), "first": "\(first)"])
  }
}
