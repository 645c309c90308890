import GeoStore

/// The namers of the preference lists asked for lately. Most callers use one list, servers a handful.
final class NamerCache {
  private let store: StoreReader
  @exclusivity(unchecked) private var namers: [Namer] = []
  /// How many namers have been made.
  @exclusivity(unchecked) private var madeCount: UInt64 = 0
  private static let capacity = 16

  init(store: StoreReader) { self.store = store }

  /// The namer of a preference list, remembered in the order of last use.
  func namer(for languages: [String]) -> Namer {
    if let first = namers.first, first.languages == languages { return first }
    let namer: Namer
    if let index = namers.firstIndex(where: { $0.languages == languages }) {
      namer = namers.remove(at: index)
    } else {
      madeCount += 1
      namer = Namer(languages: languages, number: madeCount, store: store)
      if namers.count >= NamerCache.capacity { namers.removeLast() }
    }
    namers.insert(namer, at: 0)
    return namer
  }
}
