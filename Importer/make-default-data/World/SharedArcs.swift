// How borders become shared arcs:
// 1. Cut all lines into edges, and record the areas that each edge bounds. An edge that a border passes twice is not
//    part of it.
// 2. Join edges into arcs: maximal runs of edges with the same owners, whose inner points touch no other edge.
// 3. List for each area the arcs that it owns. A border between two states and two countries is thus stored once.

/// The borders of many areas, with each stretch of border stored once.
struct SharedArcs {
  /// A stretch of border, and the areas on its sides.
  struct Arc {
    var points: [GridPoint]
    /// Indexes of areas, ascending.
    var owners: [Int32]
  }

  private(set) var arcs: [Arc] = []
  private var owners: [Edge: [Int32]] = [:]
  private var edges: [GridPoint: [Edge]] = [:]
  private var used: Set<Edge> = []

  /// Finds the arcs of areas, in an order that depends only on the areas.
  init(_ boundaries: [Boundary]) {
    for (index, boundary) in boundaries.enumerated() {
      for line in boundary.lines { add(line, owner: Int32(index)) }
    }
    owners = owners.filter { !$0.value.isEmpty }
    for edge in owners.keys.sorted() {
      edges[edge.low, default: []].append(edge)
      edges[edge.high, default: []].append(edge)
    }
    collectArcs()
    owners = [:]
    edges = [:]
  }

  private mutating func add(_ line: [GridPoint], owner: Int32) {
    for (a, b) in zip(line, line.dropFirst()) where a != b {
      // Boundaries come in order, so the current owner is always last among an edge's owners.
      if owners[Edge(a, b), default: []].last == owner {
        owners[Edge(a, b)]!.removeLast()
      } else {
        owners[Edge(a, b), default: []].append(owner)
      }
    }
  }

  /// Collects the arcs between junctions, then the closed arcs without any junction.
  private mutating func collectArcs() {
    let points = edges.keys.sorted()
    for point in points where isJunction(point) { collect(from: point) }
    for point in points { collect(from: point) }
  }

  private mutating func collect(from point: GridPoint) {
    for edge in edges[point]! where !used.contains(edge) { arcs.append(arc(from: point, edge)) }
  }

  private func isJunction(_ point: GridPoint) -> Bool {
    let around = edges[point]!
    return around.count != 2 || owners[around[0]] != owners[around[1]]
  }

  private mutating func arc(from start: GridPoint, _ first: Edge) -> Arc {
    var points = [start]
    var edge = first
    while true {
      used.insert(edge)
      let end = edge.other(points[points.count - 1])
      points.append(end)
      guard !isJunction(end), let next = edges[end]!.first(where: { !used.contains($0) }) else { break }
      edge = next
    }
    return Arc(points: points, owners: owners[first]!)
  }
}
