import GeoModel

/// A part of the Earth to which extracts and changes are cut: polygons with holes, or boxes.
public struct ImportRegion: Sendable {
  private var boxes: [FixedBox] = []
  private var polygons: [(outer: BandedRing, holes: [BandedRing])] = []

  /// Creates a region of polygons, each an outer ring and its holes, closed or not. A point inside any of the polygons
  /// is in the region.
  public init(polygons: [[[FixedPoint]]]) {
    self.polygons = polygons.compactMap { rings in
      rings.first.map { (BandedRing($0), rings.dropFirst().map(BandedRing.init)) }
    }
  }

  /// Creates a region of boxes, edges included.
  init(boxes: [FixedBox]) { self.boxes = boxes }

  /// Whether a point is in the region.
  package func contains(_ point: FixedPoint) -> Bool {
    boxes.contains { $0.contains(point) }
      || polygons.contains { polygon in
        polygon.outer.contains(point) && !polygon.holes.contains { $0.contains(point) }
      }
  }
}

/// A ring whose edges are sorted into bands of latitude, so that a point is compared with few edges.
private struct BandedRing: Sendable {
  private struct Edge {
    var a: FixedPoint
    var b: FixedPoint
  }

  private let box: FixedBox
  private var bands: [[Edge]] = []
  private let bandHeight: Int64

  /// Creates a ring from its vertices.
  init(_ ring: [FixedPoint]) {
    box = FixedBox(around: ring)
    let count = max(1, ring.count / 8)
    bandHeight = box.isEmpty ? 1 : (Int64(box.maxY) - Int64(box.minY)) / Int64(count) + 1
    guard var a = ring.last else { return }
    bands = Array(repeating: [], count: count)
    for b in ring {
      if a.y != b.y {
        for band in band(of: min(a.y, b.y))...band(of: max(a.y, b.y)) { bands[band].append(Edge(a: a, b: b)) }
      }
      a = b
    }
  }

  private func band(of y: Int32) -> Int { Int((Int64(y) - Int64(box.minY)) / bandHeight) }

  /// Whether a point is inside: whether a ray to the east crosses the ring an odd number of times.
  func contains(_ point: FixedPoint) -> Bool {
    guard box.contains(point) else { return false }
    var isInside = false
    for edge in bands[band(of: point.y)] where (edge.a.y > point.y) != (edge.b.y > point.y) {
      // Products of differences on the globe stay below 2^63: 3.6e9 times 1.8e9.
      let (height, width) = (Int64(edge.b.y) - Int64(edge.a.y), Int64(edge.b.x) - Int64(edge.a.x))
      let left = (Int64(point.x) - Int64(edge.a.x)) * height
      let right = (Int64(point.y) - Int64(edge.a.y)) * width
      if (left < right) == (height > 0) { isInside.toggle() }
    }
    return isInside
  }
}
