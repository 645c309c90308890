import GeoMapLayer
import GeoStore

/// Shortens squares that are too long to read for a picture, those of the densest towns.
///
/// It first merges similar lines, then removes corners, then the smallest features, and the corners of the coast last.
enum MapThinner {
  /// The greatest length of a row in bytes.
  static let limit = 64 << 10
  /// How far corners may be off, in units.
  ///
  /// A unit is about a quarter of a meter at the finest level, an eighth of a pixel at the others.
  private static let tolerances: [Double] = [2, 3, 4, 6, 8, 12, 16]

  /// The row with as many corners as fit into the limit.
  static func thinned(_ row: [UInt8], _ cell: MapCell?) -> [UInt8] {
    guard row.count > limit, let cell else { return row }
    let whole = row.withUnsafeBufferPointer { MapCoding.tile($0, cell, where: { _ in true }) }
    guard let whole else { return row }
    let groups = groups(of: whole)
    for tolerance in tolerances {
      if let result = bytes(of: groups, cell, tolerance, least: 0) { return result }
    }
    var least = 64.0
    while true {
      if let result = bytes(of: groups, cell, tolerances[tolerances.count - 1], least: least) { return result }
      least *= 2
    }
  }

  /// A line, ring or point of a feature.
  private struct Part {
    let points: [MapGridPoint]
    /// The points as a line; for a ring, with the first one repeated at the end.
    let line: GradedLine
    /// The area that it covers in square units.
    let size: Double

    init(_ points: [MapGridPoint], _ kind: MapKind) {
      self.points = points
      size = MapThinner.size(of: points, kind)
      line = GradedLine(kind.isArea ? points + points.prefix(1) : points, least: isLast(kind) ? 1 : tolerances[0])
    }
  }

  /// Features of one kind with their points.
  private typealias Group = (kind: MapKind, things: [(feature: MapTile.Feature, parts: [Part])])

  /// The content of a square, grouped by kind.
  private static func groups(of tile: MapTile) -> [Group] {
    var groups: [Group] = []
    var start = 0
    while start < tile.features.count {
      let kind = tile.features[start].kind
      let end = tile.features[start...].firstIndex { $0.kind != kind } ?? tile.features.count
      let things = merged(tile.features[start..<end], tile)
      groups.append((kind, things.map { ($0.feature, $0.lines.map { Part($0, kind) }) }))
      start = end
    }
    return groups
  }

  /// Encodes the row; nil if it would be too long, which is detected early.
  ///
  /// - Parameter least: the least area in square units that a feature must cover; of a line, that of a band along it.
  private static func bytes(of groups: [Group], _ cell: MapCell, _ tolerance: Double, least: Double) -> [UInt8]? {
    let grid = MapGrid(level: cell.level)
    var row = ByteWriter()
    row.byte(MapCoding.version)
    for (kind, things) in groups {
      var group = ByteWriter()
      var count = 0
      for (feature, all) in things {
        guard row.bytes.count + group.bytes.count <= limit else { return nil }
        let parts = all.compactMap { kind.isName ? $0.points : thinned($0, kind, tolerance, least: least) }
        if kind.isName, Double(feature.size * feature.size) < least { continue }
        guard !parts.isEmpty else { continue }
        count += 1
        if kind.isLine {
          MapCoding.write(
            parts, feature.course, name: feature.name.rawValue, number: feature.number.rawValue, grid, 0, 0, &group)
          continue
        }
        if kind.isName {
          group.varint(UInt64(feature.name.rawValue))
          group.varint(feature.size)
        } else {
          group.varint(parts.count)
        }
        for part in parts { MapCoding.write(part, grid, 0, 0, &group) }
      }
      guard count > 0 else { continue }
      row.byte(kind.rawValue)
      row.varint(count)
      row.varint(group.bytes.count)
      group.bytes.withUnsafeBufferPointer { row.append($0) }
    }
    return row.bytes.count <= limit ? row.bytes : nil
  }

  /// The features of a kind with their points. Similar lines become one feature, joined where one continues another.
  private static func merged(
    _ features: ArraySlice<MapTile.Feature>, _ tile: MapTile
  ) -> [(feature: MapTile.Feature, lines: [[MapGridPoint]])] {
    struct Look: Hashable {
      var course: MapCourse
      var name: NameID
      var number: NameID
    }
    var all: [(feature: MapTile.Feature, lines: [[MapGridPoint]])] = []
    var numbers: [Look: Int] = [:]
    for feature in features {
      let lines = feature.parts.map { Array(tile.points[tile.parts[Int($0)]]) }
      let look = Look(course: feature.course, name: feature.name, number: feature.number)
      if feature.kind.isLine, let number = numbers[look] {
        all[number].lines += lines
      } else {
        numbers[look] = all.count
        all.append((feature, lines))
      }
    }
    return all.map { ($0.feature, $0.feature.kind.isLine ? CoastCell.joined($0.lines) : $0.lines) }
  }

  /// A line or ring with fewer corners, none of which is moved; nil if it is too small to keep.
  private static func thinned(
    _ part: Part, _ kind: MapKind, _ tolerance: Double, least: Double
  ) -> [MapGridPoint]? {
    var tolerance = tolerance
    if isLast(kind) {
      tolerance = least / squareUnits
      if tolerance < 1 { return part.points }
    } else if least > 0, part.size < least {
      return nil
    }
    guard kind.isArea else { return part.line.points(tolerance: tolerance) }
    guard Double(MapGridBox(part.points).extent) >= 2 * tolerance else { return nil }
    let ring = part.line.points(tolerance: tolerance).dropLast()
    return ring.count >= 3 ? Array(ring) : nil
  }

  /// Whether a kind is thinned last.
  ///
  /// Land and sea must fit together, also in neighboring squares, so they stay until nothing else is left.
  private static func isLast(_ kind: MapKind) -> Bool { kind == .land || kind == .sea }

  /// More square units than a square has.
  private static let squareUnits = Double(1 << 30)

  /// The area that a shape covers in square units.
  ///
  /// A line covers a band, which is broader the farther out the kind is shown.
  private static func size(of points: [MapGridPoint], _ kind: MapKind) -> Double {
    if kind.isArea { return Double(abs(MapRings.doubledArea(points))) / 2 }
    let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return length * Double(8 << (MapCell.finestLevel - min(kind.firstLevel, MapCell.finestLevel)))
  }
}
