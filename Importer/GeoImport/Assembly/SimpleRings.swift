import GeoModel
import GeoSupport

/// The rings of member ways in the simple case, in which exactly two edges meet at each point. Nearly all areas are of
/// this kind. The result is that of ``SegmentGraph``, without sorting the edges.
struct SimpleRings {
  private static let none: Int32 = -1

  /// All different points, in the order of their first use.
  private var corners: [FixedPoint] = []
  /// For each corner, the two corners at the other ends of its edges.
  private var neighbors: [(Int32, Int32)] = []
  /// Whether an edge at a corner comes from a way with the role `inner`.
  private var isInner: [Bool] = []
  /// An open hash table of corner numbers by position. Its size is a power of two, of which at most half is used.
  private var slots: [Int32]
  private var edgeCount = 0
  /// The remaining number of collisions. Points may have been chosen on purpose so as to collide.
  private var patience: Int

  /// The rings in the order of ``SegmentGraph/walkRings()``.
  ///
  /// - Returns: nil if a point does not have exactly two edges, if a way has no edge, or if it would take too long.
  static func rings(of members: [RingAssembler.Member]) -> [SegmentGraph.WalkedRing]? {
    var simple = SimpleRings(expecting: members.reduce(0) { $0 + $1.points.count })
    for member in members { guard simple.add(member) else { return nil } }
    guard simple.edgeCount == simple.corners.count else { return nil }
    return simple.walk()
  }

  private init(expecting count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    patience = 16 * size
    slots = Array(repeating: SimpleRings.none, count: size)
    corners.reserveCapacity(count)
    neighbors.reserveCapacity(count)
    isInner.reserveCapacity(count)
  }

  // MARK: Edges

  /// Adds the edges of a way. Returns false if a point gets a third edge, or if the way has no edge.
  private mutating func add(_ member: RingAssembler.Member) -> Bool {
    guard let first = member.points.first, var last = number(of: first) else { return false }
    let edgesBefore = edgeCount
    for point in member.points.dropFirst() where point != corners[Int(last)] {
      guard let next = number(of: point), connect(last, next), connect(next, last) else { return false }
      edgeCount += 1
      if member.isInner {
        isInner[Int(last)] = true
        isInner[Int(next)] = true
      }
      last = next
    }
    return edgeCount > edgesBefore
  }

  private mutating func connect(_ corner: Int32, _ neighbor: Int32) -> Bool {
    let known = neighbors[Int(corner)]
    if known.0 == SimpleRings.none {
      neighbors[Int(corner)].0 = neighbor
    } else if known.1 == SimpleRings.none {
      neighbors[Int(corner)].1 = neighbor
    } else {
      return false
    }
    return true
  }

  /// The number of the corner at a point; nil if it would take too long to find.
  private mutating func number(of point: FixedPoint) -> Int32? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Hashing.mix(point.sortKey)) & mask
    while slots[slot] != SimpleRings.none {
      if corners[Int(slots[slot])] == point { return slots[slot] }
      slot = (slot + 1) & mask
      patience -= 1
      if patience < 0 { return nil }
    }
    slots[slot] = Int32(corners.count)
    corners.append(point)
    neighbors.append((SimpleRings.none, SimpleRings.none))
    isInner.append(false)
    return slots[slot]
  }

  // MARK: Rings

  /// Walks all rings, once each corner has two neighbors. Returns nil if an edge occurs twice.
  private func walk() -> [SegmentGraph.WalkedRing]? {
    var isWalked = [Bool](repeating: false, count: corners.count)
    var rings: [SegmentGraph.WalkedRing] = []
    for first in corners.indices where !isWalked[first] {
      var ring: [Int32] = []
      var corner = Int32(first)
      repeat {
        let (one, other) = neighbors[Int(corner)]
        let next = one == ring.last ?? other ? other : one
        isWalked[Int(corner)] = true
        ring.append(corner)
        corner = next
      } while corner != first
      guard ring.count >= 3 else { return nil }
      rings.append(walked(ring))
    }
    rings.sort { $0.points[0].sortKey < $1.points[0].sortKey }
    return rings
  }

  /// The closed ring from its westernmost corner, in the direction of that corner's more western neighbor.
  private func walked(_ ring: [Int32]) -> SegmentGraph.WalkedRing {
    var points = ring.map { corners[Int($0)] }
    let start = points.indices.min { points[$0].sortKey < points[$1].sortKey } ?? 0
    let (before, after) = (points[(start + points.count - 1) % points.count], points[(start + 1) % points.count])
    if after.sortKey < before.sortKey {
      points = Array(points[start...] + points[..<start])
    } else {
      points = Array(points[...start].reversed() + points[(start + 1)...].reversed())
    }
    points.append(points[0])
    return SegmentGraph.WalkedRing(points: points, hasInnerRole: ring.contains { isInner[Int($0)] })
  }
}
