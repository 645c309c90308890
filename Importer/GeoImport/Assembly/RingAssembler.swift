import GeoModel

// How member ways become polygons. If exactly two edges meet at each point, the rings are unambiguous (see
// SimpleRings). Otherwise:
// 1. Lines that are members twice are used once.
// 2. All lines are cut into segments. Pairs of equal segments cancel out, which merges adjacent areas. If that leaves
//    open ends, repeated lines are included again, or else each segment is used once, whichever closes the rings.
// 3. Loose ends are cut back. A connected part that still has a corner with an odd number of edges is not closed, and
//    is left out.
// 4. Where more than two edges meet, edges that bound the same wedge of the interior are joined.
// 5. The rings are walked, and split wherever they reach a point a second time.
// 6. Rings inside an even number of others are outer rings. The others are holes of the smallest ring around them.
// Roles are wrong too often to be used. They matter only if parts are missing, see `keptRings`.

/// Joins member ways, in any order and direction, into polygons.
struct RingAssembler {
  /// A member way of an area.
  struct Member {
    /// Its vertices in order.
    var points: ArraySlice<FixedPoint>
    /// Whether its role is `inner`.
    var isInner: Bool
  }

  /// The polygons made of the member ways.
  struct Result {
    /// Polygons, each an outer ring followed by its holes; rings are closed.
    var polygons: [[[FixedPoint]]] = []
    /// The faults that were found.
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

  /// The rings of members, with any number of edges at each point.
  private func doubtfulRings(of members: [Member], _ result: inout Result) -> [SegmentGraph.WalkedRing] {
    var graph = graph(of: members, &result)
    if checksCrossings, SegmentCrossings.exist(in: graph.segments) { result.faults.add(.ringSelfIntersecting) }
    removeOpenParts(of: &graph, &result)
    return graph.walkRings()
  }

  /// The graph of the members' segments, with repeated segments treated so as to leave the fewest open ends.
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

  /// Removes everything that does not close. The fault counts the loose ends, at each of which a way is missing or cut.
  private func removeOpenParts(of graph: inout SegmentGraph, _ result: inout Result) {
    let removed = graph.removeOpenParts()
    guard removed > 0 else { return }
    result.isComplete = false
    result.faults.add(.ringNotClosed, removed)
  }

  /// The points of the rings to keep. If parts are missing, a hole could pass for an area of its own, so rings with any
  /// edge marked `inner` are dropped.
  private func keptRings(_ rings: [SegmentGraph.WalkedRing], isComplete: Bool) -> [[FixedPoint]] {
    rings.compactMap { isComplete || !$0.hasInnerRole ? $0.points : nil }
  }

  /// All edges of the members from west to east. Repeated vertices are skipped.
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

  /// The members, except for those that repeat another's points in either direction.
  private func withoutRepetition(_ members: [Member]) -> [Member] {
    // A line and its reverse have the same sum of hashes.
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

  /// Whether two lines have the same points, in either direction.
  private func isSameLine(_ a: ArraySlice<FixedPoint>, _ b: ArraySlice<FixedPoint>) -> Bool {
    a.elementsEqual(b) || a.elementsEqual(b.reversed())
  }
}
