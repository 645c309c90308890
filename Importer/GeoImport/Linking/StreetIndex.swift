import GeoLocale
import GeoModel
import GeoStore
import GeoStoreWriting

/// Finds named ways by their name, compared as people do, and by place.
///
/// Each street is entered under its name's key in every cell that its box touches. Entries are sorted numbers, 16 bytes each;
/// they live where the content does.
struct StreetIndex {
  /// Cells are 0.03 degree wide and high (3.3 km at the equator).
  private static let grid = CellGrid(side: 300_000)

  private var entries: MappedArray<KeyedPosition>
  /// Folded names; a key is the number of one.
  private var foldedNames: NameTable

  /// An index of nothing that lives where the content does.
  private init(in workspace: Workspace?) {
    entries = MappedArray(in: workspace)
    foldedNames = NameTable(in: workspace)
  }

  /// An index of all streets that bear a name or number.
  init(_ content: StoreContent) {
    self.init(in: content.workspace)
    var keyOfName = MappedArray<UInt32>(repeating: .max, count: content.names.count, in: content.workspace)
    for (index, street) in content.streets.enumerated() {
      let name = Int(street.name.rawValue)
      if keyOfName[name] == .max {
        keyOfName[name] = foldedNames.intern(NameFolding.key(for: content.names.text(street.name))).rawValue
      }
      enter(index, keyOfName[name], content.vertices(street.line))
    }
    RadixSort.sort(&entries) { $0.key }
  }

  /// An index of the streets that have names in other languages, by those names.
  init(translationsOf content: StoreContent) {
    self.init(in: content.workspace)
    var keysOfName: [NameID: Set<UInt32>] = [:]
    for (index, street) in content.streets.enumerated() where content.names.translationCount(street.name) > 0 {
      let keys = keysOfName[street.name] ?? foldedTranslations(of: content.names[street.name])
      keysOfName[street.name] = keys
      for key in keys { enter(index, key, content.vertices(street.line)) }
    }
    RadixSort.sort(&entries) { $0.key }
  }

  /// The keys of a name's translations, without that of the name itself.
  private mutating func foldedTranslations(of name: NameTable.Name) -> Set<UInt32> {
    let own = NameFolding.key(for: name.text)
    let folded = Set(name.translations.map { NameFolding.key(for: $0.text) })
    return Set(folded.subtracting([own]).sorted().map { foldedNames.intern($0).rawValue })
  }

  /// Enters a street in all cells that its box touches; one whose box has many more cells than it has vertices in those along it.
  private mutating func enter(_ street: Int, _ key: UInt32, _ line: Slice<MappedArray<FixedPoint>>) {
    let box = FixedBox(around: line)
    if StreetIndex.grid.cellCount(of: box) <= 64 + 4 * line.count {
      return StreetIndex.grid.forEachCell(of: box) { enter(street, key, $0, $1) }
    }
    for (from, to) in zip(line, line.dropFirst()) {
      StreetIndex.grid.forEachCell(from: from, to: to) { enter(street, key, $0, $1) }
    }
  }

  private mutating func enter(_ street: Int, _ key: UInt32, _ x: Int64, _ y: Int64) {
    let cell = StreetIndex.cellKey(key, x, y)
    // Segments in a row mostly lie in the same cell.
    if let last = entries.last, last.key == cell, last.position == street { return }
    entries.append(KeyedPosition(key: cell, position: street))
  }

  /// The key of a name that some street bears; nil for any other.
  func key(of name: String) -> UInt32? { foldedNames.find(NameFolding.key(for: name))?.rawValue }

  /// Calls with each street of a name that may come within a distance of a point, some of them more than once, until the closure returns
  /// false.
  func forEachStreet(_ key: UInt32, near point: FixedPoint, withinMeters distance: Double, _ body: (Int) -> Bool) {
    for box in SearchBoxes(around: point, radiusMeters: distance) {
      for y in StreetIndex.grid.rows(of: box) {
        for x in StreetIndex.grid.columns(of: box) {
          let cellKey = StreetIndex.cellKey(key, x, y)
          guard entries.forEachPosition(from: cellKey, through: cellKey, body) else { return }
        }
      }
    }
  }

  /// Calls with the streets of one name in one cell, for each name and cell that has several.
  func forEachGroup(_ body: ([Int]) -> Void) {
    guard !entries.isEmpty else { return }
    var start = 0
    for end in 1...entries.count where end == entries.count || entries[end].key != entries[start].key {
      if end - start > 1 { body(entries[start..<end].map { $0.position }) }
      start = end
    }
  }

  /// 36 bits of the name's key, 14 each of the cell's row and column, put together as ``CellGrid/key(column:row:)`` says.
  private static func cellKey(_ key: UInt32, _ x: Int64, _ y: Int64) -> UInt64 {
    UInt64(key) &* 0x1000_0000 &+ UInt64(y & 0x3FFF) &* 0x4000 &+ UInt64(x & 0x3FFF)
  }
}

extension CellGrid {
  /// How many cells a box touches.
  func cellCount(of box: FixedBox) -> Int { rows(of: box).count * columns(of: box).count }

  /// Calls with the column and row of each cell that a box touches.
  func forEachCell(of box: FixedBox, _ body: (Int64, Int64) -> Void) {
    for row in rows(of: box) { for column in columns(of: box) { body(column, row) } }
  }

  /// Calls with the column and row of each cell that a segment passes, and of some beside it.
  func forEachCell(from a: FixedPoint, to b: FixedPoint, _ body: (Int64, Int64) -> Void) {
    let (low, high) = a.y <= b.y ? (a, b) : (b, a)
    let slope = low.y == high.y ? 0 : Double(high.x - low.x) / Double(high.y - low.y)
    func column(atRow row: Int64) -> Int64 {
      let y = min(max(Double(row * side) - Double(Globe.pole), Double(low.y)), Double(high.y))
      return self.column(Int32((Double(low.x) + (y - Double(low.y)) * slope).rounded()))
    }
    let whole = columns(of: FixedBox(a).union(FixedBox(b)))
    for row in self.row(low.y)...self.row(high.y) {
      let ends = low.y == high.y ? (whole.lowerBound, whole.upperBound) : (column(atRow: row), column(atRow: row + 1))
      let columns = min(ends.0, ends.1) - 1...max(ends.0, ends.1) + 1
      for column in columns.clamped(to: whole) { body(column, row) }
    }
  }

  /// A number for a cell, row by row.
  ///
  /// Keys of cells are sums and not made with `|`: in a loop that counts, Swift 6.3.1 with optimization takes an operand of `|` for
  /// zero where the instruction after its own is some check that a number is not negative (`isValueKnownFalseAt` of the compiler's
  /// BoundsCheckOpts looks for a check, but not at what it checks). Houses were once linked to any street of their cell by that.
  /// CellKeyTests has the case in a few lines. No report of it was found among the issues of swiftlang/swift.
  static func key(column: Int64, row: Int64) -> UInt64 { UInt64(row) &* 0x1_0000_0000 &+ UInt64(column) }
}
