import GeoMap
import GeoModel
import GeoStore
import GeoSupport

/// Land, water and borders of the store's areas, as coarse as a level shows them.
final class AreaShapes {
  /// A border as it is drawn: once, however many areas are beside it.
  struct Border {
    var line: [FixedPoint]
    /// The coarsest `admin_level` beside it.
    var level: UInt8
    /// Whether it is of the world layer, good to a kilometer.
    var isCoarse: Bool
  }

  let store: StoreReader
  /// Borders by their number and the coarseness for which they were made.
  private var lines: [Key: (line: [FixedPoint], box: FixedBox)] = [:]
  private var vertexCount = 0
  private var uses = BoundedCache<AreaID, [[BorderUse]]>(capacity: 4_096)
  private var seas = BoundedCache<AreaID, [[[MapGridPoint]]]>(capacity: 512)
  private var middles = BoundedCache<AreaID, FixedPoint?>(capacity: 8_192)
  /// Vertices that are remembered: 16 MB.
  private static let vertexLimit = 2_000_000

  private struct Key: Hashable {
    var border: Int
    var step: Int32
  }

  init(_ store: StoreReader) { self.store = store }

  /// The rows of areas that meet a part and are large enough to be seen.
  func areas(_ sheet: Sheet, in rect: MapRect) throws(StoreError) -> [StoredArea] {
    var areas: [StoredArea] = []
    for id in try store.areas(in: Sheet.box(rect), ofExtent: Int64(min(1e9, 2 * sheet.unitsPerPoint))) {
      areas.append(try store.area(id))
    }
    return areas
  }

  /// The rings of an area in a part: what is far outside is coarse.
  ///
  /// - Parameter box: rings that do not meet it are left out.
  func rings(of area: StoredArea, _ sheet: Sheet, in box: FixedBox) throws(StoreError) -> [[FixedPoint]] {
    let step = AreaShapes.step(sheet)
    var rings: [[FixedPoint]] = []
    for uses in try uses(of: area.id) {
      var ring: [FixedPoint] = []
      var extent = FixedBox.empty
      for use in uses {
        let border = try border(use.border, step)
        extent.formUnion(border.box)
        ring += (use.isReversed ? border.line.reversed() : border.line).dropFirst(ring.isEmpty ? 0 : 1)
      }
      if ring.count > 3, extent.intersects(box) { rings.append(ring) }
    }
    return rings
  }

  /// The borders between areas in a part; coasts, which nobody is on the other side of, only of areas that are not coarse.
  func borders(of areas: [StoredArea], _ sheet: Sheet, in box: FixedBox) throws(StoreError) -> [Border] {
    struct Side {
      var level: UInt8
      var areas = 1
      var isCoarse: Bool
    }
    let levels = Style.borderLevels(at: sheet.level)
    var sides: [Int: Side] = [:]
    for area in areas where area.kind == .administrative && levels.contains(area.level) && !area.isOverridden {
      if area.isCoarse, sheet.level >= Style.coarseBorderEnd { continue }
      if area.level > 2, area.box.extent < Style.leastBordered * sheet.unitsPerPoint { continue }
      for use in try uses(of: area.id).joined() {
        guard var side = sides[use.border], side.level <= area.level else {
          sides[use.border] = Side(level: area.level, isCoarse: area.isCoarse)
          continue
        }
        if side.level == area.level { side.areas += 1 }
        side.isCoarse = side.isCoarse && area.isCoarse
        sides[use.border] = side
      }
    }
    let step = AreaShapes.step(sheet)
    var borders: [Border] = []
    for (number, side) in sides.sorted(by: { $0.key < $1.key }) where side.areas > 1 || !side.isCoarse {
      let (line, extent) = try border(number, step)
      guard extent.intersects(box) else { continue }
      borders.append(Border(line: line, level: side.level, isCoarse: side.isCoarse))
    }
    return borders
  }

