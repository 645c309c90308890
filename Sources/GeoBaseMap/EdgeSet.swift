import GeoModel

/// The edges of an outline, each once.
///
/// Uses a sorted array instead of a dictionary, because most outlines have a dozen edges.
struct EdgeSet {
  /// An edge seen from one of its ends; each edge is stored from both.
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

  /// The vertices with an odd number of edges, where an edge is missing.
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

  /// The rings formed by the edges; an open line counts as if it were closed.
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
