import GeoModel
import GeoStore

// The encoders of rows that types in GeoStore decode.

extension TileHeader {
  /// Writes the header of a tile.
  func write(to writer: inout ByteWriter, tile: FixedBox) {
    writer.byte(sections.rawValue)
    if sections.contains(.streets) { TileHeader.write(streetBox, to: &writer, tile) }
    if !sections.isDisjoint(with: .mayHaveHouses) { TileHeader.write(houseBox, to: &writer, tile) }
  }

  private static func write(_ box: FixedBox, to writer: inout ByteWriter, _ tile: FixedBox) {
    writer.bytes(TileScale(tile).bytes(of: box))
  }
}

extension PlacePages {
  /// The bytes of a page.
  static func encode(_ places: [PlaceRecord]) -> [UInt8] {
    var bytes: [UInt8] = []
    for place in places {
      for value in [place.point.x, place.point.y] {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
      }
      bytes.append(place.kind.rawValue | (place.isCoarse ? 128 : 0))
      withUnsafeBytes(of: place.reachMeters.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}

extension PostalEntry {
  /// Makes the entry of a group from its code, the ids of its streets' names, and the ids of its areas.
  init(code: NameID, streets: some Sequence<UInt32>, areas: some Sequence<UInt32>) {
    self.init(
      code: code, streets: streets.reduce(0) { $0 | PostalEntry.bit(of: $1) },
      areas: areas.reduce(0) { $0 | PostalEntry.bit(of: $1) })
  }

  /// Encodes the entries of consecutive groups as a page.
  static func encode(_ groups: some Sequence<PostalEntry>) -> [UInt8] {
    var bytes: [UInt8] = []
    for group in groups {
      for value in [group.streets, group.areas] {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
      }
      withUnsafeBytes(of: group.code.rawValue.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}

extension BorderCoding {
  /// Encodes a border.
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

  /// Encodes a boundary; ids are positions plus one.
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
  /// Encodes a line.
  static func encode(_ line: some Collection<FixedPoint>) -> [UInt8] {
    var writer = ByteWriter()
    var cursor = FixedPoint(x: 0, y: 0)
    writer.varint(line.count)
    for vertex in line { writer.point(vertex, after: &cursor) }
    return writer.bytes
  }
}
