import GeoModel
import GeoStore

/// Which cities the addresses around a square name, so that an answer need not ask them where they all say the same.
///
/// 1. The Earth is a grid of squares. For each that an address, its outline or a stretch of numbers touches there is an entry for each city
///    that is named there.
/// 2. Tiles list the cities of the squares around theirs, those of ``farthestMeters`` and a little more.
/// 3. An address that touches more squares than any building does makes no entries, or a file with some of them would fill the memory:
///    around it nothing is listed.
struct NearbyCities: Sendable {
  /// An answer looks at no address that is farther, in meters (1,500, and what rounding takes).
  static let farthestMeters = 1_510.0
  /// Level of the grid's squares, whose side is 730 m at the equator.
  private static let level = 16
  /// A list of more is of no use.
  private static let mostCities = 6
  /// Rows of the grid that are looked through for a tile: enough for those up to 20 km wide, and for larger ones where addresses are few.
  private static let mostRows = 64

  /// Squares that an address may touch, 5.8 km by 5.8 km.
  private static let mostSquares = 64

  /// Squares in their upper halves, row before column, and ids of names in the lower, ascending once all are there.
  private(set) var entries: MappedArray<UInt64>
  /// Around everything that touches too many squares.
  private var vague = FixedBox.empty

  /// The cities of all addresses and stretches of numbers.
  init(_ content: StoreContent, _ numbering: StoreNumbering) {
    entries = MappedArray(in: content.workspace)
    for position in [numbering.addresses.old, numbering.lenders.old].joined() {
      let address = content.addresses[Int(position)]
      if let city = address.city { add(numbering.id(city), address, content) }
      // In some countries the city is a part of the address.
      for part in content.parts(address.parts) where part.kind == .district {
        add(numbering.id(part.name), address, content)
      }
    }
    for stretch in content.interpolations {
      if let city = stretch.city { add(numbering.id(city), content.box(of: stretch.line)) }
    }
    RadixSort.sort(&entries) { $0 }
  }

  private mutating func add(_ city: UInt32, _ address: AddressRecord, _ content: StoreContent) {
    add(city, FixedBox(address.point))
    guard let outline = address.outline else { return }
    for ring in content.rings(outline) { add(city, content.box(of: ring.points)) }
  }

  /// Adds a city to the squares that a box touches.
  private mutating func add(_ city: UInt32, _ box: FixedBox) {
    guard !box.isEmpty else { return }
    let (rows, columns) = (NearbyCities.rows(of: box), NearbyCities.columns(of: box))
    guard rows.count * columns.count <= NearbyCities.mostSquares else { return vague.formUnion(box) }
    for row in rows {
      for column in columns {
        let entry = NearbyCities.entry(row, column) | UInt64(city)
        // Houses that follow one another mostly lie in the same square.
        if entries.last != entry { entries.append(entry) }
      }
    }
  }

  private static func entry(_ row: UInt64, _ column: UInt64) -> UInt64 { row << 48 | column << 32 }

  private static func rows(of box: FixedBox) -> ClosedRange<UInt64> {
    line(Int64(box.minY) + Int64(Globe.pole))...line(Int64(box.maxY) + Int64(Globe.pole))
  }

  private static func columns(of box: FixedBox) -> ClosedRange<UInt64> {
    line(Int64(box.minX) + Int64(Globe.halfTurn))...line(Int64(box.maxX) + Int64(Globe.halfTurn))
  }

  private static func line(_ units: Int64) -> UInt64 { UInt64(max(0, units)) >> UInt64(32 - level) }

  /// The square of a tile's surroundings that tiles share: the grid's around small ones, large ones themselves.
  static func square(around cell: TileCell) -> FixedBox {
    cell.level <= level
      ? cell.box : TileCell.box(containing: FixedPoint(x: cell.box.minX, y: cell.box.minY), level: level)
  }

  /// Ids of the names of all cities that are named within ``farthestMeters`` of a tile, ascending; nil when there are many, or when there is
  /// too much to look through.
  ///
  /// - Parameter square: the tile's ``square(around:)``.
  func cities(around square: FixedBox) -> [UInt32]? {
    // To a corner, at the equator; elsewhere it is nearer.
    let side = max(Int64(square.maxX) - Int64(square.minX), Int64(square.maxY) - Int64(square.minY))
    let radius = Double(side / 2 + 2) * 2.0.squareRoot() / LocalProjection.unitsPerMeterY
    let boxes = SearchBoxes(around: square.middle, radiusMeters: NearbyCities.farthestMeters + radius)
    if boxes.intersects(vague) { return nil }
    var cities: [UInt32] = []
    var rowsLeft = NearbyCities.mostRows
    for box in boxes {
      let (rows, columns) = (NearbyCities.rows(of: box), NearbyCities.columns(of: box))
      var row = rows.lowerBound
      while row <= rows.upperBound {
        rowsLeft -= 1
        if rowsLeft < 0 { return nil }
        let end = NearbyCities.entry(row, columns.upperBound) | UInt64(UInt32.max)
        var position = entries.firstPosition(notLessThan: NearbyCities.entry(row, columns.lowerBound))
        while position < entries.count, entries[position] <= end {
          let city = UInt32(truncatingIfNeeded: entries[position])
          if !cities.contains(city) { cities.append(city) }
          if cities.count > NearbyCities.mostCities { return nil }
          position += 1
        }
        guard position < entries.count else { break }
        // Around a large tile there are many rows without any entry.
        row = max(row + 1, entries[position] >> 48)
      }
    }
    return cities.sorted()
  }
}

extension StoreContent {
  fileprivate func box(of range: PointRange) -> FixedBox {
    FixedBox(around: points[range.start..<range.start + range.count])
  }
}
