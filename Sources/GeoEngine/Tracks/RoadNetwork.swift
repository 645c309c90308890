import GeoModel
import GeoStore

/// The roads around tracks as a graph, made of a store's map objects as they are needed.
///
/// Objects keep the vertices of their ways to 1e-7 degree, so ways that meet have a vertex in common, which is a node. All vertices are nodes, and
/// each piece of a way between two of them is a segment: ways that are loaded later need no change of those before.
///
/// Squares of the Earth are loaded one by one (``require(_:)``). Once there are ``mostSegments``, all are forgotten and loading begins again:
/// whoever remembers segments looks at ``generation``. Not thread-safe, as the store's reader is not.
final class RoadNetwork {
  /// A road.
  struct Way: BitwiseCopyable {
    /// The OpenStreetMap way.
    var id: Int64
    var access: RoadAccess
  }

  /// A straight piece of a way. Those of a way have consecutive numbers.
  struct Segment: BitwiseCopyable {
    /// Nodes.
    var from: Int32
    var to: Int32
    var way: Int32
    var meters: Float
  }

  /// So many segments are kept at most, some 60 megabytes.
  static let mostSegments = 500_000

  let store: StoreReader
  /// Counts how often everything was forgotten.
  @exclusivity(unchecked) private(set) var generation: Int32 = 0
  @exclusivity(unchecked) private(set) var ways: [Way] = []
  @exclusivity(unchecked) private(set) var segments: [Segment] = []
  @exclusivity(unchecked) private(set) var nodes: [FixedPoint] = []
  /// The first link that leaves a node; link `2 * segment` leaves its first node, `2 * segment + 1` its second one. -1 for none.
  @exclusivity(unchecked) private(set) var firstLinks: [Int32] = []
  /// The next link that leaves the same node; -1 for none.
  @exclusivity(unchecked) private(set) var nextLinks: [Int32] = []
  @exclusivity(unchecked) var cells = SegmentCells()
  @exclusivity(unchecked) private var nodeNumbers: [FixedPoint: Int32] = [:]
  @exclusivity(unchecked) private var wayNumbers: [Int64: Int32] = [:]
  @exclusivity(unchecked) var squares = LoadedSquares()
  /// The marks of ``candidates(_:profile:radiusMeters:)``, by segments.
  @exclusivity(unchecked) var marks: [CandidateMark] = []
  @exclusivity(unchecked) var markNumber: UInt32 = 0

  /// The roads of a store, of which none is loaded yet.
  init(store: StoreReader) { self.store = store }

  /// Whether a way is loaded already.
  func hasWay(_ id: Int64) -> Bool { wayNumbers[id] != nil }

  /// Adds a way with two vertices or more.
  func add(way id: Int64, _ access: RoadAccess, _ line: [FixedPoint]) {
    let way = Int32(ways.count)
    wayNumbers[id] = way
    ways.append(Way(id: id, access: access))
    for (start, end) in zip(line, line.dropFirst()) where start != end {
      let step = LocalProjection(origin: start).project(end)
      let meters = step.squaredLength.squareRoot()
      // A segment from one end of a country to another is a fault of the map, or no road.
      guard meters <= 50_000 else { continue }
      let number = Int32(segments.count)
      let (from, to) = (node(start), node(end))
      segments.append(Segment(from: from, to: to, way: way, meters: Float(meters)))
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

  /// Adds the next link to those that leave a node.
  private func link(_ node: Int32) {
    let number = Int32(nextLinks.count)
    nextLinks.append(firstLinks[Int(node)])
    firstLinks[Int(node)] = number
  }
}
