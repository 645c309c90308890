import GeoModel
import GeoStore

/// Puts the outlines of houses, buildings and places of interest together, of which each tile has the edges that touch it.
struct OutlineCollector {
  /// The edges of an outline in the tiles that were seen.
  private struct Outline {
    /// Lines of one tile, or of several that may repeat each other's edges.
    var lines: [[FixedPoint]]
    var isOfOneTile = true

    /// The rings, when those that are whole have all edges of the others; nil when some must be put together.
    var wholeRings: [[FixedPoint]]? {
      func isWhole(_ line: [FixedPoint]) -> Bool { line.count > 3 && line.first == line.last }
      if isOfOneTile { return lines.allSatisfy(isWhole) ? lines : nil }
      var rings: [[FixedPoint]] = []
      for line in lines where isWhole(line) && !rings.contains(where: { Outline.has($0, line[0], line[1]) }) {
        rings.append(line)
      }
      let isAll = lines.allSatisfy { line in
        line.count < 2 || rings.contains { Outline.has($0, line[0], line[1]) }
      }
      return isAll ? rings : nil
    }

    /// Whether a line has an edge, in either direction.
    private static func has(_ line: [FixedPoint], _ from: FixedPoint, _ to: FixedPoint) -> Bool {
      (1..<line.count).contains { index in
        line[index - 1] == from && line[index] == to || line[index - 1] == to && line[index] == from
      }
    }
  }

  private let takesHouses: Bool
  private let takesFeatures: Bool
  private var numbers: [TilePiece.Owner: Int] = [:]
  private var owners: [TilePiece.Owner] = []
  private var outlines: [Outline] = []
  private(set) var houses: [[[FixedPoint]]] = []
  private(set) var features: [FeatureID: [[FixedPoint]]] = [:]

  init(takesHouses: Bool, takesFeatures: Bool) {
    self.takesHouses = takesHouses
    self.takesFeatures = takesFeatures
  }

  private func wants(_ owner: TilePiece.Owner) -> Bool {
    switch owner {
    case .area: false
    case .address, .building: takesHouses
    case .feature: takesFeatures
    }
  }

  mutating func take(_ tile: Tile) {
    guard takesHouses || takesFeatures else { return }
    for piece in tile.pieces where wants(piece.owner) {
      let lines = OutlineCollector.lines(of: piece, in: tile)
      if let number = numbers[piece.owner] {
        outlines[number].lines += lines
        outlines[number].isOfOneTile = false
      } else {
        numbers[piece.owner] = owners.count
        owners.append(piece.owner)
        outlines.append(Outline(lines: lines))
      }
    }
  }

  private static func lines(of piece: TilePiece, in tile: Tile) -> [[FixedPoint]] {
    var lines: [[FixedPoint]] = []
    tile.forEachLine(of: piece) { lines.append(Array($0)) }
    return lines
  }

  /// Completes the outlines that leave a box, in whose tiles they were met, by the tiles beyond.
  mutating func followOutside(of box: FixedBox, in store: StoreReader) throws(StoreError) {
    for (number, owner) in owners.enumerated() {
      let outline = outlines[number]
      var rings = outline.wholeRings
      if rings == nil { rings = try OutlineCollector.rings(of: outline.lines, owner, box, store) }
      guard let rings, !rings.isEmpty else { continue }
      if case .feature(let id) = owner { features[id] = rings } else { houses.append(rings) }
    }
  }

  /// Tiles beyond the box that one outline is followed into at most; what is larger stays open there, far outside of the picture.
  private static let tileLimit = 256

  private static func rings(
    of lines: [[FixedPoint]], _ owner: TilePiece.Owner, _ box: FixedBox, _ store: StoreReader
  ) throws(StoreError) -> [[FixedPoint]] {
    var edges = EdgeSet(lines)
    var seen: Set<FixedPoint> = []
    var open = edges.openEnds.filter { !box.contains($0) }
    while let end = open.popLast(), seen.count < tileLimit {
      guard seen.insert(end).inserted else { continue }
      let tile = try store.tile(containing: end)
      for piece in tile.pieces where piece.owner == owner { edges.insert(OutlineCollector.lines(of: piece, in: tile)) }
      open += edges.openEnds.filter { !seen.contains($0) && !box.contains($0) }
    }
    return edges.rings()
  }
}

/// Edges of an outline, each once. Sorted arrays instead of a dictionary, as most outlines have a dozen edges.
private struct EdgeSet {
  /// An edge from one of its ends; it is there twice, once from each.
  private struct Edge {
    var from: UInt64
    var to: UInt64
  }

  private var edges: [Edge] = []

  init(_ lines: [[FixedPoint]]) { insert(lines) }

  private static func key(_ point: FixedPoint) -> UInt64 {
    UInt64(UInt32(bitPattern: point.x)) << 32 | UInt64(UInt32(bitPattern: point.y))
  }

  private static func point(_ key: UInt64) -> FixedPoint {
    FixedPoint(x: Int32(truncatingIfNeeded: key >> 32), y: Int32(truncatingIfNeeded: key))
  }

  mutating func insert(_ lines: [[FixedPoint]]) {
    for line in lines {
      for (from, to) in zip(line, line.dropFirst()) where from != to {
        edges.append(Edge(from: EdgeSet.key(from), to: EdgeSet.key(to)))
        edges.append(Edge(from: EdgeSet.key(to), to: EdgeSet.key(from)))
      }
    }
    edges.sort { ($0.from, $0.to) < ($1.from, $1.to) }
    var count = 0
    for edge in edges where count == 0 || edges[count - 1].from != edge.from || edges[count - 1].to != edge.to {
      edges[count] = edge
      count += 1
    }
    edges.removeLast(edges.count - count)
  }

  /// The edges at a vertex.
  private func range(_ from: UInt64) -> Range<Int> {
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle].from < from { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < edges.count, edges[end].from == from { end += 1 }
    return low..<end
  }

  /// Vertices at which an edge is missing.
  var openEnds: [FixedPoint] {
    var ends: [FixedPoint] = []
    var start = 0
    while start < edges.count {
      var end = start + 1
      while end < edges.count, edges[end].from == edges[start].from { end += 1 }
      if (end - start) % 2 == 1 { ends.append(EdgeSet.point(edges[start].from)) }
      start = end
    }
    return ends
  }

  /// The rings that the edges make; a line that stays open counts as if it were closed.
  func rings() -> [[FixedPoint]] {
    var isUsed = [Bool](repeating: false, count: edges.count)
    func take(from: UInt64) -> UInt64? {
      guard let next = range(from).first(where: { !isUsed[$0] }) else { return nil }
      let to = edges[next].to
      isUsed[next] = true
      if let back = range(to).first(where: { edges[$0].to == from }) { isUsed[back] = true }
      return to
    }
    var rings: [[FixedPoint]] = []
    for start in openEnds.map(EdgeSet.key) + edges.map(\.from) {
      while let next = take(from: start) {
        var ring = [EdgeSet.point(start), EdgeSet.point(next)]
        var last = next
        while last != start, let further = take(from: last) {
          ring.append(EdgeSet.point(further))
          last = further
        }
        if ring.count > 3 { rings.append(ring) }
      }
    }
    return rings
  }
}
