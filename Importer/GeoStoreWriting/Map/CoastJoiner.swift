import GeoMapLayer

/// Continues the coastlines of an extract, which end where it was cut, to the coast of the world layer, so that the map
/// has no gap there.
///
/// 1. Where one coastline ends and another one begins nearby, as on both sides of a bay or of a gap in the data, a
///    straight line joins them. The world layer must have nothing nearer and not contradict, and the line must cross no
///    coastline.
/// 2. From other ends, a line leads to the coast of the world. Its target is the place where the line is short and
///    leaves the fewest houses on the wrong side. It goes around those houses like a taut string, but not through a
///    coastline.
/// 3. From there on, the coast of the world is followed.
struct CoastJoiner {
  /// The coastlines of the extract with the lines that join or continue them, and the lines that follow the world's
  /// coast.
  private(set) var own: [[MapGridPoint]]
  private(set) var beyond: [[MapGridPoint]] = []

  private let world: WorldCoast
  /// The side of a square in units.
  private let side: Double
  /// The greatest distance to the coast of the world, and how far that coast is followed, in squares.
  private static let reach = 4.0, length = 16.0
  /// The distance that a line keeps from houses that it goes around, in squares.
  private static let shore = 1.0 / 64
  /// The cost of a house on the wrong side, as a length in squares.
  private static let wrongHouse = 0.1
  /// The most loose ends to handle, more than a real extract has.
  private static let mostEnds = 2_000
  /// The number of nearest starts that an end is tried with. In a real extract, the second or third one fits.
  private static let mostTries = 32

  /// Joins coastlines and continues their loose ends.
  ///
  /// - Parameters:
  ///   - lines: the joined coastlines.
  ///   - houses: returns points on land around a point, up to about the given number in each square.
  init(
    _ lines: [[MapGridPoint]], world: WorldCoast, _ grid: MapGrid, houses: (MapGridPoint, Int) -> [MapGridPoint]
  ) {
    (own, self.world, side) = (lines, world, Double(grid.extent))
    let open = lines.filter { $0.count > 1 && $0.first != $0.last }
    guard !world.lines.isEmpty, open.count <= CoastJoiner.mostEnds else { return }
    let pieces = CoastPieces(open)
    var ends = open.map { joint($0, isEnd: true, houses) }
    var starts = open.map { joint($0, isEnd: false, houses) }
    joinDirectly(open, pieces, &ends, &starts)
    for number in open.indices {
      if let end = ends[number] { add(around(houses(end.point, .max), end.point, end.place.point, pieces)) }
      if let start = starts[number] { add(around(houses(start.point, .max), start.place.point, start.point, pieces)) }
    }
    followWorld(ends.compactMap(\.self), starts.compactMap(\.self))
  }

  /// The path from one point to another that keeps the houses beside it on its left; a straight line if the path would
  /// cross coastlines.
  private func around(
    _ houses: [MapGridPoint], _ from: MapGridPoint, _ to: MapGridPoint, _ coast: CoastPieces
  ) -> [MapGridPoint] {
    let (dx, dy) = (Double(to.x - from.x), Double(to.y - from.y))
    let scale = side * CoastJoiner.shore / max(1, from.distance(to: to))
    let (aside, below) = (Int32(-dy * scale), Int32(dx * scale))
    func along(_ point: MapGridPoint) -> Double { Double(point.x - from.x) * dx + Double(point.y - from.y) * dy }
    let drowned = houses.filter { from.isRight($0, to: to) && isBeside($0, from, to) }
      .map { MapGridPoint(x: $0.x + aside, y: $0.y + below) }
      .sorted { (along($0), $0.x, $0.y) < (along($1), $1.x, $1.y) }
    var way = [from]
    for point in drowned + [to] {
      while way.count > 1, !way[way.count - 2].isRight(way[way.count - 1], to: point) { way.removeLast() }
      way.append(point)
    }
    return zip(way, way.dropFirst()).contains { coast.isCrossed(from: $0, to: $1) } ? [from, to] : way
  }

  /// Adds the paths along the world's coast.
  ///
  /// Each end leads to the next start on the same coast, if that is not too far.
  private mutating func followWorld(_ ends: [Joint], _ starts: [Joint]) {
    let length = CoastJoiner.length * side
    func way(_ end: Int, _ start: Int) -> (points: [MapGridPoint], isComplete: Bool) {
      world.way(from: ends[end].place, isForward: true, to: starts[start].place, length: length)
    }
    let pairs = CoastJoiner.pairs(ends.count, starts.count) { end, start in
      let (from, to) = (ends[end].place, starts[start].place)
      guard from.line == to.line else { return nil }
      let stretches = to.along - from.along
      return stretches < 0 ? stretches + Double(world.lines[from.line].count) : stretches
    } isJoined: { end, start in
      way(end, start).isComplete
    }
    for (end, start) in pairs { beyond.append(way(end, start).points) }
    let (joinedEnds, joinedStarts) = (Set(pairs.map(\.end)), Set(pairs.map(\.start)))
    for (number, end) in ends.enumerated() where !joinedEnds.contains(number) {
      beyond.append(world.way(from: end.place, isForward: true, length: length).points)
    }
    for (number, start) in starts.enumerated() where !joinedStarts.contains(number) {
      beyond.append(world.way(from: start.place, isForward: false, length: length).points)
    }
  }

