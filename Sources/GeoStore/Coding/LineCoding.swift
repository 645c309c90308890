import GeoModel

/// The bytes of whole lines, away from the tiles: the number of vertices and the vertices, each as the difference to the one
/// before, the first to (0, 0).
enum LineCoding {
  /// Packs a line.
  static func encode(line: some Collection<FixedPoint>) -> [UInt8] {
    var writer = ByteWriter()
    var cursor = FixedPoint(x: 0, y: 0)
    writer.varint(line.count)
    encode(line, &writer, &cursor)
    return writer.bytes
  }

  private static func encode(
    _ line: some Collection<FixedPoint>, _ writer: inout ByteWriter, _ cursor: inout FixedPoint
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
