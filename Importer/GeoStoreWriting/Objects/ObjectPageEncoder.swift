import GeoModel
import GeoStore

/// Encodes the kinds and shapes of a page of map objects; ``ObjectPage`` and ``ObjectShape`` decode them.
///
/// An object is the number of its kind, then a varint `count << 2 | form` and its vertices. Each vertex is the
/// difference from the previous one, the page's first from (0, 0):
/// - form 0, a point: count 1 and the point, or count 0 if the shape is that of the previous object;
/// - form 1, a line: the count is the number of vertices;
/// - form 2, polygons: the count is the number of rings, each `vertices << 1 | isOuter` and its vertices without the
///   repeated last one;
/// - form 3, the boundary of an area: the count is the area's id.
struct ObjectPageEncoder {
  let content: StoreContent
  /// Ids of areas by the position of their first ring.
  let areas: [Int: UInt32]
  private var writer = ByteWriter()
  private var cursor = FixedPoint(x: 0, y: 0)
  private var previous: MapObjectRecord.Shape?

  /// Makes an encoder of a content's objects.
  init(_ content: StoreContent, areas: [Int: UInt32]) {
    self.content = content
    self.areas = areas
  }

  /// Encodes a page.
  mutating func page(_ objects: some Sequence<(kind: Int, shape: MapObjectRecord.Shape)>) -> [UInt8] {
    writer.removeAll()
    cursor = FixedPoint(x: 0, y: 0)
    previous = nil
    for object in objects {
      writer.varint(object.kind)
      encode(object.shape)
      previous = object.shape
    }
    return writer.bytes
  }

  private mutating func encode(_ shape: MapObjectRecord.Shape) {
    if isPrevious(shape) { return writer.varint(0) }
    switch shape {
    case .point(let point):
      writer.varint(1 << 2)
      writer.point(point, after: &cursor)
    case .line(let line):
      writer.varint(line.count << 2 | 1)
      for vertex in content.vertices(line) { writer.point(vertex, after: &cursor) }
    case .polygons(let rings):
      if let area = areas[rings.start] { return writer.varint(Int(area) << 2 | 3) }
      writer.varint(rings.count << 2 | 2)
      for ring in content.rings(rings) {
        writer.varint((ring.points.count - 1) << 1 | (ring.isOuter ? 1 : 0))
        for vertex in content.vertices(ring.points).dropLast() { writer.point(vertex, after: &cursor) }
      }
    }
  }

  private func isPrevious(_ shape: MapObjectRecord.Shape) -> Bool {
    switch (shape, previous) {
    case (.point(let a), .point(let b)?): a == b
    case (.line(let a), .line(let b)?): a == b
    case (.polygons(let a), .polygons(let b)?): a == b
    default: false
    }
  }
}
