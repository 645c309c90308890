import GeoModel
import GeoSupport

extension SegmentGraph {
  /// All rings of a graph without open parts, none of which passes a point twice.
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

  /// Cuts a closed walk into rings: whenever it comes back to a point it has been at, the part since then is a ring.
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

  /// The closed ring of a walk.
  private func walkedRing(_ ring: ArraySlice<Int32>) -> WalkedRing {
    var points = ring.map { segments.point(ofEnd: $0) }
    points.append(points[0])
    return WalkedRing(points: points, hasInnerRole: ring.contains { segments[Int($0 >> 1)].isInner })
  }

  /// For each end, the end at the same point along which the boundary goes on.
  private func pairedEnds() -> [Int32] {
    var partners = [Int32](repeating: -1, count: segments.count * 2)
    for vertex in 0..<vertexCount {
      let ends = liveEnds(vertex)
      if ends.count == 2 {
        partners[Int(ends[0])] = ends[1]
        partners[Int(ends[1])] = ends[0]
      } else if ends.count > 2 {
        pair(ends, in: &partners)
      }
    }
    return partners
  }

  /// Joins the ends at a junction two by two: those between which the inside lies.
  private func pair(_ ends: [Int32], in partners: inout [Int32]) {
    let sorted = ends.map { (angle: angle(ofEnd: $0), end: $0) }.sorted { $0.angle < $1.angle }.map(\.end)
    let offset = insideIsCounterclockwise(ofEnd: sorted[0]) ? 0 : 1
    for index in stride(from: 0, to: sorted.count, by: 2) {
      let one = sorted[(index + offset) % sorted.count]
      let other = sorted[(index + offset + 1) % sorted.count]
      partners[Int(one)] = other
      partners[Int(other)] = one
    }
  }

  /// The direction in which a segment leaves the point at its end, in radians counterclockwise from east. Exact enough: two
  /// segments at a point never have the same direction unless one covers the other.
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
