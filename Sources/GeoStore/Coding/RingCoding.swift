import GeoModel

/// The bytes of whole lines and boundaries, away from the tiles.
///
/// A line is its number of vertices and the vertices, each as the difference to the one before, the first to (0, 0). A
/// boundary is its number of rings; each ring is `vertices << 1 | isOuter` and its vertices, the first as the difference to
/// the last one of the ring before.
enum RingCoding {
  /// Packs a line.
  static func encode(line: some Collection<FixedPoint>) -> [UInt8] {
    var writer = ByteWriter()
    var cursor = FixedPoint(x: 0, y: 0)
    writer.varint(line.count)
    encode(line, &writer, &cursor)
    return writer.bytes
  }

  /// Packs a boundary.
  static func encode(_ rings: some Collection<Ring>, in content: StoreContent) -> [UInt8] {
    var writer = ByteWriter()
    var cursor = FixedPoint(x: 0, y: 0)
    writer.varint(rings.count)
    for ring in rings {
      writer.varint(ring.points.count << 1 | (ring.isOuter ? 1 : 0))
      encode(content.vertices(ring.points), &writer, &cursor)
    }
    return writer.bytes
  }

  private static func encode(
    _ line: some Sequence<FixedPoint>, _ writer: inout ByteWriter, _ cursor: inout FixedPoint
  ) {
    for vertex in line {
      writer.signed(Int64(vertex.x) - Int64(cursor.x))
      writer.signed(Int64(vertex.y) - Int64(cursor.y))
      cursor = vertex
    }
  }

  /// Unpacks a line; nil when the bytes are damaged.
  static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> [FixedPoint]? {
    var reader = ByteReader(bytes)
    var cursor = FixedPoint(x: 0, y: 0)
    let line = vertices(reader.count(), &reader, &cursor)
    return reader.isDamaged ? nil : line
  }

  /// Unpacks a boundary into polygons, each an outer ring and its holes; nil when the bytes are damaged.
  static func polygons(_ bytes: UnsafeBufferPointer<UInt8>) -> [[[FixedPoint]]]? {
    var reader = ByteReader(bytes)
    var cursor = FixedPoint(x: 0, y: 0)
    var polygons: [[[FixedPoint]]] = []
    for _ in 0..<reader.count() {
      let head = reader.varint()
      guard head >> 1 <= UInt64(reader.remaining) else { return nil }
      let ring = vertices(Int(head >> 1), &reader, &cursor)
      if head & 1 == 1 || polygons.isEmpty {
        polygons.append([ring])
      } else {
        polygons[polygons.count - 1].append(ring)
      }
    }
    return reader.isDamaged ? nil : polygons
  }

  private static func vertices(_ count: Int, _ reader: inout ByteReader, _ cursor: inout FixedPoint) -> [FixedPoint] {
    var line: [FixedPoint] = []
    line.reserveCapacity(count)
    for _ in 0..<count {
      cursor = FixedPoint(
        x: Int32(truncatingIfNeeded: Int64(cursor.x) &+ reader.signed()),
        y: Int32(truncatingIfNeeded: Int64(cursor.y) &+ reader.signed()))
      line.append(cursor)
    }
    return line
  }
}
