import GeoModel
import GeoStore

/// The roads around tracks as a graph, built from a store's map objects as they are needed.
///
/// Objects keep the vertices of their ways to 1e-7 degree, so ways that meet share a vertex. All vertices are nodes,
/// and each piece of a way between two of them is a segment. Adding a way therefore does not change the ways before it.
///
/// Squares of the Earth are loaded one by one (``require(_:withinMeters:)``). Once there are more than ``mostSegments``
/// segments, all are forgotten and loading begins again. Holders of segments compare ``generation``. Not thread-safe,
/// as the store's reader is not.
final class RoadNetwork {
  /// A straight piece of a way, which is known by its place among those loaded. The segments of a way have consecutive
  /// numbers.
  struct Segment: BitwiseCopyable {
    /// The numbers of its nodes.
    var from: Int32
    var to: Int32
    var way: Int32
    /// Who may use it, in which directions.
    var access: RoadAccess
    /// Whether it is part of a service road or track, which few drivers take.
    var isMinor: Bool
    var meters: Float
    /// Its direction as a unit vector, east and north.
    var direction: SIMD2<Float>
    /// The place of its first node.
    var start: FixedPoint
  }

  /// The most segments kept, some 60 megabytes.
  static let mostSegments = 500_000

  let store: StoreReader
  /// The number of times that everything was forgotten.
  @exclusivity(unchecked) private(set) var generation: Int32 = 0
  /// The OpenStreetMap ways.
  @exclusivity(unchecked) private(set) var ways: [Int64] = []
  @exclusivity(unchecked) private(set) var segments: [Segment] = []
  @exclusivity(unchecked) private(set) var nodes: [FixedPoint] = []
  /// The first link that leaves a node; link `2 * segment` leaves its first node, `2 * segment + 1` its second one. -1
  /// for none.
  @exclusivity(unchecked) private(set) var firstLinks: [Int32] = []
  /// The next link that leaves the same node; -1 for none.
  @exclusivity(unchecked) private(set) var nextLinks: [Int32] = []
  @exclusivity(unchecked) var cells = SegmentCells()
  @exclusivity(unchecked) private var nodeNumbers: [FixedPoint: Int32] = [:]
  @exclusivity(unchecked) private var wayNumbers: [Int64: Int32] = [:]
  @exclusivity(unchecked) var squares = LoadedSquares()
  /// The marks of searches for candidates, by segment.
  @exclusivity(unchecked) var marks: [CandidateMark] = []
  @exclusivity(unchecked) var markNumber: UInt32 = 0

  /// Creates a network for a store, without any roads yet.
  init(store: StoreReader) { self.store = store }

  /// Whether a way is loaded already.
  func hasWay(_ id: Int64) -> Bool { wayNumbers[id] != nil }

  /// Whether a place is on a service road or track.
  func isMinor(_ place: RoadCandidate) -> Bool { segments[Int(place.segment)].isMinor }

  /// Adds a way with two vertices or more.
  func add(way id: Int64, _ access: RoadAccess, isMinor: Bool, _ line: [FixedPoint]) {
    let way = Int32(ways.count)
    wayNumbers[id] = way
    ways.append(id)
    for (start, end) in zip(line, line.dropFirst()) where start != end {
      let step = LocalProjection(origin: start).project(end)
      let meters = step.squaredLength.squareRoot()
      // So long a segment is an error of the map, or not a road.
      guard meters <= 50_000 else { continue }
      let number = Int32(segments.count)
      let (from, to) = (node(start), node(end))
      let direction = SIMD2(Float(step.x / meters), Float(step.y / meters))
      segments.append(
        Segment(
          from: from, to: to, way: way, access: access, isMinor: isMinor, meters: Float(meters), direction: direction,
          start: start))
      link(from)
      link(to)
      marks.append(CandidateMark())
      cells.insert(number, from: start, step: step, meters: meters)
    }
  }

  /// Forgets everything.
  func forget() {
    generation += 1
    ways.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    firstLinks.removeAll(keepingCapacity: true)
    nextLinks.removeAll(keepingCapacity: true)
    nodeNumbers.removeAll(keepingCapacity: true)
    wayNumbers.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    cells.removeAll()
    squares = LoadedSquares()
  }

  private func node(_ point: FixedPoint) -> Int32 {
    if let known = nodeNumbers[point] { return known }
    let number = Int32(nodes.count)
    nodeNumbers[point] = number
    nodes.append(point)
    firstLinks.append(-1)
    return number
  }

  /// Adds the next link to the list of those that leave a node.
  private func link(_ node: Int32) {
    let number = Int32(nextLinks.count)
    nextLinks.append(firstLinks[Int(node)])
    firstLinks[Int(node)] = number
  }
}
