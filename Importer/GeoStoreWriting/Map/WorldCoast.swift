import GeoMapLayer
import GeoModel

/// The coast of the world layer, good to a kilometer or two, around some places: what a sea of it has in common with no other one.
struct WorldCoast {
  /// A place on the coast.
  struct Place {
    /// The line, and which stretch of it, with the part of the stretch that lies before the place.
    var line: Int
    var along: Double
    var point: MapGridPoint
  }

  /// Lines with land on their left, in units of the finest level.
  private(set) var lines: [[MapGridPoint]] = []
  /// The stretches that meet a block, by the line and the number in it. A block has a side of so many squares, as a power of two.
  private var blocks: [MapGridPoint: [(line: Int, index: Int)]] = [:]
  private static let blockBits: Int32 = 3
  private let shift: Int32

  /// - Parameter coasts: what coasts of the world are looked for around.
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
    /// Calls with the blocks around a stretch that are wanted.
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
        // Clockwise around the sea, the other way around its islands.
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

  /// Calls with the stretches around a point: with all that come nearer than a block's side, some of them several times.
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

  /// Places on the coast within some units of a point, fewer than a block's side: the nearest one of each stretch, and others at even steps.
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

  /// The way along the coast from a place, in the direction of the line or against it, at most so many units long.
  ///
  /// - Parameter end: where it ends if it comes there.
  /// - Returns: its points in the direction of the line, and whether it came to the end.
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
  /// Units to another point.
  func distance(to other: MapGridPoint) -> Double {
    let (dx, dy) = (Double(other.x) - Double(x), Double(other.y) - Double(y))
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The point after a part of the way to another one.
  func between(_ other: MapGridPoint, _ part: Double) -> MapGridPoint {
    MapGridPoint(
      x: x + Int32((Double(other.x - x) * part).rounded()), y: y + Int32((Double(other.y - y) * part).rounded()))
  }

  /// Whether a point lies on the right of the way from here to another one: where the sea is, if the way is a coast.
  func isRight(_ point: MapGridPoint, to other: MapGridPoint) -> Bool {
    Int64(other.x - x) * Int64(point.y - y) > Int64(other.y - y) * Int64(point.x - x)
  }
}

extension WorldCoast {
  /// Whether a point is on the side of the sea; nil where no coast is within some units, fewer than a block's side.
  func isSea(at point: MapGridPoint, within limit: Double) -> Bool? {
    var best: (distance: Double, aside: Double)?
    forEachStretch(near: point) { _, _, p, q in
      let (dx, dy) = (Double(q.x - p.x), Double(q.y - p.y))
      let (x, y) = (Double(point.x - p.x), Double(point.y - p.y))
      let distance = p.between(q, max(0, min(1, (x * dx + y * dy) / (dx * dx + dy * dy)))).distance(to: point)
      let aside = (dx * y - dy * x) / (dx * dx + dy * dy).squareRoot()
      // Where the coast turns sharply, a corner is the nearest place of two stretches: that one tells which the place lies more beside of.
      if distance <= limit, best.map({ (distance, -abs(aside)) < ($0.distance, -abs($0.aside)) }) ?? true {
        best = (distance, aside)
      }
    }
    return best.map { $0.aside > 0 }
  }
}
