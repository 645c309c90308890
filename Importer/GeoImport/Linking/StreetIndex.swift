import GeoLocale
import GeoModel
import GeoStore

/// Finds named ways by their name, compared as people do, and by place.
///
/// Each street is entered under its name's key in every cell that its box touches. Entries are sorted numbers, 12 bytes each.
struct StreetIndex {
  /// A street in one cell under one name.
  private struct Entry {
    var key: UInt64
    var street: UInt32
  }

  /// Cells are 0.03 degree wide and high (3.3 km at the equator).
  private static let cellUnits: Int32 = 300_000

  private var entries: [Entry] = []
  private var keyNumbers: [String: UInt32] = [:]

  /// An index of all streets that bear a name or number.
  init(_ content: StoreContent) {
    var keyOfName: [NameID: UInt32] = [:]
    for (index, street) in content.streets.enumerated() {
      let key = keyOfName[street.name] ?? number(of: content.names[street.name].text)
      keyOfName[street.name] = key
      enter(UInt32(index), key, content.vertices(street.line))
    }
    entries.sort { $0.key == $1.key ? $0.street < $1.street : $0.key < $1.key }
  }

  /// The number of a name's key, counted up as keys are met.
  private mutating func number(of name: String) -> UInt32 {
    let folded = NameFolding.key(for: name)
    if let number = keyNumbers[folded] { return number }
    keyNumbers[folded] = UInt32(keyNumbers.count)
    return UInt32(keyNumbers.count - 1)
  }

  /// Enters a street in all cells that its box touches.
  private mutating func enter(_ street: UInt32, _ key: UInt32, _ line: ArraySlice<FixedPoint>) {
    var box = FixedBox.empty
    for point in line { box.formUnion(point) }
    for y in StreetIndex.cell(box.minY)...StreetIndex.cell(box.maxY) {
      for x in StreetIndex.cell(box.minX)...StreetIndex.cell(box.maxX) {
        entries.append(Entry(key: StreetIndex.cellKey(key, x, y), street: street))
      }
    }
  }

  /// The key of a name that some street bears; nil for any other.
  func key(of name: String) -> UInt32? { keyNumbers[NameFolding.key(for: name)] }

  /// Calls with each street of a name that may come within a distance of a point, some of them more than once.
  func forEachStreet(_ key: UInt32, near point: FixedPoint, withinMeters distance: Double, _ body: (Int) -> Void) {
    let projection = LocalProjection(origin: point)
    let reachY = Int64(distance / LocalProjection.metersPerUnitY)
    let reachX = min(Int64(distance / projection.metersPerUnitX), 10 * Int64(StreetIndex.cellUnits))
    for y in StreetIndex.cell(point.y, -reachY)...StreetIndex.cell(point.y, reachY) {
      for x in StreetIndex.cell(point.x, -reachX)...StreetIndex.cell(point.x, reachX) {
        forEachEntry(StreetIndex.cellKey(key, x, y), body)
      }
    }
  }

  /// Calls with the streets of one name in one cell, for each name and cell that has several.
  func forEachGroup(_ body: ([Int]) -> Void) {
    guard !entries.isEmpty else { return }
    var start = 0
    for end in 1...entries.count where end == entries.count || entries[end].key != entries[start].key {
      if end - start > 1 { body(entries[start..<end].map { Int($0.street) }) }
      start = end
    }
  }

  /// Calls with the streets of one name in one cell.
  private func forEachEntry(_ key: UInt64, _ body: (Int) -> Void) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    while low < entries.count, entries[low].key == key {
      body(Int(entries[low].street))
      low += 1
    }
  }

  /// The row or column of a coordinate.
  private static func cell(_ value: Int32, _ offset: Int64 = 0) -> Int {
    Int((Int64(value) + offset + 1_800_000_000) / Int64(cellUnits))
  }

  /// 36 bits of the name's key, 14 each of the cell's row and column.
  ///
  /// Never inlined: inlined into the loops over cells, the release optimizer of Swift 6.3.1 lost the name's bits, and houses
  /// were linked to any street of their cell.
  @inline(never) private static func cellKey(_ key: UInt32, _ x: Int, _ y: Int) -> UInt64 {
    UInt64(key) &* 0x1000_0000 &+ UInt64(y & 0x3FFF) &* 0x4000 &+ UInt64(x & 0x3FFF)
  }
}
