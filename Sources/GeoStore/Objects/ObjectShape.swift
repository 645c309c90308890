import GeoModel

/// The decoded shape of one map object. The instance is reused for other objects, unless it is cached.
final class ObjectShape {
  /// A point, a line or a ring.
  struct Part {
    /// Positions in ``ObjectShape/points``; a ring's last vertex repeats its first.
    var points: Range<Int32>
    /// Positions in ``ObjectShape/runs``, one for each ``ObjectShape/runLength`` edges; empty for short parts.
    var runs: Range<Int32>
    var isOuter: Bool
  }

  /// The number of edges that share a box, so that a search examines only the near parts of long shapes.
  static let runLength = 32

  @exclusivity(unchecked) private(set) var parts: [Part] = []
  @exclusivity(unchecked) private(set) var points: [FixedPoint] = []
  @exclusivity(unchecked) private(set) var runs: [FixedBox] = []
  @exclusivity(unchecked) private(set) var form = ObjectPage.Form.point
  @exclusivity(unchecked) private(set) var box = FixedBox.empty

  /// Decodes the shape of an entry.
  ///
  /// - Parameter boundary: returns the polygons of an area, for objects whose shape is an area's boundary.
  func decode(
    _ entry: ObjectPage.Entry, on page: ObjectPage, boundary: (UInt32) throws(StoreError) -> [[[FixedPoint]]]
  ) throws(StoreError) {
    parts.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    (form, box) = (entry.form, entry.box)
    if entry.form == .boundary { return append(try boundary(entry.count)) }
    page.bytes.withUnsafeBufferPointer { bytes in
      let shape = Int(entry.shape.lowerBound)..<Int(entry.shape.upperBound)
      var reader = ByteReader(UnsafeBufferPointer(rebasing: bytes[shape]))
      var cursor = entry.before
      guard entry.form == .polygons else { return append(Int(entry.count), &reader, &cursor, isRing: false, true) }
      for _ in 0..<entry.count {
        let head = reader.ringHead()
        append(head.vertices, &reader, &cursor, isRing: true, head.isOuter)
      }
    }
  }

  /// The shape as a value; nil when it has no vertices.
  var geometry: MapGeometry? {
    guard let first = parts.first else { return nil }
    let line = vertices(first)
    switch form {
    case .point: return line.first.map { .point($0) }
    case .line: return .line(Array(line))
    case .polygons, .boundary:
      var polygons: [[[FixedPoint]]] = []
      for part in parts {
        if part.isOuter || polygons.isEmpty { polygons.append([]) }
        polygons[polygons.count - 1].append(Array(vertices(part)))
      }
      return .polygons(polygons)
    }
  }

  // MARK: Parts

  private func append(
    _ count: Int, _ reader: inout ByteReader, _ cursor: inout FixedPoint, isRing: Bool, _ isOuter: Bool
  ) {
    let start = points.count
    for _ in 0..<count { points.append(reader.point(after: &cursor)) }
    if isRing, count > 0 { points.append(points[start]) }
    close(start, isOuter: isOuter)
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
    if points.count - start > ObjectShape.runLength * 2 {
      for run in stride(from: start, to: points.count - 1, by: ObjectShape.runLength) {
        runs.append(FixedBox(around: points[run...min(run + ObjectShape.runLength, points.count - 1)]))
      }
    }
    parts.append(
      Part(points: Int32(start)..<Int32(points.count), runs: firstRun..<Int32(runs.count), isOuter: isOuter))
  }

  private func vertices(_ part: Part) -> ArraySlice<FixedPoint> {
    points[Int(part.points.lowerBound)..<Int(part.points.upperBound)]
  }
}
