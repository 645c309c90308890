import GeoModel
import GeoStore
import GeoSupport

/// The latest hierarchies, by their areas.
///
/// Each list of areas maps to a row of four slots (64 bytes), where a new hierarchy evicts the oldest. A track along
/// borders, which has many lists, therefore rebuilds only a few hierarchies.
struct HierarchyCache {
  private struct Slot {
    var hash: UInt64 = 0
    var hierarchy: Hierarchy?
  }

  /// The capacity; a town has some dozens of hierarchies, a journey some thousands.
  private static let capacity = 4_096
  private static let slotsInRow = 4
  private var slots = Array(repeating: Slot(), count: capacity)

  /// The hierarchy of a list of areas; nil when it is not in the cache.
  func hierarchy(of key: borrowing AreaKey, hash: UInt64) -> Hierarchy? {
    let row = HierarchyCache.row(hash)
    for position in row..<row + HierarchyCache.slotsInRow where slots[position].hash == hash {
      if let hierarchy = slots[position].hierarchy, hierarchy.key == key { return hierarchy }
    }
    return nil
  }

  /// Adds a hierarchy in place of the oldest of its row.
  mutating func insert(_ hierarchy: Hierarchy, hash: UInt64) {
    let row = HierarchyCache.row(hash)
    for position in (row + 1..<row + HierarchyCache.slotsInRow).reversed() { slots[position] = slots[position - 1] }
    slots[row] = Slot(hash: hash, hierarchy: hierarchy)
  }

  /// The first slot of a row.
  private static func row(_ hash: UInt64) -> Int { Int(hash % UInt64(capacity / slotsInRow)) * slotsInRow }
}

/// The areas that decide a hierarchy: those that contain the point, and the tile's coarse areas that may replace them.
struct AreaKey: Equatable {
  /// First the areas that contain the point, ascending, so that tiles with the same areas share a key. Then the
  /// alternatives, nearest first.
  private var ids: [AreaID] = []
  /// How many of them contain the point.
  private var containingCount = 0

  /// A key without areas.
  init() {}

  /// The areas that contain the point.
  var containing: ArraySlice<AreaID> { ids[..<containingCount] }
  /// The areas that may replace coarse ones that are not believed.
  var alternatives: ArraySlice<AreaID> { ids[containingCount...] }

  /// A hash of the areas and their count.
  var hash: UInt64 {
    var hash = UInt64(truncatingIfNeeded: containingCount)
    for id in ids { hash = Hashing.combined(hash, with: UInt64(id.rawValue)) }
    return hash
  }

  /// Starts over with areas that contain the point, ascending; reuses the memory of the previous ones.
  mutating func begin(containing areas: some Sequence<AreaID>) {
    ids.removeAll(keepingCapacity: true)
    ids.append(contentsOf: areas)
    containingCount = ids.count
  }

  /// Adds an area that contains the point, before any alternative.
  mutating func insert(_ area: AreaID) {
    ids.append(area)
    containingCount += 1
    // There are few areas, and most come in order.
    var position = ids.count - 1
    while position > 0, ids[position - 1] > area {
      ids.swapAt(position - 1, position)
      position -= 1
    }
  }

  /// Adds the alternatives, nearest first.
  mutating func append(alternatives areas: some Sequence<AreaID>) { ids.append(contentsOf: areas) }
}

/// The fields that the areas around a point give to every placemark there, for one list of languages, one detail and
/// one point of view.
///
/// Points of one neighborhood share these fields, so they are computed once and then copied: names, codes, time zone,
/// water, and which of them are coarse or transliterated. The caller adds to the copy what depends on the point or the
/// house.
final class AreaFields {
  /// The number of the namer that chose the names.
  fileprivate let namer: UInt64
  /// The finest part that is filled.
  fileprivate let detail: PlacemarkDetail
  /// The country that is seen there instead of the map's; nil for the map's.
  fileprivate let country: String?
  /// The fields; the coordinate is meaningless.
  let placemark: Placemark
  /// The next older entry.
  fileprivate var next: AreaFields?

  /// Wraps computed fields.
  init(_ placemark: Placemark, namer: UInt64, detail: PlacemarkDetail, country: String?) {
    self.placemark = placemark
    self.namer = namer
    self.detail = detail
    self.country = country
  }
}

/// The fields of one hierarchy for the latest languages, details and points of view, newest first.
struct AreaFieldsList {
  private var first: AreaFields?
  /// A server's clients may use several languages in turn.
  private static let capacity = 4

  /// The fields in a namer's languages up to a detail, with a country in place of the map's; nil when they are not in
  /// the list.
  func fields(namer: UInt64, detail: PlacemarkDetail, country: String?) -> AreaFields? {
    var entry = first
    while let fields = entry {
      if fields.namer == namer, fields.detail == detail, fields.country == country { return fields }
      entry = fields.next
    }
    return nil
  }

  /// Adds fields in place of the oldest.
  mutating func insert(_ fields: AreaFields) {
    fields.next = first
    first = fields
    var last = fields
    for _ in 1..<AreaFieldsList.capacity {
      guard let next = last.next else { return }
      last = next
    }
    last.next = nil
  }
}
