import GeoModel

/// Segments with the points they meet at.
///
/// A segment has two ends, numbered twice its position and one more. Ends at the same point stand together in ``ends``.
struct SegmentGraph {
  /// A closed ring found by walking along segments.
  struct WalkedRing {
    /// Its points; the last equals the first.
    var points: [FixedPoint]
    /// Whether any of its segments comes from a way with the role `inner`.
    var hasInnerRole: Bool
  }

  /// Sorted, without repetition.
  private(set) var segments: [Segment]
  /// Numbers of all ends, those at the same point together.
  private(set) var ends: [Int32] = []
  /// For each point, where its ends start in ``ends``; one more entry at the close.
  private(set) var starts: [Int32] = [0]
  /// For each end, the number of the point it is at.
  private(set) var vertexOfEnd: [Int32] = []
  /// For each segment, whether it was taken out.
  private(set) var isRemoved: [Bool]

  /// A graph of sorted segments without repetition.
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
  }

  /// An end with the key of the point it is at, to sort ends by place.
  private struct KeyedEnd {
    var key: UInt64
    var end: Int32
  }

  /// All ends, those at the same point together.
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

  /// The sorted segments without those that occur an even number of times; of those that occur more often one is left.
  static func withoutPairs(_ sorted: [Segment]) -> [Segment] {
    var kept: [Segment] = []
    kept.reserveCapacity(sorted.count)
    for segment in sorted {
      if let last = kept.last, last.hasSameEnds(as: segment) { kept.removeLast() } else { kept.append(segment) }
    }
    return kept
  }

  /// The sorted segments, each once.
  static func eachOnce(_ sorted: [Segment]) -> [Segment] {
    sorted.enumerated().filter { $0.offset == 0 || !$0.element.hasSameEnds(as: sorted[$0.offset - 1]) }.map(\.element)
  }

  /// Whether an odd number of segments meets at some point.
  var hasOpenEnds: Bool { (0..<vertexCount).contains { degree($0) % 2 == 1 } }

  /// Takes out everything that cannot be part of a ring.
  ///
  /// - Returns: how many points with an odd number of segments there were.
  mutating func removeOpenParts() -> Int {
    let open = (0..<vertexCount).filter { degree($0) % 2 == 1 }
    for vertex in open { cutBack(from: vertex) }
    for vertex in open where degree(vertex) % 2 == 1 { removeComponent(of: vertex) }
    return open.count
  }

  /// Ends at a point whose segments are still there.
  func liveEnds(_ vertex: Int) -> [Int32] {
    ends[Int(starts[vertex])..<Int(starts[vertex + 1])].filter { !isRemoved[Int($0 >> 1)] }
  }

  /// Number of different points.
  var vertexCount: Int { starts.count - 1 }

  /// Number of segments at a point that are still there.
  private func degree(_ vertex: Int) -> Int {
    var count = 0
    for index in Int(starts[vertex])..<Int(starts[vertex + 1]) where !isRemoved[Int(ends[index] >> 1)] { count += 1 }
    return count
  }

  /// Removes a chain of segments from its loose end to the next junction.
  private mutating func cutBack(from vertex: Int) {
    var vertex = vertex
    while degree(vertex) == 1, let end = liveEnds(vertex).first {
      isRemoved[Int(end >> 1)] = true
      vertex = Int(vertexOfEnd[Int(end ^ 1)])
    }
  }

  /// Removes everything that hangs together with a point: where three chains meet it is not known which two are the ring.
  private mutating func removeComponent(of vertex: Int) {
    var pending = [vertex]
    while let vertex = pending.popLast() {
      for end in liveEnds(vertex) {
        isRemoved[Int(end >> 1)] = true
        pending.append(Int(vertexOfEnd[Int(end ^ 1)]))
      }
    }
  }
}

extension [Segment] {
  /// The point at a segment's end.
  func point(ofEnd end: Int32) -> FixedPoint { end & 1 == 0 ? self[Int(end >> 1)].a : self[Int(end >> 1)].b }
}
