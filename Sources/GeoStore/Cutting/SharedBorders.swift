import GeoModel
import GeoSupport

// Borders that areas share are stored once:
// 1. Every edge of every ring gets a number. Sorting them by their ends brings equal edges together, whichever way they run; the
//    areas that have an edge make its signature.
// 2. Along a ring, edges in a row with the same signature are a border. It also ends where any ring starts, so that rings
//    that start in the middle of a border are cut like their neighbors.
// 3. A border met before, forwards or backwards, is only referred to. Borders are compared vertex by vertex, so a chance
//    equality of signatures can do no harm.

/// The borders of all areas, each once, and the borders that make each ring.
struct SharedBorders {
  /// A border as a part of a ring.
  struct Reference {
    /// Position in ``SharedBorders/borders``.
    var border: Int
    var isReversed: Bool
  }

  /// A ring made of borders, each of which starts where the one before ends.
  struct Outline {
    var isOuter: Bool
    var references: [Reference]
  }

  /// Vertices of the borders that were met so far, in the order of their first use.
  private(set) var borders: MappedArray<PointRange>

  private let content: StoreContent
  /// For each edge a number that stands for the areas that have it.
  private var signatures: MappedArray<UInt64>
  /// For each edge the first one that is equal to it.
  private var firsts: MappedArray<UInt32>
  /// For each edge that is a first one, the border it is in; -1 for none yet.
  private var borderOfEdge: MappedArray<Int32>
  /// Where rings start.
  private var starts: Set<FixedPoint> = []
  /// The first edge of the next area.
  private var nextEdge = 0

  /// Looks at the edges of areas, given by their positions.
  init(_ content: StoreContent, areas: some Sequence<Int>) {
    self.content = content
    borders = MappedArray(in: content.workspace)
    var edges = MappedArray<Edge>(in: content.workspace)
    for (number, position) in areas.enumerated() {
      for ring in content.rings(content.areas[position].rings) {
        let points = content.vertices(ring.points)
        if let first = points.first { starts.insert(first) }
        for (from, to) in zip(points, points.dropFirst()) {
          edges.append(
            Edge(ends: SharedBorders.hash(from, to), number: UInt32(edges.count), area: UInt32(number)))
        }
      }
    }
    signatures = MappedArray(repeating: 0, count: edges.count, in: content.workspace)
    firsts = MappedArray(repeating: 0, count: edges.count, in: content.workspace)
    borderOfEdge = MappedArray(repeating: -1, count: edges.count, in: content.workspace)
    compare(&edges)
  }

  // MARK: Edges

  private struct Edge: BitwiseCopyable, Sendable {
    /// Stands for both ends, whichever comes first.
    var ends: UInt64
    var number: UInt32
    var area: UInt32
  }

  private mutating func compare(_ edges: inout MappedArray<Edge>) {
    RadixSort.sort(&edges) { $0.ends }
    var start = 0
    while start < edges.count {
      var end = start
      var signature: UInt64 = 0
      while end < edges.count, edges[end].ends == edges[start].ends {
        signature ^= Hashing.mix(UInt64(edges[end].area) + 1)
        end += 1
      }
      for position in start..<end {
        signatures[Int(edges[position].number)] = signature
        firsts[Int(edges[position].number)] = edges[start].number
      }
      start = end
    }
  }

  private static func hash(_ from: FixedPoint, _ to: FixedPoint) -> UInt64 {
    let (a, b) = (from.packed, to.packed)
    return Hashing.mix(min(a, b) ^ Hashing.mix(max(a, b)))
  }

  // MARK: Borders

  /// The rings of the next area. All areas must be asked for, in the order in which they were given.
  mutating func outlines(of area: Int) -> [Outline] {
    content.rings(content.areas[area].rings).map { ring in
      defer { nextEdge += max(0, ring.points.count - 1) }
      return Outline(isOuter: ring.isOuter, references: references(ring.points))
    }
  }

  /// Cuts a ring into borders.
  private mutating func references(_ ring: PointRange) -> [Reference] {
    guard ring.count > 1 else { return [] }
    var references: [Reference] = []
    var start = 0
    for edge in 1..<ring.count {
      let ends =
        edge == ring.count - 1 || signatures[nextEdge + edge] != signatures[nextEdge + start]
        || starts.contains(content.points[ring.start + edge])
      guard ends else { continue }
      references.append(refer(PointRange(start: ring.start + start, count: edge - start + 1), nextEdge + start))
      start = edge
    }
    return references
  }

  private mutating func refer(_ border: PointRange, _ firstEdge: Int) -> Reference {
    let known = Int(borderOfEdge[Int(firsts[firstEdge])])
    if known >= 0, borders[known].count == border.count {
      let (a, b) = (content.vertices(borders[known]), content.vertices(border))
      if a.elementsEqual(b) { return Reference(border: known, isReversed: false) }
      if a.elementsEqual(b.reversed()) { return Reference(border: known, isReversed: true) }
    }
    for edge in firstEdge..<firstEdge + border.count - 1 { borderOfEdge[Int(firsts[edge])] = Int32(borders.count) }
    borders.append(border)
    return Reference(border: borders.count - 1, isReversed: false)
  }
}
