import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore

/// A tile to be written.
struct PlannedTile: Hashable, Sendable {
  var level: Int
  /// The column, counted eastward from the antimeridian.
  var x: Int
  /// The row, counted southward from the northern edge.
  var y: Int
  /// The position on the concatenated Hilbert curves of all levels: PMTiles' tile id.
  var id: UInt64
}

/// The tiles for a file: those of some levels in a region. For a whole store, high levels are included only near the
/// content of its extracts.
///
/// Tiles are ordered by level, and within a level along a Hilbert curve. This is the order of PMTiles
/// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, section 4.1). It also lets neighboring tiles share
/// what was read from the store.
struct TilePlan {
  /// The requested levels.
  let levels: ClosedRange<Int>
  /// The requested region.
  let region: CoordinateRegion

  /// The squares of ``sieveLevel`` that have content; nil to include the whole region.
  private let sieve: Set<MapCell>?
  /// The ranges in units of which the world has 2^``bits`` from west to east. There are two where the region crosses
  /// the antimeridian.
  private let columns: [ClosedRange<Int>]
  private let rows: ClosedRange<Int>

  /// The number of units of the world from west to east, as a power of two.
  private static let bits = 28
  /// The level whose map layer squares show where a store has content. A square is 156 km wide at the equator, so the
  /// map does not end abruptly around the content.
  private static let sieveLevel = 8

  /// Creates a plan for all tiles of a region.
  ///
  /// - Parameter region: the region, which must be valid.
  init(_ region: CoordinateRegion, levels: ClosedRange<Int>) { self.init(region, levels, sieve: nil) }

  /// Creates a plan for the whole content of a store.
  init(allOf store: StoreReader, levels: ClosedRange<Int>) throws(StoreError) {
    let bounds = store.info.bounds.map { CoordinateRegion($0) } ?? TilePlan.world
    let coarse = TilePlan(bounds, levels: TilePlan.sieveLevel...TilePlan.sieveLevel)
    guard store.hasMapLayer, levels.upperBound > TilePlan.sieveLevel else {
      self.init(bounds, levels, sieve: nil)
      return
    }
    var sieve: Set<MapCell> = []
    try coarse.forEach { tile throws(StoreError) in
      let cell = MapCell(level: tile.level, x: tile.x, y: tile.y)
      if try store.mapLayerRow(cell.key, "map tile \(cell)") != nil { sieve.insert(cell) }
    }
    // Without coasts and large roads there may be no squares of that level at all.
    self.init(bounds, levels, sieve: sieve.isEmpty ? nil : sieve)
  }

  static let world = CoordinateRegion(south: -90, west: -180, north: 90, east: 180)

  private init(_ region: CoordinateRegion, _ levels: ClosedRange<Int>, sieve: Set<MapCell>?) {
    (self.region, self.levels, self.sieve) = (region, levels, sieve)
    let rect = MapRect(region)
    let world = 1 << TilePlan.bits
    func range(_ from: Double, _ to: Double) -> ClosedRange<Int> {
      let first = min(max(0, Int(from.rounded(.down))), world - 1)
      return first...max(first, min(Int(to.rounded(.up)) - 1, world - 1))
    }
    rows = range(rect.minY, rect.maxY)
    let overhang = rect.maxX - Double(world)
    columns = overhang > 0 ? [range(0, overhang), range(rect.minX, Double(world))] : [range(rect.minX, rect.maxX)]
  }

  // MARK: Counting

  /// The number of tiles, including those that turn out to be empty.
  var count: Int { levels.reduce(0) { $0 + count(at: $1) } }

  private func count(at level: Int) -> Int {
    let whole = MapCell(level: 0, x: 0, y: 0)
    guard let sieve, level > TilePlan.sieveLevel else { return count(at: level, in: whole) }
    return sieve.reduce(0) { $0 + count(at: level, in: $1) }
  }

  /// Returns the number of tiles of a level in the region and in a square.
  private func count(at level: Int, in cell: MapCell) -> Int {
    let depth = level - cell.level
    func clipped(_ range: ClosedRange<Int>, _ place: Int) -> Range<Int> {
      let shift = TilePlan.bits - level
      return ((range.lowerBound >> shift)..<(range.upperBound >> shift) + 1)
        .clamped(to: (place << depth)..<(place + 1) << depth)
    }
    let parts = columns.map { clipped($0, cell.x) }
    let across = parts.reduce(0) { $0 + $1.count }
    // At low levels, the two ends of a region that extends almost around the world may share a tile.
    let twice = parts.count == 2 ? parts[0].clamped(to: parts[1]).count : 0
    return (across - twice) * clipped(rows, cell.y).count
  }

  // MARK: Iteration

  /// Calls a closure with all tiles in ascending order of their ids.
  func forEach<Failure: Error>(_ body: (PlannedTile) throws(Failure) -> Void) throws(Failure) {
    for level in levels {
      // Each level has four times as many tiles as the previous one. So the ids of the levels begin at 0, 1, 5, 21 and
      // so on.
      let first = PlannedTile(level: 0, x: 0, y: 0, id: 0)
      let start = ((UInt64(1) << UInt64(2 * level)) - 1) / 3
      try visit(first, orientation: 0, to: level, start: start, body)
    }
  }

  private func visit<Failure: Error>(
    _ tile: PlannedTile, orientation: UInt8, to level: Int, start: UInt64, _ body: (PlannedTile) throws(Failure) -> Void
  ) throws(Failure) {
    guard has(tile, on: level) else { return }
    guard tile.level < level else {
      return try body(PlannedTile(level: level, x: tile.x, y: tile.y, id: start + tile.id))
    }
    for digit in 0..<4 {
      let quarter = HilbertCurve.quarter(orientation: orientation, digit: digit)
      let part = PlannedTile(
        level: tile.level + 1, x: tile.x << 1 | Int(quarter.x), y: tile.y << 1 | Int(quarter.y),
        id: tile.id << 2 | UInt64(digit))
      try visit(part, orientation: quarter.orientation, to: level, start: start, body)
    }
  }

  /// Whether a part of a tile is needed at a level.
  private func has(_ tile: PlannedTile, on level: Int) -> Bool {
    let shift = TilePlan.bits - tile.level
    func meets(_ range: ClosedRange<Int>, _ place: Int) -> Bool {
      (range.lowerBound >> shift...range.upperBound >> shift).contains(place)
    }
    guard meets(rows, tile.y), columns.contains(where: { meets($0, tile.x) }) else { return false }
    guard let sieve, tile.level == TilePlan.sieveLevel, level > tile.level else { return true }
    return sieve.contains(MapCell(level: tile.level, x: tile.x, y: tile.y))
  }
}
