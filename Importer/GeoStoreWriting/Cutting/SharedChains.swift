import GeoModel
import GeoSupport

/// Finds the edges that several polygons of a tile share, so that a border is stored once for all areas beside it.
///
/// 1. Every edge, whichever way it runs, gets one slot in a hash table. The slot combines the edge's polygons into a
///    signature.
/// 2. Along each polygon, consecutive edges with the same signature form a chain.
/// 3. A chain that occurred before, forwards or backwards, is only referred to. The direction does not matter, as a
///    point counts an edge either way. Chains are compared vertex by vertex, so signatures that are equal by chance do
///    no harm.
struct SharedChains {
  /// A chain's vertices in ``CutInput/points``.
  typealias Chain = PointRange

  /// The distinct chains in the order of their first use.
  private(set) var chains: [Chain] = []
  /// Positions in ``chains``, polygon by polygon.
  private(set) var references: [Int] = []
  /// The range of each polygon's ``references``, one for each of the tile's pieces.
  private(set) var ranges: [Range<Int>] = []

  /// The number of polygons that use each of ``chains``.
  var uses: [Int] { references.reduce(into: Array(repeating: 0, count: chains.count)) { $0[$1] += 1 } }

  private var table = EdgeTable()
  private var slots: [Int] = []

  /// The number of distinct edges of a cell's polygons.
  mutating func distinctEdges(_ content: CellContent, _ points: MappedArray<FixedPoint>) -> Int {
    noteEdges(content, points)
    return table.count
  }

  /// Cuts a tile's polygons into chains.
  mutating func share(_ content: CellContent, _ points: MappedArray<FixedPoint>) {
    noteEdges(content, points)
    chains.removeAll(keepingCapacity: true)
    references.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    var edge = 0
    for piece in content.pieces {
      let first = references.count
      for chain in content.chains[SharedChains.sharing(piece)] {
        share(chain, firstEdge: edge, points)
        edge += chain.vertices.count - 1
      }
      ranges.append(first..<references.count)
    }
  }

  /// The chains of a piece to share. Squares have none, as they are stored as whole lines.
  private static func sharing(_ piece: CutPiece) -> Range<Int> { piece.owner == .square ? 0..<0 : piece.chains }

  private mutating func noteEdges(_ content: CellContent, _ points: MappedArray<FixedPoint>) {
    table.reset(expecting: content.chains.reduce(0) { $0 + $1.vertices.count - 1 })
    slots.removeAll(keepingCapacity: true)
    points.withUnsafeBufferPointer { points in
      for (number, piece) in content.pieces.enumerated() {
        for chain in content.chains[SharedChains.sharing(piece)] {
          for index in chain.vertices.edges {
            slots.append(table.note(points[index], points[index + 1], polygon: number))
          }
        }
      }
    }
  }

  private mutating func share(_ chain: CutChain, firstEdge: Int, _ points: MappedArray<FixedPoint>) {
    let edges = chain.vertices.count - 1
    var start = 0
    for edge in 1...edges
    where edge == edges || table.signature(slots[firstEdge + edge]) != table.signature(slots[firstEdge + start]) {
      let part = Chain(start: chain.vertices.start + start, count: edge - start + 1)
      refer(to: part, slots[firstEdge + start..<firstEdge + edge], points)
      start = edge
    }
  }

  private mutating func refer(to chain: Chain, _ slots: ArraySlice<Int>, _ points: MappedArray<FixedPoint>) {
    let known = table.chain(slots.first ?? 0)
    if known >= 0, isEqual(chains[known], chain, points) { return references.append(known) }
    for slot in slots { table.setChain(slot, chains.count) }
    references.append(chains.count)
    chains.append(chain)
  }

  private func isEqual(_ a: Chain, _ b: Chain, _ points: MappedArray<FixedPoint>) -> Bool {
    a.count == b.count && (points.isEqual(a, b) || points.isEqual(a, reversed: b))
  }
}

/// A hash table of edges that can be emptied instantly and is reused for one tile after the other.
struct EdgeTable {
  private struct Entry {
    var low: UInt64 = 0, high: UInt64 = 0
    var signature: UInt64 = 0
    var generation: UInt32 = 0
    var chain: Int32 = -1
  }

  private var entries = [Entry](repeating: Entry(), count: 256)
  private var generation: UInt32 = 0
  /// The number of distinct edges.
  private(set) var count = 0

  /// Removes all edges and makes room for new ones.
  mutating func reset(expecting edges: Int) {
    generation += 1
    count = 0
    var size = entries.count
    while size < edges * 2 { size *= 2 }
    if size > entries.count { entries = [Entry](repeating: Entry(), count: size) }
  }

  /// Records that a polygon has an edge.
  ///
  /// - Returns: the edge's slot.
  mutating func note(_ from: FixedPoint, _ to: FixedPoint, polygon: Int) -> Int {
    let (a, b) = (from.packed, to.packed)
    let (low, high) = a < b ? (a, b) : (b, a)
    let hash = Hashing.mix(low ^ Hashing.mix(high))
    let (generation, mark) = (generation, Hashing.mix(UInt64(polygon) + 1))
    var isNew = false
    let slot = entries.withUnsafeMutableBufferPointer { entries in
      var slot = Int(truncatingIfNeeded: hash) & (entries.count - 1)
      while entries[slot].generation == generation, entries[slot].low != low || entries[slot].high != high {
        slot = (slot + 1) & (entries.count - 1)
      }
      if entries[slot].generation != generation {
        entries[slot] = Entry(low: low, high: high, signature: 0, generation: generation, chain: -1)
        isNew = true
      }
      entries[slot].signature ^= mark
      return slot
    }
    if isNew { count += 1 }
    return slot
  }

  /// The signature of the edge in a slot, which identifies its polygons.
  func signature(_ slot: Int) -> UInt64 { entries[slot].signature }
  /// The chain with the edge in a slot; -1 if there is none yet.
  func chain(_ slot: Int) -> Int { Int(entries[slot].chain) }
  /// Records the chain with the edge in a slot.
  mutating func setChain(_ slot: Int, _ chain: Int) { entries[slot].chain = Int32(chain) }
}

extension FixedPoint {
  /// Both coordinates in one number.
  var packed: UInt64 { UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y)) }
}
