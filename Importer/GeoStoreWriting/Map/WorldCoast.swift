import GeoMapLayer
import GeoModel

/// The coast of the world layer near some coastlines, accurate to a kilometer or two.
///
/// It consists of the edges that belong to only one sea.
struct WorldCoast {
  /// A place on the coast.
  struct Place {
    /// The line, and the number of its segment plus the fraction of that segment before the place.
    var line: Int
    var along: Double
    var point: MapGridPoint
  }

  /// Lines with land on their left, in units of the finest level.
  private(set) var lines: [[MapGridPoint]] = []
  /// For each block, the segments that touch it, by line and number. The side of a block in squares is a power of two.
  private var blocks: [MapGridPoint: [(line: Int, index: Int)]] = [:]
  private static let blockBits: Int32 = 3
  private let shift: Int32

  /// Collects the world's coast.
  ///
  /// - Parameter coasts: the coastlines around which it is needed.
  init(_ content: StoreContent, around coasts: [[MapGridPoint]], _ grid: MapGrid) {
    shift = grid.extentBits + WorldCoast.blockBits
    var wanted: Set<MapGridPoint> = []
    for line in coasts {
      var last: MapGridPoint?
      for point in line {
        let block = block(of: point)
        if block == last { continue }
        last = block
        for dy: Int32 in -3...3 {
          for dx: Int32 in -3...3 { wanted.insert(MapGridPoint(x: block.x + dx, y: block.y + dy)) }
        }
      }
    }
    guard !wanted.isEmpty else { return }
    let box = MapGridBox(wanted)
    /// Calls `body` with the wanted blocks around a segment.
    func forEachBlock(_ from: MapGridPoint, _ to: MapGridPoint, _ body: (MapGridPoint) -> Void) {
      let (p, q) = (block(of: from), block(of: to))
      let (west, east) = (max(min(p.x, q.x), box.minX), min(max(p.x, q.x), box.maxX))
      let (north, south) = (max(min(p.y, q.y), box.minY), min(max(p.y, q.y), box.maxY))
      guard west <= east, north <= south else { return }
      for y in north...south {
        for x in west...east where wanted.contains(MapGridPoint(x: x, y: y)) { body(MapGridPoint(x: x, y: y)) }
      }
    }
    var edges: [[MapGridPoint]] = []
    var numbers: [[MapGridPoint]: Int] = [:]
    for area in content.areas where area.isSea {
      for ring in content.rings(area.rings) {
        let points = content.vertices(ring.points).map { grid.point($0) }
        // Edges run clockwise around the sea, and counterclockwise around its islands.
        let isForward = (MapRings.doubledArea(points) > 0) == ring.isOuter
        let way = isForward ? points : points.reversed()
        for (p, q) in zip(way, way.dropFirst()) where p != q {
          var isNear = false
          forEachBlock(p, q) { _ in isNear = true }
          guard isNear else { continue }
          if let twin = numbers.removeValue(forKey: [q, p]) {
            edges[twin] = []
          } else {
            numbers[[p, q]] = edges.count
            edges.append([p, q])
          }
        }
      }
    }
    lines = CoastCell.joined(edges.filter { !$0.isEmpty })
    for (number, line) in lines.enumerated() {
      for index in line.indices.dropLast() {
        forEachBlock(line[index], line[index + 1]) { blocks[$0, default: []].append((number, index)) }
      }
    }
  }

  private func block(of point: MapGridPoint) -> MapGridPoint { MapGridPoint(x: point.x >> shift, y: point.y >> shift) }

  /// Calls `body` with segments around a point.
  ///
  /// They include all within a block's side of it, and some occur several times.
  private func forEachStretch(
    near point: MapGridPoint, _ body: (_ line: Int, _ index: Int, _ from: MapGridPoint, _ to: MapGridPoint) -> Void
  ) {
    let middle = block(of: point)
    for dy: Int32 in -1...1 {
      for dx: Int32 in -1...1 {
        for (line, index) in blocks[MapGridPoint(x: middle.x + dx, y: middle.y + dy)] ?? [] {
          body(line, index, lines[line][index], lines[line][index + 1])
        }
      }
    }
  }