  /// A place in an area for its name; nil for one without polygons.
  ///
  /// Of countries and their parts, it is in the middle of the polygon with the most cities of the world layer, else in that of the largest one:
  /// they reach over their waters, so their largest polygon may be the sea around islands far away. Where the middle is at sea, it is at the
  /// city in the middle of all.
  func middle(of area: StoredArea) throws(StoreError) -> FixedPoint? {
    try middles.value(for: area.id) { () throws(StoreError) in
      let polygons = try store.boundary(of: area.id)
      var best: (cities: [FixedPoint], size: Double, rings: [[FixedPoint]])?
      for rings in polygons {
        guard let outer = rings.first else { continue }
        let box = FixedBox(around: outer)
        // Where it lies is not asked for to the meter.
        let simple = rings.map { AreaShapes.thinned($0, Int32(box.extent / 400)) }
        let corners = simple.map { $0.dropLast().map { MapGridPoint(x: $0.x, y: $0.y) } }
        let cities = store.places(in: box) { area.kind == .administrative && $0.isCoarse && $0.kind.isTown }.map(
          \.point
        )
        .filter { MapRings.contains(corners, MapGridPoint(x: $0.x, y: $0.y)) }
        let size = abs(InteriorPoint.moments(of: outer[...]).doubledArea)
        if best.map({ ($0.cities.count, $0.size) < (cities.count, size) }) ?? true { best = (cities, size, simple) }
      }
      guard let best, let middle = InteriorPoint.of(best.rings.map { $0[...] }) else { return nil }
      let cities = best.cities.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
      guard !cities.isEmpty, try isAtSea(middle) else { return middle }
      return cities[cities.count / 2]
    }
  }

  /// Whether a place is in a sea of the world layer.
  private func isAtSea(_ place: FixedPoint) throws(StoreError) -> Bool {
    for id in try store.areas(in: FixedBox(around: [place])) {
      let area = try store.area(id)
      guard area.isCoarse, area.kind == .ocean else { continue }
      let polygons = try seas.value(for: id) { () throws(StoreError) in
        try store.boundary(of: id).map { $0.map { $0.dropLast().map { MapGridPoint(x: $0.x, y: $0.y) } } }
      }
      if polygons.contains(where: { MapRings.contains($0, MapGridPoint(x: place.x, y: place.y)) }) { return true }
    }
    return false
  }

  private func uses(of id: AreaID) throws(StoreError) -> [[BorderUse]] {
    try uses.value(for: id) { () throws(StoreError) in try store.borders(of: id) }
  }

  /// Vertices nearer to each other than this are left out: a third of a point, rounded down to a power of two, so that neighboring levels
  /// share what is remembered.
  private static func step(_ sheet: Sheet) -> Int32 {
    let units = sheet.unitsPerPoint / 3
    return units < 2 ? 0 : Int32(exp2(log2(min(units, 1e8)).rounded(.down)))
  }

  private func border(_ number: Int, _ step: Int32) throws(StoreError) -> (line: [FixedPoint], box: FixedBox) {
    let key = Key(border: number, step: step)
    if let known = lines[key] { return known }
    let line = AreaShapes.thinned(try store.border(number), step)
    if vertexCount + line.count > AreaShapes.vertexLimit {
      lines = [:]
      vertexCount = 0
    }
    vertexCount += line.count
    let border = (line, FixedBox(around: line))
    lines[key] = border
    return border
  }

  private static func thinned(_ line: [FixedPoint], _ step: Int32) -> [FixedPoint] {
    guard step > 0, line.count > 2, var last = line.first, let end = line.last else { return line }
    var result = [last]
    for point in line.dropFirst().dropLast() {
      guard max(abs(Int64(point.x) - Int64(last.x)), abs(Int64(point.y) - Int64(last.y))) >= step else { continue }
      result.append(point)
      last = point
    }
    result.append(end)
    return result
  }
}

extension PlaceKind {
  /// Whether it is one of the kinds that the world layer gives to settlements of some size.
  fileprivate var isTown: Bool { self == .city || self == .town }
}
