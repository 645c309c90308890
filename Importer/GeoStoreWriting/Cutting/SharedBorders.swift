import GeoModel
import GeoStore
import GeoSupport

// How borders that areas share are stored only once:
// 1. Every edge of every ring gets a number. A hash of its two ends finds equal edges, whichever way they run. The
//    areas that have an edge are combined into its signature.
// 2. Along a ring, consecutive edges with the same signature form a border. A border also ends where any ring starts,
//    so that rings that start in the middle of a border are cut like their neighbors.
// 3. A border that occurred before, forwards or backwards, is only referred to. Borders are compared vertex by vertex,
//    so signatures that are equal by chance do no harm.

/// The borders of all areas, each stored once, and the references of each ring to its borders.
struct SharedBorders {
  /// The vertices of the borders found so far, in the order of their first use.
  private(set) var borders: MappedArray<PointRange>

  private let content: StoreContent
  /// For each edge, a number that identifies the set of areas that have it.
  private var signatures: MappedArray<UInt64>
  /// For each edge, the first edge that is equal to it.
  private var firsts: MappedArray<UInt32>
  /// For each edge that is a first one, its border; -1 if it has none yet.
  private var borderOfEdge = MappedArray<Int32>()
  /// Where rings start.
  private var starts = RingStarts()
  /// The first edge of the next area.
  private var nextEdge = 0
  /// A random seed, against coordinates chosen so that their hashes collide. It does not affect the result.
  private let seed = UInt64.random(in: 0 ... .max)

  /// Compares the edges of areas, given by their positions.
  init(_ content: StoreContent, areas: some Sequence<Int>) {
    self.content = content
    borders = MappedArray(in: content.workspace)
    signatures = MappedArray(in: content.workspace)
    firsts = MappedArray(in: content.workspace)
    let rings = areas.lazy.flatMap { content.rings(content.areas[$0].rings) }
    starts = RingStarts(rings.filter { $0.points.count > 0 }.map { content.points[$0.points.start] })
    compareEdges(areas)
    borderOfEdge = MappedArray(repeating: -1, count: firsts.count, in: content.workspace)
  }

  // MARK: Edges

  private struct Edge: BitwiseCopyable, Sendable {
    /// A hash of both ends in any order.
    var ends: UInt64
    var number: UInt32
    var area: UInt32

    /// The part of the edges in which equal ones are searched.
    var bucket: Int { Int(truncatingIfNeeded: ends >> 53) }
    static let bucketCount = 2_048
  }

  /// Fills ``signatures`` and ``firsts``.
  private mutating func compareEdges(_ areas: some Sequence<Int>) {
    // Edges are first distributed to buckets, so that those of a bucket are compared within the processor's cache.
    var bounds = [Int](repeating: 0, count: Edge.bucketCount + 1)
    forEachEdge(areas) { bounds[$0.bucket + 1] += 1 }
    for bucket in 0..<Edge.bucketCount { bounds[bucket + 1] += bounds[bucket] }
    let count = bounds[Edge.bucketCount]
    let none = Edge(ends: 0, number: 0, area: 0)
    var edges = MappedArray(repeating: none, count: count, in: content.workspace)
    var next = bounds
    edges.withUnsafeMutableBufferPointer { edges in
      forEachEdge(areas) { edge in
        edges[next[edge.bucket]] = edge
        next[edge.bucket] += 1
      }
    }
    signatures = MappedArray(repeating: 0, count: count, in: content.workspace)
    firsts = MappedArray(repeating: 0, count: count, in: content.workspace)
    var equals = EqualEdges()
    for bucket in 0..<Edge.bucketCount {
      edges.withUnsafeBufferPointer { edges in
        compare(UnsafeBufferPointer(rebasing: edges[bounds[bucket]..<bounds[bucket + 1]]), &equals)
      }
    }
  }

  /// Calls `body` with all edges in the order of their numbers.
  private func forEachEdge(_ areas: some Sequence<Int>, _ body: (Edge) -> Void) {
    var count: UInt32 = 0
    for (number, position) in areas.enumerated() {
      for ring in content.rings(content.areas[position].rings) where ring.points.count > 0 {
        var from = content.points[ring.points.start]
        for to in content.vertices(ring.points).dropFirst() {
          body(Edge(ends: hash(from, to), number: count, area: UInt32(number)))
          count += 1
          from = to
        }
      }
    }
  }