  /// Places on the coast within a distance of a point, which must be less than a block's side.
  ///
  /// They are the nearest place of each segment, and others at even steps from it.
  func places(near point: MapGridPoint, within limit: Double, step: Double) -> [Place] {
    var places: [Place] = []
    forEachStretch(near: point) { line, index, p, q in
      let length = p.distance(to: q)
      let (dx, dy) = (Double(q.x - p.x), Double(q.y - p.y))
      let part = (Double(point.x - p.x) * dx + Double(point.y - p.y) * dy) / (length * length)
      let nearest = max(0, min(1, part))
      guard p.between(q, nearest).distance(to: point) <= limit else { return }
      let steps = Int(limit / step)
      for number in -steps...steps {
        let part = nearest + Double(number) * step / length
        guard (0...1).contains(part) else { continue }
        let place = Place(line: line, along: Double(index) + part, point: p.between(q, part))
        if place.point.distance(to: point) <= limit { places.append(place) }
      }
    }
    return places
  }

  /// The path along the coast from a place, in the direction of the line or against it, with a maximum length in units.
  ///
  /// - Parameter end: where the path ends if it gets there.
  /// - Returns: its points in the direction of the line, and whether it reached the end.
  func way(
    from start: Place, isForward: Bool, to end: Place? = nil, length limit: Double
  ) -> (points: [MapGridPoint], isComplete: Bool) {
    let line = lines[start.line]
    let isRound = line.first == line.last
    let last = line.count - 1
    var points = [start.point]
    var length = 0.0
    var index = isForward ? Int(start.along) + 1 : Int(start.along.rounded(.up)) - 1
    var isBehindStart = false
    while length < limit {
      if index > last || index < 0 {
        guard isRound, !isBehindStart else { break }
        isBehindStart = true
        index = isForward ? 1 : last - 1
      }
      if let end, end.line == start.line, isForward, isBehindStart || end.along >= start.along,
        Double(index) >= end.along
      {
        points.append(end.point)
        return (points, true)
      }
      length += points[points.count - 1].distance(to: line[index])
      if line[index] != points[points.count - 1] { points.append(line[index]) }
      index += isForward ? 1 : -1
    }
    return (isForward ? points : points.reversed(), false)
  }
}

extension MapGridPoint {
  /// The distance to another point in units.
  func distance(to other: MapGridPoint) -> Double {
    let (dx, dy) = (Double(other.x) - Double(x), Double(other.y) - Double(y))
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The point at a fraction of the way to another one.
  func between(_ other: MapGridPoint, _ part: Double) -> MapGridPoint {
    MapGridPoint(
      x: x + Int32((Double(other.x - x) * part).rounded()), y: y + Int32((Double(other.y - y) * part).rounded()))
  }

  /// Whether a point lies to the right of the line from here to another point.
  ///
  /// That is the side of the sea, if the line is a coast.
  func isRight(_ point: MapGridPoint, to other: MapGridPoint) -> Bool {
    Int64(other.x - x) * Int64(point.y - y) > Int64(other.y - y) * Int64(point.x - x)
  }
}

extension WorldCoast {
  /// Whether a point is on the side of the sea; nil where no coast is within a distance, which must be less than a
  /// block's side.
  func isSea(at point: MapGridPoint, within limit: Double) -> Bool? {
    var best: (distance: Double, aside: Double)?
    forEachStretch(near: point) { _, _, p, q in
      let (dx, dy) = (Double(q.x - p.x), Double(q.y - p.y))
      let (x, y) = (Double(point.x - p.x), Double(point.y - p.y))
      let distance = p.between(q, max(0, min(1, (x * dx + y * dy) / (dx * dx + dy * dy)))).distance(to: point)
      let aside = (dx * y - dy * x) / (dx * dx + dy * dy).squareRoot()
      // At a sharp turn of the coast, a corner is the nearest place of two segments. Then the segment whose line is
      // farther from the point decides.
      if distance <= limit, best.map({ (distance, -abs(aside)) < ($0.distance, -abs($0.aside)) }) ?? true {
        best = (distance, aside)
      }
    }
    return best.map { $0.aside > 0 }
  }
}
