import GeoModel

// From member ways to polygons. Where two edges meet at each point, their rings are plain to see (see SimpleRings); else:
// 1. Lines that are members twice are taken once.
// 2. All lines are cut into segments; of equal segments pairs cancel out, so that areas side by side melt into one. Where
//    that leaves open ends, repeated lines count as often as they occur, else each segment counts once, if that closes.
// 3. Loose ends are cut back; what still has a corner with an odd number of edges is not closed and is left out whole.
// 4. Where more than two edges meet, those that bound the same wedge of the inside are joined.
// 5. Rings are walked, and split wherever they pass a point a second time.
// 6. Rings inside an even number of others are outer rings, the rest are holes of the smallest ring around them.
// Roles play no part in this: they are wrong too often. They matter only when parts are missing, see `keptRings`.

/// Joins member ways, in any order and direction, to polygons.
struct RingAssembler {
  /// A member way of an area.
  struct Member {
    /// Its vertices in order.
    var points: ArraySlice<FixedPoint>
    /// Whether its role is `inner`.
    var isInner: Bool
  }

  /// What the member ways were joined to.
  struct Result {
    /// Polygons, each an outer ring followed by its holes; rings are closed.
    var polygons: [[[FixedPoint]]] = []
    /// What was wrong.
    var faults = DataFaultCounts()
    /// Whether every edge became part of a ring.
    var isComplete = true
  }

  /// Whether some member ways are missing from the extract, so that rings marked `inner` cannot be trusted to be holes.
  var hasMissingMembers = false
  /// Whether to look for edges that cross.
  var checksCrossings = true

  /// Assembles polygons from member ways.
  func assemble(_ members: [Member]) -> Result {
    var result = Result()
    let all = SimpleRings.rings(of: members)
    if let all, checksCrossings, SegmentCrossings.exist(among: all) { result.faults.add(.ringSelfIntersecting) }
    let walked = all ?? doubtfulRings(of: members, &result)
    let rings = keptRings(walked, isComplete: result.isComplete && !hasMissingMembers)
    result.polygons = PolygonNesting.polygons(of: rings)
    if result.polygons.isEmpty && result.isComplete { result.faults.add(.ringTooShort) }
    return result
  }

  /// The rings of members at whose points any number of edges may meet.
  private func doubtfulRings(of members: [Member], _ result: inout Result) -> [SegmentGraph.WalkedRing] {
    var graph = graph(of: members, &result)
    if checksCrossings, SegmentCrossings.exist(in: graph.segments) { result.faults.add(.ringSelfIntersecting) }
    removeOpenParts(of: &graph, &result)
    return graph.walkRings()
  }

  /// The segments of the members: those that leave the fewest open ends, of the ways in which to read repetitions.
  private func graph(of members: [Member], _ result: inout Result) -> SegmentGraph {
    let distinct = withoutRepetition(members)
    let segments = sortedSegments(of: distinct)
    let graph = SegmentGraph(SegmentGraph.withoutPairs(segments))
    if !graph.segments.isEmpty && !graph.hasOpenEnds || segments.isEmpty {
      result.faults.add(.memberDuplicate, members.count - distinct.count)
      result.faults.add(.segmentDuplicate, (segments.count - graph.segments.count) / 2)
      return graph
    }
    let all = sortedSegments(of: members)
    for choice in [SegmentGraph.withoutPairs(all), SegmentGraph.eachOnce(all)] where choice.count < all.count {
      let other = SegmentGraph(choice)
      guard !choice.isEmpty, !other.hasOpenEnds else { continue }
      result.faults.add(.segmentDuplicate, max(1, (all.count - choice.count) / 2))
      return other
    }
    return graph
  }

  /// Takes out what does not close. The counted points are the loose ends, at each of which a way is missing or cut.
  private func removeOpenParts(of graph: inout SegmentGraph, _ result: inout Result) {
    let removed = graph.removeOpenParts()
    guard removed > 0 else { return }
    result.isComplete = false
    result.faults.add(.ringNotClosed, removed)
  }

  /// With parts missing, a ring that was meant as a hole could pass for an area of its own: only rings without any edge
  /// marked `inner` are kept then.
  private func keptRings(_ rings: [SegmentGraph.WalkedRing], isComplete: Bool) -> [[FixedPoint]] {
    rings.compactMap { isComplete || !$0.hasInnerRole ? $0.points : nil }
  }

  /// All edges of the members from west to east; repeated vertices make no edge.
  private func sortedSegments(of members: [Member]) -> [Segment] {
    var segments: [Segment] = []
    segments.reserveCapacity(members.reduce(0) { $0 + $1.points.count })
    for member in members {
      guard var from = member.points.first else { continue }
      for to in member.points.dropFirst() where to != from {
        segments.append(Segment(from, to, isInner: member.isInner))
        from = to
      }
    }
    segments.sort()
    return segments
  }

  /// The members without those whose points another one repeats in either direction.
  private func withoutRepetition(_ members: [Member]) -> [Member] {
    // A line and its reverse have the same two hashes.
    var buckets: [Int: [Int]] = [:]
    return members.indices.filter { index in
      let points = members[index].points
      guard !points.isEmpty else { return false }
      let hash = hash(points) &+ hash(points.reversed())
      if buckets[hash, default: []].contains(where: { isSameLine(members[$0].points, points) }) { return false }
      buckets[hash, default: []].append(index)
      return true
    }.map { members[$0] }
  }

  private func hash(_ line: some Sequence<FixedPoint>) -> Int {
    var hasher = Hasher()
    for point in line { hasher.combine(point.sortKey) }
    return hasher.finalize()
  }

  /// Whether two lines run through the same points, in one direction or the other.
  private func isSameLine(_ a: ArraySlice<FixedPoint>, _ b: ArraySlice<FixedPoint>) -> Bool {
    a.elementsEqual(b) || a.elementsEqual(b.reversed())
  }
}