  /// A hash table of a bucket's edges, reused for the next bucket.
  private struct EqualEdges {
    /// Positions in the bucket plus one, by hash; 0 for an empty slot.
    var slots: [UInt32] = []
    /// For each edge, the position of the first edge that is equal to it.
    var firsts: [Int] = []
    /// For each first edge, its signature.
    var signatures: [UInt64] = []
  }

  private mutating func compare(_ bucket: UnsafeBufferPointer<Edge>, _ equals: inout EqualEdges) {
    var size = 16
    while size < bucket.count * 2 { size *= 2 }
    equals.slots.removeAll(keepingCapacity: true)
    equals.slots.append(contentsOf: repeatElement(0, count: size))
    equals.firsts.removeAll(keepingCapacity: true)
    equals.signatures.removeAll(keepingCapacity: true)
    for (position, edge) in bucket.enumerated() {
      var slot = Int(truncatingIfNeeded: edge.ends) & (size - 1)
      while equals.slots[slot] != 0, bucket[Int(equals.slots[slot]) - 1].ends != edge.ends {
        slot = (slot + 1) & (size - 1)
      }
      if equals.slots[slot] == 0 { equals.slots[slot] = UInt32(position) + 1 }
      let first = Int(equals.slots[slot]) - 1
      equals.firsts.append(first)
      equals.signatures.append(0)
      equals.signatures[first] ^= Hashing.mix(UInt64(edge.area) + 1)
    }
    for (position, edge) in bucket.enumerated() {
      let first = equals.firsts[position]
      signatures[Int(edge.number)] = equals.signatures[first]
      firsts[Int(edge.number)] = bucket[first].number
    }
  }

  private func hash(_ from: FixedPoint, _ to: FixedPoint) -> UInt64 {
    let (a, b) = (from.packed, to.packed)
    return Hashing.mix(min(a, b) ^ Hashing.mix(max(a, b) ^ seed))
  }

  // MARK: Borders

  /// The rings of the next area. It must be called for all areas, in the order in which they were given.
  mutating func outlines(of area: Int) -> [BorderOutline] {
    content.rings(content.areas[area].rings).map { ring in
      defer { nextEdge += max(0, ring.points.count - 1) }
      return BorderOutline(isOuter: ring.isOuter, references: references(ring.points))
    }
  }

  /// Cuts a ring into borders.
  private mutating func references(_ ring: PointRange) -> [BorderReference] {
    guard ring.count > 1 else { return [] }
    var references: [BorderReference] = []
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

  private mutating func refer(_ border: PointRange, _ firstEdge: Int) -> BorderReference {
    let known = Int(borderOfEdge[Int(firsts[firstEdge])])
    if known >= 0, borders[known].count == border.count {
      if content.points.isEqual(borders[known], border) { return BorderReference(border: known, isReversed: false) }
      if content.points.isEqual(borders[known], reversed: border) {
        return BorderReference(border: known, isReversed: true)
      }
    }
    for edge in firstEdge..<firstEdge + border.count - 1 { borderOfEdge[Int(firsts[edge])] = Int32(borders.count) }
    borders.append(border)
    return BorderReference(border: borders.count - 1, isReversed: false)
  }
}

extension MappedArray<FixedPoint> {
  /// Whether two ranges of the same length have equal points.
  func isEqual(_ a: PointRange, _ b: PointRange) -> Bool {
    withUnsafeBufferPointer { points in (0..<a.count).allSatisfy { points[a.start + $0] == points[b.start + $0] } }
  }

  /// Whether a range has the points of another one of the same length in reverse order.
  func isEqual(_ a: PointRange, reversed b: PointRange) -> Bool {
    let last = b.start + b.count - 1
    return withUnsafeBufferPointer { points in (0..<a.count).allSatisfy { points[a.start + $0] == points[last - $0] } }
  }
}
