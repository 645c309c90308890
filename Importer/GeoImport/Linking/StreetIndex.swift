import GeoLocale
import GeoModel
import GeoStore
import GeoStoreWriting

/// Finds named ways by folded name and by position.
///
/// Each street has an entry under its name's key in every cell that it may touch. Entries are sorted numbers of 16
/// bytes each, in the content's workspace.
struct StreetIndex {
  /// Cells are 0.03 degree wide and high (3.3 km at the equator).
  private static let grid = CellGrid(side: 300_000)

  private var entries: MappedArray<KeyedPosition>
  /// The folded names. A name's key is its number in this table.
  private var foldedNames: NameTable

  /// Creates an empty index in the content's workspace.
  private init(in workspace: Workspace?) {
    entries = MappedArray(in: workspace)
    foldedNames = NameTable(in: workspace)
  }

  /// Indexes all streets with a name or number.
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

  /// Indexes the streets that have names in other languages, by those names.
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

  /// The keys of a name's translations, except for the key of the name itself.
  private mutating func foldedTranslations(of name: NameTable.Name) -> Set<UInt32> {
    let own = NameFolding.key(for: name.text)
    let folded = Set(name.translations.map { NameFolding.key(for: $0.text) })
    return Set(folded.subtracting([own]).sorted().map { foldedNames.intern($0).rawValue })
  }

  /// Enters a street in all cells that its bounding box touches. If these are many more than its vertices, enters it
  /// only in the cells along its segments.
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
    // Consecutive segments mostly lie in the same cell.
    if let last = entries.last, last.key == cell, last.position == street { return }
    entries.append(KeyedPosition(key: cell, position: street))
  }

  /// The key of a name; nil if no street has the name.
  func key(of name: String) -> UInt32? { foldedNames.find(NameFolding.key(for: name))?.rawValue }

  /// Calls a closure with each street of a name that may lie within a distance of a point, until it returns false. Some
  /// streets come more than once.
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

  /// Calls a closure with the streets that share a name and a cell, for each such group of two or more.
  func forEachGroup(_ body: ([Int]) -> Void) {
    guard !entries.isEmpty else { return }
    var start = 0
    for end in 1...entries.count where end == entries.count || entries[end].key != entries[start].key {
      if end - start > 1 { body(entries[start..<end].map { $0.position }) }
      start = end
    }
  }

  /// Combines the name's key in the upper 36 bits with 14 bits each of row and column. See
  /// ``CellGrid/key(column:row:)`` for why it adds them.
  private static func cellKey(_ key: UInt32, _ x: Int64, _ y: Int64) -> UInt64 {
    UInt64(key) &* 0x1000_0000 &+ UInt64(y & 0x3FFF) &* 0x4000 &+ UInt64(x & 0x3FFF)
  }
}

extension CellGrid {
  /// The number of cells that a box touches.
  func cellCount(of box: FixedBox) -> Int { rows(of: box).count * columns(of: box).count }

  /// Calls a closure with the column and row of each cell that a box touches.
  func forEachCell(of box: FixedBox, _ body: (Int64, Int64) -> Void) {
    for row in rows(of: box) { for column in columns(of: box) { body(column, row) } }
  }

  /// Calls a closure with the column and row of each cell that a segment passes, and of some cells beside it.
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

  /// The key of a cell, ordered row by row.
  ///
  /// Keys of cells are sums, not made with `|`, because of a compiler bug. In a counting loop, optimized code of Swift
  /// 6.3.1 takes an operand of `|` for zero if the next instruction checks that some number is not negative. The cause
  /// is `isValueKnownFalseAt` in the compiler's BoundsCheckOpts, which looks for a check but not at what it checks. The
  /// bug once linked houses to arbitrary streets of their cell. CellKeyTests reproduces it in a few lines. The issues
  /// of swiftlang/swift have no report of it.
  static func key(column: Int64, row: Int64) -> UInt64 { UInt64(row) &* 0x1_0000_0000 &+ UInt64(column) }
}
