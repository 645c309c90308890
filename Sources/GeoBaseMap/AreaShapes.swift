import GeoMap
import GeoModel
import GeoStore
import GeoSupport

/// Land, water and borders of the store's areas, as coarse as a level shows them.
final class AreaShapes {
  /// A border to be drawn once, however many areas share it.
  struct Border {
    var line: [FixedPoint]
    /// The coarsest `admin_level` of the areas beside it.
    var level: UInt8
    /// Whether it belongs to the world layer, which is accurate to a kilometer.
    var isCoarse: Bool
  }

  let store: StoreReader
  /// The borders by their number and thinning step.
  private var lines: [Key: (line: [FixedPoint], box: FixedBox)] = [:]
  private var vertexCount = 0
  private var borderRings = BoundedCache<AreaID, [BorderRing]>(capacity: 4_096)
  var middles = BoundedCache<AreaID, Middle?>(capacity: 8_192)
  var landed = BoundedCache<AreaID, Bool>(capacity: 512)
  private var knownCities: [FixedPoint]?
  /// The largest number of cached vertices: 16 MB.
  private static let vertexLimit = 2_000_000

  /// Whether a vertex is at the antimeridian, with a tolerance because some areas of the world layer end ten meters
  /// before it.
  static func isAtAntimeridian(_ point: FixedPoint) -> Bool { point.x.magnitude >= 1_799_998_000 }

  private struct Key: Hashable {
    var border: Int
    var step: Int32
  }

  init(_ store: StoreReader) { self.store = store }

  /// The cities and towns of the world layer, from west to east.
  func cities() throws(StoreError) -> [FixedPoint] {
    if let knownCities { return knownCities }
    let towns = try store.places(in: .world) { $0.isCoarse && $0.kind.isTown }
    let cities = towns.map(\.point).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    knownCities = cities
    return cities
  }

  /// Returns the areas that meet a rectangle and are large enough to be visible.
  func areas(_ sheet: Sheet, in rect: MapRect) throws(StoreError) -> [StoredArea] {
    var areas: [StoredArea] = []
    for id in try store.areas(in: Sheet.box(rect), ofExtent: Int64(min(1e9, 2 * sheet.unitsPerPoint))) {
      areas.append(try store.area(id))
    }
    return areas
  }

  /// Returns the rings of an area, thinned for the level.
  ///
  /// - Parameters:
  ///   - box: rings that do not meet it are left out.
  ///   - isDirected: whether outer rings run clockwise and holes counterclockwise; otherwise they run as they are
  ///     stored.
  func rings(
    of area: StoredArea, _ sheet: Sheet, in box: FixedBox, isDirected: Bool = false
  ) throws(StoreError) -> [[FixedPoint]] {
    let step = AreaShapes.step(sheet)
    var rings: [[FixedPoint]] = []
    for borders in try self.rings(of: area.id) {
      var ring: [FixedPoint] = []
      var extent = FixedBox.empty
      for use in borders.uses {
        let border = try border(use.border, step)
        extent.formUnion(border.box)
        ring += (use.isReversed ? border.line.reversed() : border.line).dropFirst(ring.isEmpty ? 0 : 1)
      }
      guard ring.count > 3, extent.intersects(box) else { continue }
      if isDirected, AreaShapes.isClockwise(ring) != borders.isOuter { ring.reverse() }
      rings.append(ring)
    }
    return rings
  }

  /// Returns the borders between areas that meet a box. Coasts, with an area on one side only, are included only for
  /// areas that are not coarse.
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
      if area.level > 2, area.box.extent < Style.leastBordered(at: sheet.level) * sheet.unitsPerPoint { continue }
      for use in try rings(of: area.id).lazy.flatMap(\.uses) {
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

  private func rings(of id: AreaID) throws(StoreError) -> [BorderRing] {
    try borderRings.value(for: id) { () throws(StoreError) in try store.borders(of: id) }
  }

  /// The distance below which vertices are left out: a third of a point, rounded down to a power of two. So neighboring
  /// levels share the cache.
  private static func step(_ sheet: Sheet) -> Int32 {
    let units = sheet.unitsPerPoint / 3
    return units < 2 ? 0 : Int32(exp2(log2(min(units, 1e8)).rounded(.down)))
  }

  /// Whether a ring runs clockwise on the map.
  private static func isClockwise(_ ring: [FixedPoint]) -> Bool {
    var area = 0.0
    for (p, q) in zip(ring, ring.dropFirst()) { area += (Double(q.x) - Double(p.x)) * (Double(q.y) + Double(p.y)) }
    return area > 0
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

  static func thinned(_ line: [FixedPoint], _ step: Int32) -> [FixedPoint] {
    guard step > 0, line.count > 2, var last = line.first, let end = line.last else { return line }
    var result = [last]
    for point in line.dropFirst().dropLast() {
      // Keeps every vertex at the antimeridian, because the other side of the world continues from there.
      guard
        isAtAntimeridian(point)
          || max(abs(Int64(point.x) - Int64(last.x)), abs(Int64(point.y) - Int64(last.y))) >= step
      else { continue }
      result.append(point)
      last = point
    }
    result.append(end)
    return result
  }
}