  /// Pairs ends with starts, the nearest pairs first.
  ///
  /// - Parameters:
  ///   - distance: the distance between an end and a start; nil where it is too great.
  ///   - isJoined: whether the two may be joined. It is called only while both are free, and at most
  ///     ``CoastJoiner/mostTries`` times for each end.
  static func pairs(
    _ ends: Int, _ starts: Int, distance: (_ end: Int, _ start: Int) -> Double?,
    isJoined: (_ end: Int, _ start: Int) -> Bool
  ) -> [(end: Int, start: Int)] {
    var tries: [(Double, end: Int, start: Int)] = []
    for end in 0..<ends {
      let near = (0..<starts).compactMap { start in distance(end, start).map { ($0, end: end, start: start) } }
      tries += near.sorted { ($0.0, $0.start) < ($1.0, $1.start) }.prefix(mostTries)
    }
    tries.sort { ($0.0, $0.end, $0.start) < ($1.0, $1.end, $1.start) }
    var (endIsFree, startIsFree) = ([Bool](repeating: true, count: ends), [Bool](repeating: true, count: starts))
    var pairs: [(end: Int, start: Int)] = []
    for (_, end, start) in tries where endIsFree[end] && startIsFree[start] && isJoined(end, start) {
      (endIsFree[end], startIsFree[start]) = (false, false)
      pairs.append((end, start))
    }
    return pairs
  }

  private mutating func add(_ line: [MapGridPoint]) { if line[0] != line[1] { own.append(line) } }

  /// The place where a loose end meets the world's coast.
  private struct Joint {
    var point: MapGridPoint
    var place: WorldCoast.Place
    var distance: Double
  }

  private func joint(
    _ line: [MapGridPoint], isEnd: Bool, _ houses: (MapGridPoint, Int) -> [MapGridPoint]
  ) -> Joint? {
    let point = isEnd ? line[line.count - 1] : line[0]
    let houses = houses(point, 50)
    let places = world.places(near: point, within: CoastJoiner.reach * side, step: side / 4)
    let near = places.enumerated().map { ($1.point.distance(to: point), $0) }.sorted { $0 < $1 }
    var best: (cost: Double, number: Int, distance: Double)?
    for (distance, number) in near {
      // The cost includes the distance, so farther places cannot be better.
      if let best, distance > best.cost { break }
      let place = places[number].point
      let (from, to) = isEnd ? (point, place) : (place, point)
      let drowned = houses.count { from.isRight($0, to: to) && isBeside($0, from, to) }
      let cost = distance + Double(drowned) * CoastJoiner.wrongHouse * side
      if best.map({ (cost, number) < ($0.cost, $0.number) }) ?? true { best = (cost, number, distance) }
    }
    return best.map { Joint(point: point, place: places[$0.number], distance: $0.distance) }
  }

  /// Whether a point lies beside a segment rather than before or after it.
  private func isBeside(_ place: MapGridPoint, _ from: MapGridPoint, _ to: MapGridPoint) -> Bool {
    let (dx, dy) = (Double(to.x - from.x), Double(to.y - from.y))
    let along = Double(place.x - from.x) * dx + Double(place.y - from.y) * dy
    return along > 0 && along < dx * dx + dy * dy
  }

  /// Joins ends with starts that are nearer than the world's coast.
  private mutating func joinDirectly(
    _ open: [[MapGridPoint]], _ coast: CoastPieces, _ ends: inout [Joint?], _ starts: inout [Joint?]
  ) {
    let reach = CoastJoiner.reach * side
    let (endWays, startWays) = (ends.map { $0?.distance ?? reach }, starts.map { $0?.distance ?? reach })
    let pairs = CoastJoiner.pairs(open.count, open.count) { end, start in
      let line = open[end]
      let distance = line[line.count - 1].distance(to: open[start][0])
      guard distance < endWays[end] + startWays[start] else { return nil }
      // A line hardly longer than the gap between its own ends is not an island that was cut.
      guard start != end || line.count > 2 && CoastJoiner.length(of: line) > 3 * distance else { return nil }
      return distance
    } isJoined: { end, start in
      let (line, other) = (open[end], open[start])
      return isPlausible(line, other) && !coast.isCrossed(from: line[line.count - 1], to: other[0])
    }
    for (end, start) in pairs {
      let line = open[end]
      add([line[line.count - 1], open[start][0]])
      ends[end] = nil
      starts[start] = nil
    }
  }

  private static func length(of line: [MapGridPoint]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// Whether the world layer agrees with a straight line from the end of one coastline to the start of another.
  ///
  /// The line implies land or sea on the side where the extract has no data. The world layer must agree there.
  private func isPlausible(_ line: [MapGridPoint], _ other: [MapGridPoint]) -> Bool {
    let (end, start) = (line[line.count - 1], other[0])
    guard end != start else { return true }
    let here = line.suffix(8) + other.prefix(8)
    let right = here.count { end.isRight($0, to: start) }
    let isSeaBeyond = right * 2 < here.count
    let middle = end.between(start, 0.5)
    let away = end.distance(to: start) / 4
    let (dx, dy) = (Double(start.x - end.x) / 4, Double(start.y - end.y) / 4)
    let sign = isSeaBeyond ? 1.0 : -1.0
    let probe = MapGridPoint(x: middle.x - Int32(dy * sign), y: middle.y + Int32(dx * sign))
    guard away >= 1, let isSea = world.isSea(at: probe, within: CoastJoiner.reach * side) else { return true }
    return isSea == isSeaBeyond
  }
}
