import GeoModel
import GeoSupport

/// Segments and the points where they meet.
///
/// The ends of the segment at position p have the numbers 2p and 2p + 1. Ends at the same point are adjacent in
/// ``ends``.
struct SegmentGraph {
  /// A closed ring found by walking along segments.
  struct WalkedRing {
    /// Its points; the last equals the first.
    var points: [FixedPoint]
    /// Whether any of its segments comes from a way with the role `inner`.
    var hasInnerRole: Bool
  }

  /// The segments, sorted and without repetition.
  private(set) var segments: [Segment]
  /// The numbers of all ends, grouped by point.
  private(set) var ends: [Int32] = []
  /// The start of each point's ends in ``ends``, followed by the number of all ends.
  private(set) var starts: [Int32] = [0]
  /// For each end, the number of its point.
  private(set) var vertexOfEnd: [Int32] = []
  /// Whether each segment was removed.
  private(set) var isRemoved: [Bool]
  /// For each point, the number of its segments that are not removed.
  private var degrees: [Int32] = []

  /// Creates a graph of sorted segments without repetition.
  init(_ segments: [Segment]) {
    self.segments = segments
    isRemoved = Array(repeating: false, count: segments.count)
    vertexOfEnd = Array(repeating: 0, count: segments.count * 2)
    let keyed = SegmentGraph.sortedEnds(of: segments)
    for (position, entry) in keyed.enumerated() {
      if position > 0, entry.key != keyed[position - 1].key { starts.append(Int32(position)) }
      vertexOfEnd[Int(entry.end)] = Int32(starts.count - 1)
      ends.append(entry.end)
    }
    if !keyed.isEmpty { starts.append(Int32(keyed.count)) }
    degrees = zip(starts, starts.dropFirst()).map { $1 - $0 }
  }

  /// An end with the key of its point, to sort ends by position.
  private struct KeyedEnd {
    var key: UInt64
    var end: Int32
  }

  /// All ends, grouped by point.
  private static func sortedEnds(of segments: [Segment]) -> [KeyedEnd] {
    var keyed: [KeyedEnd] = []
    keyed.reserveCapacity(segments.count * 2)
    for (index, segment) in segments.enumerated() {
      keyed.append(KeyedEnd(key: segment.a.sortKey, end: Int32(index * 2)))
      keyed.append(KeyedEnd(key: segment.b.sortKey, end: Int32(index * 2 + 1)))
    }
    keyed.sort { $0.key == $1.key ? $0.end < $1.end : $0.key < $1.key }
    return keyed
  }

  /// The sorted segments, with pairs of equal ones removed.
  ///
  /// An even number of equal segments leaves none, an odd number leaves one.
  static func withoutPairs(_ sorted: [Segment]) -> [Segment] {
    var kept: [Segment] = []
    kept.reserveCapacity(sorted.count)
    for segment in sorted {
      if let last = kept.last, last.hasSameEnds(as: segment) { kept.removeLast() } else { kept.append(segment) }
    }
    return kept
  }

  /// The sorted segments without repetition.
  static func eachOnce(_ sorted: [Segment]) -> [Segment] {
    sorted.enumerated().filter { $0.offset == 0 || !$0.element.hasSameEnds(as: sorted[$0.offset - 1]) }.map(\.element)
  }

  /// Whether any point has an odd number of segments.
  var hasOpenEnds: Bool { (0..<vertexCount).contains { degree($0) % 2 == 1 } }

  /// Removes everything that cannot be part of a ring.
  ///
  /// - Returns: the number of points with an odd number of segments.
  mutating func removeOpenParts() -> Int {
    let open = (0..<vertexCount).filter { degree($0) % 2 == 1 }
    for vertex in open { cutBack(from: vertex) }
    for vertex in open where degree(vertex) % 2 == 1 { removeComponent(of: vertex) }
    return open.count
  }

  /// The ends at a point whose segments are not removed.
  func liveEnds(_ vertex: Int) -> [Int32] {
    ends[Int(starts[vertex])..<Int(starts[vertex + 1])].filter { !isRemoved[Int($0 >> 1)] }
  }

  /// The number of different points.
  var vertexCount: Int { starts.count - 1 }

  /// The number of segments at a point that are not removed.
  private func degree(_ vertex: Int) -> Int { Int(degrees[vertex]) }

  private mutating func remove(_ segment: Int) {
    guard !isRemoved[segment] else { return }
    isRemoved[segment] = true
    for end in [segment * 2, segment * 2 + 1] { degrees[Int(vertexOfEnd[end])] -= 1 }
  }

  /// Removes a chain of segments from its loose end to the next junction.
  private mutating func cutBack(from vertex: Int) {
    var vertex = vertex
    while degree(vertex) == 1, let end = liveEnds(vertex).first {
      remove(Int(end >> 1))
      vertex = Int(vertexOfEnd[Int(end ^ 1)])
    }
  }

