import GeoMapLayer
import GeoModel

/// The coast in one square of the finest level: its coastlines (land on their left), closed along the square's edges.
struct CoastCell {
  /// The side of the square in units.
  private let extent: Int32
  /// Coastlines from edge to edge.
  private var open: [[MapGridPoint]] = []
  /// Islands and inland seas.
  private var closed: [[MapGridPoint]] = []
  /// Whether a coastline ends within the square, so that its continuation was guessed.
  private(set) var isTorn = false

  /// Joins coastlines and extends loose ends to the square's edges.
  ///
  /// - Parameters:
  ///   - stretches: the parts of coastlines, in units from the square's corner.
  ///   - witnesses: points known to be on land.
  init(_ stretches: [[MapGridPoint]], extent: Int32, onLand witnesses: [MapGridPoint] = []) {
    self.extent = extent
    for line in CoastCell.joined(stretches) {
      if line.first == line.last {
        if line.count > 3 { closed.append(Array(line.dropLast())) }
      } else {
        open.append(line)
      }
    }
    let asked = open.count <= CoastCell.mostStretchesToWeigh ? witnesses : []
    for number in open.indices { leadToEdges(number, asked) }
  }

  /// The most coastlines in a square for which witnesses are used, as each continuation of each loose end is compared
  /// with all rings.
  ///
  /// Real squares have a dozen.
  static let mostStretchesToWeigh = 64

  /// Joins lines where one ends and another begins.
  static func joined<Point: Hashable>(_ lines: [[Point]]) -> [[Point]] {
    var starts: [Point: [Int]] = [:]
    for (number, line) in lines.enumerated() where line.count > 1 && line.first != line.last {
      starts[line[0], default: []].append(number)
    }
    let ends = Set(lines.lazy.filter { $0.first != $0.last }.compactMap { $0.last })
    var isUsed = [Bool](repeating: false, count: lines.count)
    var result = lines.filter { $0.count > 1 && $0.first == $0.last }
    /// For each point, how many lines at the beginning of its list are already used, so that they are skipped.
    var passed: [Point: Int] = [:]
    func next(from point: Point) -> Int? {
      guard let all = starts[point] else { return nil }
      var position = passed[point] ?? 0
      while position < all.count, isUsed[all[position]] { position += 1 }
      passed[point] = position
      return position < all.count ? all[position] : nil
    }
    func follow(_ number: Int) {
      var line = lines[number]
      isUsed[number] = true
      while let end = line.last, line.first != end, let next = next(from: end) {
        isUsed[next] = true
        line += lines[next].dropFirst()
      }
      result.append(line)
    }
    // Lines without a predecessor come first. The rest are rings.
    for (number, line) in lines.enumerated() where line.count > 1 && line.first != line.last {
      if !isUsed[number], !ends.contains(line[0]) { follow(number) }
    }
    for (number, line) in lines.enumerated() where line.count > 1 && line.first != line.last && !isUsed[number] {
      follow(number)
    }
    return result
  }

  private func isOnEdge(_ point: MapGridPoint) -> Bool {
    point.x == 0 || point.y == 0 || point.x == extent || point.y == extent
  }

  /// Extends the loose ends of a coastline to an edge each: to those edges that leave the fewest witnesses in the sea.
  ///
  /// If several choices are equally good, the nearest edges are used.
  private mutating func leadToEdges(_ number: Int, _ witnesses: [MapGridPoint]) {
    let line = open[number]
    let (first, last) = (line[0], line[line.count - 1])
    let starts = isOnEdge(first) ? [first] : ways(from: first)
    let ends = isOnEdge(last) ? [last] : ways(from: last)
    guard starts.count > 1 || ends.count > 1 else { return }
    isTorn = true
    var best: (line: [MapGridPoint], drowned: Int)?
    for start in starts {
      for end in ends where start != end {
        var led = line
        if start != first { led.insert(start, at: 0) }
        if end != last { led.append(end) }
        open[number] = led
        let drowned = witnesses.isEmpty ? 0 : drowned(witnesses)
        if best.map({ drowned < $0.drowned }) ?? true { best = (led, drowned) }
      }
    }
    open[number] = best?.line ?? line
  }

