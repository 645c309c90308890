import GeoModel

/// The bytes of borders and of the rings that they make.
///
/// A border is `vertices << 1 | isRound` and its vertices, each as the difference to the one before, the first to (0, 0). If all
/// coordinates are round, multiples of 100 units (about a meter) as those of the world layer, the numbers count hundreds.
///
/// A boundary is its number of rings; each ring is `borders << 1 | isOuter`, and each of its borders the difference of its id
/// to that of the one before, folded, with a bit below it that says whether it runs backwards.
enum BorderCoding {
  private static let round: Int32 = 100

  /// Packs a border.
  static func encode(_ line: some Collection<FixedPoint>) -> [UInt8] {
    let isRound = line.allSatisfy { $0.x % round == 0 && $0.y % round == 0 }
    let unit = isRound ? round : 1
    var writer = ByteWriter()
    writer.varint(line.count << 1 | (isRound ? 1 : 0))
    var cursor = FixedPoint(x: 0, y: 0)
    for vertex in line {
      writer.signed((Int64(vertex.x) - Int64(cursor.x)) / Int64(unit))
      writer.signed((Int64(vertex.y) - Int64(cursor.y)) / Int64(unit))
      cursor = vertex
    }
    return writer.bytes
  }

  /// Unpacks a border; nil when the bytes are damaged.
  static func border(_ bytes: UnsafeBufferPointer<UInt8>) -> [FixedPoint]? {
    var reader = ByteReader(bytes)
    let head = reader.varint()
    guard head >> 1 <= UInt64(reader.remaining) else { return nil }
    let unit = head & 1 == 1 ? Int64(round) : 1
    var (x, y): (Int64, Int64) = (0, 0)
    var line: [FixedPoint] = []
    line.reserveCapacity(Int(head >> 1))
    for _ in 0..<head >> 1 {
      x &+= reader.signed() &* unit
      y &+= reader.signed() &* unit
      line.append(FixedPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y)))
    }
    return reader.isDamaged ? nil : line
  }

  /// Packs a boundary; ids are positions plus one.
  static func encode(_ outlines: [SharedBorders.Outline]) -> [UInt8] {
    var writer = ByteWriter()
    var previous: Int64 = 0
    writer.varint(outlines.count)
    for outline in outlines {
      writer.varint(outline.references.count << 1 | (outline.isOuter ? 1 : 0))
      for reference in outline.references {
        let id = Int64(reference.border) + 1
        writer.varint(ByteWriter.folded(id - previous) << 1 | (reference.isReversed ? 1 : 0))
        previous = id
      }
    }
    return writer.bytes
  }

  /// Unpacks a boundary; nil when the bytes are damaged.
  static func outlines(_ bytes: UnsafeBufferPointer<UInt8>) -> [SharedBorders.Outline]? {
    var reader = ByteReader(bytes)
    var id: Int64 = 0
    var outlines: [SharedBorders.Outline] = []
    for _ in 0..<reader.count() {
      let head = reader.varint()
      guard head >> 1 <= UInt64(reader.remaining) else { return nil }
      var outline = SharedBorders.Outline(isOuter: head & 1 == 1, references: [])
      for _ in 0..<head >> 1 {
        let number = reader.varint()
        id &+= ByteReader.unfolded(number >> 1)
        outline.references.append(.init(border: Int(id) &- 1, isReversed: number & 1 == 1))
      }
      outlines.append(outline)
    }
    return reader.isDamaged ? nil : outlines
  }
}

/// The bytes of whole lines, away from the tiles: the number of vertices and the vertices, each as the difference to the one
/// before, the first to (0, 0).
enum LineCoding {
  /// Packs a line.
  static func encode(_ line: some Collection<FixedPoint>) -> [UInt8] {
    var writer = ByteWriter()
    var cursor = FixedPoint(x: 0, y: 0)
    writer.varint(line.count)
    for vertex in line { writer.point(vertex, after: &cursor) }
    return writer.bytes
  }

  /// Unpacks a line; nil when the bytes are damaged.
  static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> [FixedPoint]? {
    var reader = ByteReader(bytes)
    var cursor = FixedPoint(x: 0, y: 0)
    let line = (0..<reader.count()).map { _ in reader.point(after: &cursor) }
    return reader.isDamaged ? nil : line
  }
}
