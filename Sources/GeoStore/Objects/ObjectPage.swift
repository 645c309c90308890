import GeoModel

/// A page of map objects, decoded: kinds, boxes and shapes, flat. Used again for another page once nobody holds it.
final class ObjectPage {
  /// What a shape is made of.
  enum Form: UInt8 { case point, line, polygons }

  /// One object's part of the arrays.
  struct Entry {
    /// The number of its kind.
    var kind: Int32
    var form: Form
    /// Positions in ``ObjectPage/parts``.
    var parts: Range<Int32>
    var box: FixedBox
  }

  /// A point, a line or a ring.
  struct Part {
    /// Positions in ``ObjectPage/points``; a ring's last vertex repeats its first.
    var points: Range<Int32>
    /// Positions in ``ObjectPage/runs``, one for each ``ObjectPage/runLength`` edges; empty for short parts.
    var runs: Range<Int32>
    var isOuter: Bool
  }

  /// Edges that share a box, so that of long shapes only the near ones are looked at.
  static let runLength = 32

  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  @exclusivity(unchecked) private(set) var parts: [Part] = []
  @exclusivity(unchecked) private(set) var points: [FixedPoint] = []
  @exclusivity(unchecked) private(set) var runs: [FixedBox] = []

  /// Unpacks a page.
  ///
  /// - Parameter boundary: the polygons of an area, for objects that are areas too.
  /// - Returns: whether the bytes made sense.
  func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, boundary: (UInt32) throws(StoreError) -> [[[FixedPoint]]]
  ) throws(StoreError) -> Bool {
    entries.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    var reader = ByteReader(bytes)
    var cursor = FixedPoint(x: 0, y: 0)
    while reader.remaining > 0 {
      guard entries.count < ObjectOrder.pageSize else { return false }
      let kind = Int32(truncatingIfNeeded: reader.varint())
      let head = reader.varint()
      if head == 0 {
        guard var entry = entries.last else { return false }
        entry.kind = kind
        entries.append(entry)
        continue
      }
      // A vertex or ring has at least one byte; the count of form 3 is an id.
      guard head & 3 == 3 || head >> 2 <= UInt64(reader.remaining), head >> 2 <= UInt64(UInt32.max) else {
        return false
      }
      let count = Int(head >> 2)
      let first = Int32(parts.count)
      switch head & 3 {
      case 0, 1: line(count, &reader, &cursor)
      case 2: for _ in 0..<count { ring(&reader, &cursor) }
      default: append(try boundary(UInt32(count)))
      }
      if reader.isDamaged { return false }
      let form = Form(rawValue: UInt8(min(head & 3, 2))) ?? .point
      let entry = Entry(kind: kind, form: form, parts: first..<Int32(parts.count), box: box(first..<Int32(parts.count)))
      entries.append(entry)
    }
    return !reader.isDamaged
  }

  // MARK: Parts

  private func line(_ count: Int, _ reader: inout ByteReader, _ cursor: inout FixedPoint) {
    let start = points.count
    vertices(count, &reader, &cursor)
    close(start, isOuter: true)
  }

  private func ring(_ reader: inout ByteReader, _ cursor: inout FixedPoint) {
    let head = reader.varint()
    guard head >> 1 <= UInt64(reader.remaining), head >> 1 > 0 else { return reader.reportDamage() }
    let start = points.count
    vertices(Int(head >> 1), &reader, &cursor)
    points.append(points[start])
    close(start, isOuter: head & 1 == 1)
  }

  private func vertices(_ count: Int, _ reader: inout ByteReader, _ cursor: inout FixedPoint) {
    for _ in 0..<count { points.append(reader.point(after: &cursor)) }
  }

  private func append(_ polygons: [[[FixedPoint]]]) {
    for polygon in polygons {
      for (position, ring) in polygon.enumerated() {
        let start = points.count
        points += ring
        close(start, isOuter: position == 0)
      }
    }
  }

  /// Ends a part that began at a vertex.
  private func close(_ start: Int, isOuter: Bool) {
    let firstRun = Int32(runs.count)
    if points.count - start > ObjectPage.runLength * 2 {
      for run in stride(from: start, to: points.count - 1, by: ObjectPage.runLength) {
        runs.append(FixedBox(around: points[run...min(run + ObjectPage.runLength, points.count - 1)]))
      }
    }
    parts.append(
      Part(points: Int32(start)..<Int32(points.count), runs: firstRun..<Int32(runs.count), isOuter: isOuter))
  }

  private func box(_ range: Range<Int32>) -> FixedBox {
    var box = FixedBox.empty
    for part in range { box.formUnion(FixedBox(around: vertices(part))) }
    return box
  }

  /// The shape of an object; nil when it has no vertices.
  func geometry(_ entry: Entry) -> MapGeometry? {
    guard let first = entry.parts.first else { return nil }
    let line = vertices(first)
    switch entry.form {
    case .point: return line.first.map { .point($0) }
    case .line: return .line(Array(line))
    case .polygons:
      var polygons: [[[FixedPoint]]] = []
      for part in entry.parts {
        if parts[Int(part)].isOuter || polygons.isEmpty { polygons.append([]) }
        polygons[polygons.count - 1].append(Array(vertices(part)))
      }
      return .polygons(polygons)
    }
  }

  private func vertices(_ part: Int32) -> ArraySlice<FixedPoint> {
    let range = parts[Int(part)].points
    return points[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}

/// Packs the kinds and shapes of a page of map objects; ``ObjectPage`` unpacks them.
///
/// An object is the number of its kind, then a varint `count << 2 | form` and its vertices, each as the difference to the one
/// before, the first of the page to (0, 0):
/// - form 0, a point: count 1 and the point, or count 0 for the shape of the object before;
/// - form 1, a line: as many vertices;
/// - form 2, polygons: as many rings, each `vertices << 1 | isOuter` and its vertices without the repeated last one;
/// - form 3, the boundary of an area: the count is the area's id.
struct ObjectPageEncoder {
  let content: StoreContent
  /// Ids of areas by the position of their first ring.
  let areas: [Int: UInt32]
  private var writer = ByteWriter()
  private var cursor = FixedPoint(x: 0, y: 0)
  private var previous: MapObjectRecord.Shape?

  /// An encoder of a content's objects.
  init(_ content: StoreContent, areas: [Int: UInt32]) {
    self.content = content
    self.areas = areas
  }

  /// The bytes of a page.
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
