import GeoModel
import GeoStore

/// The cities named by addresses around a square, so that a query need not read the addresses where all name the same
/// city.
///
/// 1. The Earth is divided into a grid. Each square has an entry for each city named by an address, outline or
///    interpolation that touches it.
/// 2. Tiles list the cities of the squares around them, up to ``farthestMeters`` and a little more.
/// 3. An address that touches more squares than any building does makes no entries, as a few such addresses would fill
///    the memory. Around it, no cities are listed.
struct NearbyCities: Sendable {
  /// The greatest distance at which a query reads addresses, in meters: 1,500 and some tolerance for rounding.
  static let farthestMeters = 1_510.0
  /// The level of the grid's squares, whose side is 730 m at the equator.
  private static let level = 16
  /// The most cities in a list. Longer lists are of no use.
  private static let mostCities = 6
  /// The most rows of the grid to search for a tile.
  ///
  /// It is enough for tiles up to 20 km wide, and for larger ones with few addresses.
  private static let mostRows = 64

  /// The most squares that an address may touch, 5.8 km by 5.8 km.
  private static let mostSquares = 64

  /// The entries: a square's row and column in the upper half, the id of a city's name in the lower half.
  ///
  /// They are sorted once they are complete.
  private(set) var entries: MappedArray<UInt64>
  /// The box of everything that touches too many squares.
  private var vague = FixedBox.empty

  /// Collects the cities of all addresses and interpolations.
  init(_ content: StoreContent, _ numbering: StoreNumbering) {
    entries = MappedArray(in: content.workspace)
    for position in [numbering.addresses.old, numbering.lenders.old].joined() {
      let address = content.addresses[Int(position)]
      if let city = address.city { add(numbering.id(city), address, content) }
      // In some countries the city is in another part of the address.
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
        // Consecutive houses are mostly in the same square.
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

  /// The square for which a tile's cities are found: for small tiles, the grid's square that contains them; for large
  /// ones, their own.
  static func square(around cell: TileCell) -> FixedBox {
    cell.level <= level
      ? cell.box : TileCell.box(containing: FixedPoint(x: cell.box.minX, y: cell.box.minY), level: level)
  }

  /// The ids of all cities named within ``farthestMeters`` of a square, ascending; nil when there are too many cities
  /// or rows to search, or an address nearby touches too many squares.
  ///
  /// - Parameter square: a tile's ``square(around:)``.
  func cities(around square: FixedBox) -> [UInt32]? {
    // The distance to a corner at the equator; elsewhere corners are nearer.
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
        // Skips rows without entries, of which there are many around a large tile.
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