  /// Removes everything connected with a point. Where three chains meet, any two of them could be the ring.
  private mutating func removeComponent(of vertex: Int) {
    var pending = [vertex]
    while let vertex = pending.popLast() {
      if degree(vertex) == 0 { continue }
      for end in liveEnds(vertex) {
        remove(Int(end >> 1))
        pending.append(Int(vertexOfEnd[Int(end ^ 1)]))
      }
    }
  }
}

extension [Segment] {
  /// The point at a segment's end.
  func point(ofEnd end: Int32) -> FixedPoint { end & 1 == 0 ? self[Int(end >> 1)].a : self[Int(end >> 1)].b }
}

extension SegmentGraph {
  /// Walks all rings of a graph without open parts. No ring visits a point twice.
  func walkRings() -> [WalkedRing] {
    let partners = pairedEnds()
    var isWalked = isRemoved
    var rings: [WalkedRing] = []
    for first in segments.indices where !isWalked[first] {
      var loop: [Int32] = []
      var end = Int32(first * 2)
      while !isWalked[Int(end >> 1)] {
        isWalked[Int(end >> 1)] = true
        loop.append(end)
        end = partners[Int(end ^ 1)]
      }
      split(loop, into: &rings)
    }
    return rings
  }

  /// Splits a closed walk into rings. Whenever it returns to a visited point, the part since then is a ring.
  private func split(_ loop: [Int32], into rings: inout [WalkedRing]) {
    var positions: [Int32: Int] = [:]
    var path: [Int32] = []
    for end in loop {
      positions[vertexOfEnd[Int(end)]] = path.count
      path.append(end)
      let reached = vertexOfEnd[Int(end ^ 1)]
      guard let start = positions[reached] else { continue }
      let ring = path[start...]
      for end in ring { positions[vertexOfEnd[Int(end)]] = nil }
      if ring.count >= 3 { rings.append(walkedRing(ring)) }
      path.removeSubrange(start...)
    }
  }

  private func walkedRing(_ ring: ArraySlice<Int32>) -> WalkedRing {
    var points = ring.map { segments.point(ofEnd: $0) }
    points.append(points[0])
    return WalkedRing(points: points, hasInnerRole: ring.contains { segments[Int($0 >> 1)].isInner })
  }

  /// For each end, the end at the same point where the boundary continues.
  private func pairedEnds() -> [Int32] {
    var partners = [Int32](repeating: -1, count: segments.count * 2)
    // Each junction is tested against all segments. Real areas have few junctions.
    var allowance = WorkAllowance(each: 4_096, start: 1 << 27)
    for vertex in 0..<vertexCount {
      let ends = liveEnds(vertex)
      if ends.count == 2 {
        partners[Int(ends[0])] = ends[1]
        partners[Int(ends[1])] = ends[0]
      } else if ends.count > 2 {
        allowance.next()
        pair(ends, in: &partners, &allowance)
      }
    }
    return partners
  }

  /// Pairs the ends at a junction that have the inside between them. If finding out would take too long, pairs
  /// neighbors arbitrarily.
  private func pair(_ ends: [Int32], in partners: inout [Int32], _ allowance: inout WorkAllowance) {
    let sorted = ends.map { (angle: angle(ofEnd: $0), end: $0) }.sorted { $0.angle < $1.angle }.map(\.end)
    let offset = !allowance.spend(segments.count) || insideIsCounterclockwise(ofEnd: sorted[0]) ? 0 : 1
    for index in stride(from: 0, to: sorted.count, by: 2) {
      let one = sorted[(index + offset) % sorted.count]
      let other = sorted[(index + offset + 1) % sorted.count]
      partners[Int(one)] = other
      partners[Int(other)] = one
    }
  }

  /// The direction in which a segment leaves the point at its end, in radians counterclockwise from east. This is exact
  /// enough, because two segments at a point have the same direction only if they overlap.
  private func angle(ofEnd end: Int32) -> Double {
    let from = segments.point(ofEnd: end)
    let to = segments.point(ofEnd: end ^ 1)
    return atan2(Double(to.y) - Double(from.y), Double(to.x) - Double(from.x))
  }

  /// Whether the inside lies counterclockwise of a segment, seen from the point at its end.
  private func insideIsCounterclockwise(ofEnd end: Int32) -> Bool {
    let segment = segments[Int(end >> 1)]
    let isInsideLeftOfAToB = EvenOdd.isInsideLeft(of: segment, among: segments, isRemoved: isRemoved)
    return end & 1 == 0 ? isInsideLeftOfAToB : !isInsideLeftOfAToB
  }
}
