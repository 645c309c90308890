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
    for _ in 0..<count {
      cursor = FixedPoint(
        x: Int32(truncatingIfNeeded: Int64(cursor.x) &+ reader.signed()),
        y: Int32(truncatingIfNeeded: Int64(cursor.y) &+ reader.signed()))
      points.append(cursor)
    }
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
        var box = FixedBox.empty
        for position in run...min(run + ObjectPage.runLength, points.count - 1) { box.formUnion(points[position]) }
        runs.append(box)
      }
    }
    parts.append(
      Part(points: Int32(start)..<Int32(points.count), runs: firstRun..<Int32(runs.count), isOuter: isOuter))
  }

  private func box(_ range: Range<Int32>) -> FixedBox {
    var box = FixedBox.empty
    for part in range {
      for position in parts[Int(part)].points { box.formUnion(points[Int(position)]) }
    }
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