  /// The number of points in the sea, from a sample if there are many.
  private func drowned(_ places: [MapGridPoint]) -> Int {
    let rings = rings(ofSea: true)
    let step = max(1, places.count / 200)
    return stride(from: 0, to: places.count, by: step).count { MapRings.contains(rings, places[$0]) }
  }

  /// The nearest point of each edge, straight west, north, east and south of a point, sorted by distance.
  private func ways(from point: MapGridPoint) -> [MapGridPoint] {
    let ways: [(Int32, MapGridPoint)] = [
      (point.x, MapGridPoint(x: 0, y: point.y)), (point.y, MapGridPoint(x: point.x, y: 0)),
      (extent - point.x, MapGridPoint(x: extent, y: point.y)), (extent - point.y, MapGridPoint(x: point.x, y: extent)),
    ]
    return ways.sorted { $0.0 < $1.0 }.map(\.1)
  }

  // MARK: Along the edges

  /// The distance of a point along the edges, clockwise from the north-western corner.
  private func place(_ point: MapGridPoint) -> Int64 {
    let (x, y, side) = (Int64(point.x), Int64(point.y), Int64(extent))
    if y == 0 { return x }
    if x == side { return side + y }
    if y == side { return 3 * side - x }
    return 4 * side - y
  }

  /// The corners of the square, clockwise.
  private var corners: [MapGridPoint] {
    [
      MapGridPoint(x: 0, y: 0), MapGridPoint(x: extent, y: 0), MapGridPoint(x: extent, y: extent),
      MapGridPoint(x: 0, y: extent),
    ]
  }

  /// The rings around the sea, clockwise, with islands counterclockwise; or around the land, counterclockwise, with
  /// inland seas clockwise.
  func rings(ofSea isSea: Bool) -> [[MapGridPoint]] {
    var rings: [[MapGridPoint]] = []
    if open.isEmpty {
      if backgroundIsSea == isSea { rings.append(isSea ? corners : corners.reversed()) }
      return rings + closed
    }
    let circumference = 4 * Int64(extent)
    /// The distance from one position on the edges to another in the direction in which they are followed.
    func way(_ from: Int64, _ to: Int64) -> Int64 {
      let way = isSea ? to - from : from - to
      return way < 0 ? way + circumference : way
    }
    var isUsed = [Bool](repeating: false, count: open.count)
    for first in open.indices where !isUsed[first] {
      var ring: [MapGridPoint] = []
      var number = first
      while !isUsed[number] {
        isUsed[number] = true
        ring += open[number]
        let end = place(open[number][open[number].count - 1])
        guard
          let next = open.indices.filter({ !isUsed[$0] || $0 == first })
            .min(by: { way(end, place(open[$0][0])) < way(end, place(open[$1][0])) })
        else { break }
        let length = way(end, place(open[next][0]))
        let passed = (0..<4).map { (way(end, Int64($0) * Int64(extent)), corners[$0]) }
          .filter { $0.0 > 0 && $0.0 < length }.sorted { $0.0 < $1.0 }
        ring += passed.map(\.1)
        number = next
      }
      rings.append(ring)
    }
    return rings + closed
  }

  /// If no coastline reaches an edge: whether the outermost coastline is that of an island.
  private var backgroundIsSea: Bool {
    let areas = closed.map { MapRings.doubledArea($0) }
    return (areas.max { abs($0) < abs($1) } ?? 0) < 0
  }

  /// For each edge that no coastline reaches, whether the sea is along it, clockwise from the northern edge; nil for
  /// the other edges.
  var edgeIsSea: [Bool?] {
    guard !open.isEmpty else { return Array(repeating: backgroundIsSea, count: 4) }
    let side = Int64(extent)
    // Clockwise after the end of a coastline is sea, after its beginning land.
    var events: [(place: Int64, isSea: Bool)] = []
    for line in open { events += [(place(line[0]), false), (place(line[line.count - 1]), true)] }
    events.sort { $0.place < $1.place }
    return (0..<4).map { edge in
      let (start, end) = (Int64(edge) * side, Int64(edge + 1) * side)
      guard !events.contains(where: { $0.place >= start && $0.place <= end || edge == 3 && $0.place == 0 }) else {
        return nil
      }
      return (events.last { $0.place < start } ?? events[events.count - 1]).isSea
    }
  }
}
