import GeoModel
import GeoStore

extension BorderCoding {
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

  /// Packs a boundary; ids are positions plus one.
  static func encode(_ outlines: [BorderOutline]) -> [UInt8] {
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
}

extension LineCoding {
  /// Packs a line.
  static func encode(_ line: some Collection<FixedPoint>) -> [UInt8] {
    var writer = ByteWriter()
    var cursor = FixedPoint(x: 0, y: 0)
    writer.varint(line.count)
    for vertex in line { writer.point(vertex, after: &cursor) }
    return writer.bytes
  }
}
