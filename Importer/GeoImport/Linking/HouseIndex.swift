import GeoModel
import GeoStore

/// Finds addresses by the object that bears them.
struct HouseIndex {
  private var order: [Int]
  private let sources: [SourceReference]

  /// An index of the addresses that a condition picks.
  init(_ addresses: [AddressRecord], where isWanted: (SourceReference) -> Bool) {
    let wanted = addresses.indices.filter { isWanted(addresses[$0].source) }
    order = wanted.sorted { HouseIndex.isBefore(addresses[$0].source, addresses[$1].source) }
    sources = order.map { addresses[$0].source }
  }

  /// The position of an object's address; nil when it has none.
  subscript(source: SourceReference) -> Int? {
    var (low, high) = (0, sources.count)
    while low < high {
      let middle = (low + high) / 2
      if HouseIndex.isBefore(sources[middle], source) { low = middle + 1 } else { high = middle }
    }
    return low < sources.count && sources[low] == source ? order[low] : nil
  }

  /// By id, then by type, so that a search can halve its way.
  private static func isBefore(_ a: SourceReference, _ b: SourceReference) -> Bool {
    a.id == b.id ? a.type.rawValue < b.type.rawValue : a.id < b.id
  }
}
