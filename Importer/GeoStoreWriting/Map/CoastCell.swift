import GeoMapLayer
import GeoModel

/// The coast in one square of the finest level: its coastlines (land on their left) closed along the square's edges.
struct CoastCell {
  /// Units of the square's side.
  private let extent: Int32
  /// Stretches from edge to edge.
  private var open: [[MapGridPoint]] = []
  /// Islands and inland seas.
  private var closed: [[MapGridPoint]] = []
  /// Whether a coastline ends within the square, so that what is beyond its end was guessed.
  private(set) var isTorn = false

  /// - Parameters:
  ///   - stretches: in units from the square's corner.
  ///   - witnesses: places that are known to be on land.
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

  /// In a square of more stretches no witnesses are asked, as each way of each loose end is weighed by all rings: real squares have a dozen.
  static let mostStretchesToWeigh = 64

  /// Joins stretches that end where another one begins.
  static func joined<Point: Hashable>(_ lines: [[Point]]) -> [[Point]] {
    var starts: [Point: [Int]] = [:]
    for (number, line) in lines.enumerated() where line.count > 1 && line.first != line.last {
      starts[line[0], default: []].append(number)
    }
    let ends = Set(lines.lazy.filter { $0.first != $0.last }.compactMap { $0.last })
    var isUsed = [Bool](repeating: false, count: lines.count)
    var result = lines.filter { $0.count > 1 && $0.first == $0.last }
    /// How many of the lines that start at a point need not be looked at again, as they are used.
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
    // Those that nothing leads to first; what is left are rings.
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

  /// Leads the loose ends of a stretch to an edge each: to those that leave the fewest witnesses in the sea, the nearest ones if it makes no
  /// difference.
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

  /// How many of some places the sea covers; of many, some are asked.
  private func drowned(_ places: [MapGridPoint]) -> Int {
    let rings = rings(ofSea: true)
    let step = max(1, places.count / 200)
    return stride(from: 0, to: places.count, by: step).count { MapRings.contains(rings, places[$0]) }
  }

  /// The points of the edges straight in the west, north, east and south of a point, the nearest first.
  private func ways(from point: MapGridPoint) -> [MapGridPoint] {
    let ways: [(Int32, MapGridPoint)] = [
      (point.x, MapGridPoint(x: 0, y: point.y)), (point.y, MapGridPoint(x: point.x, y: 0)),
      (extent - point.x, MapGridPoint(x: extent, y: point.y)), (extent - point.y, MapGridPoint(x: point.x, y: extent)),
    ]
    return ways.sorted { $0.0 < $1.0 }.map(\.1)
  }

  // MARK: Along the edges

  /// How far along the edges a point is, clockwise from the north-western corner.
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

  /// Rings around the sea, clockwise, with islands in the other direction; or around the land, the other way round.
  func rings(ofSea isSea: Bool) -> [[MapGridPoint]] {
    var rings: [[MapGridPoint]] = []
    if open.isEmpty {
      if backgroundIsSea == isSea { rings.append(isSea ? corners : corners.reversed()) }
      return rings + closed
    }
    let circumference = 4 * Int64(extent)
    /// How far it is from one place to another in the direction in which the edge is followed.
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

  /// Without a coastline that reaches an edge: whether the outermost coastline is an island's.
  private var backgroundIsSea: Bool {
    let areas = closed.map { MapRings.doubledArea($0) }
    return (areas.max { abs($0) < abs($1) } ?? 0) < 0
  }

  /// What lies along each edge that no coastline reaches, clockwise from the northern one: sea or land; nil for the others.
  var edgeIsSea: [Bool?] {
    guard !open.isEmpty else { return Array(repeating: backgroundIsSea, count: 4) }
    let side = Int64(extent)
    // Clockwise behind the end of a coastline is the sea, behind its beginning the land.
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
