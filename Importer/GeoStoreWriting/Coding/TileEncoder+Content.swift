import GeoModel
import GeoStore

// Encodes streets, interpolations and points.
extension TileEncoder {
  /// Encodes parts of streets. Attributes are repeated for each part, as a street rarely has several parts in one tile.
  mutating func encode(streets: [CutRun], _ places: [Int], isWide: Bool, _ scale: TileScale) {
    if streets.isEmpty { return }
    writer.varint(streets.count)
    let vertices = streets.map { $0.vertices.start..<$0.vertices.start + $0.vertices.count }
    encode(boxes: vertices.map { scale.bytes(of: FixedBox(around: input.points[$0])) })
    for (run, place) in zip(streets, places) {
      let line = input.lines[Int(run.line)]
      writer.littleEndian(Int32(bitPattern: run.line + 1), bytes: 4)
      writer.littleEndian(Int32(bitPattern: line.name), bytes: 4)
      writer.byte(
        line.kind | (line.isReference ? TileStreets.referenceFlag : 0) | (line.isSquare ? TileStreets.areaFlag : 0))
      writer.byte(UInt8(bitPattern: Int8(truncatingIfNeeded: line.layer)))
      for number in [firstVertex(of: run), place] {
        writer.littleEndian(Int32(truncatingIfNeeded: number), bytes: isWide ? 4 : 2)
      }
    }
  }

  /// The position of a run's first vertex in its whole line.
  func firstVertex(of run: CutRun) -> Int { run.vertices.start - input.lines[Int(run.line)].vertices.start }

  /// Encodes boxes in the order of ``TileBoxes``.
  mutating func encode(boxes: [SIMD4<UInt8>]) {
    for side in 0..<4 { for box in boxes { writer.byte(box[side]) } }
  }

  /// Encodes parts of interpolations; see ``TileInterpolations``.
  mutating func encode(interpolations: [CutRun], _ places: ArraySlice<Int>) {
    if interpolations.isEmpty { return }
    writer.varint(interpolations.count)
    for (run, place) in zip(interpolations, places) {
      let line = input.lines[Int(run.line)]
      writer.littleEndian(Int32(Int(run.line) - input.streetCount + 1), bytes: 4)
      writer.littleEndian(Int32(bitPattern: line.name), bytes: 4)
      writer.littleEndian(Int32(place), bytes: 4)
    }
  }

  /// Encodes addresses, with only the first one's id; see ``TileAddresses``.
  mutating func encode(addresses: Range<Int>, in tile: FixedBox) {
    if addresses.isEmpty { return }
    writer.varint(addresses.count)
    writer.varint(addresses.lowerBound + 1)
    for position in addresses {
      encode(input.addresses.points[position], in: tile)
      let flag = input.addresses.hasOutline[position] ? TileAddresses.outlineFlag : 0
      writer.littleEndian(Int32(bitPattern: input.addressStreets[position] | flag), bytes: TileAddresses.factBytes)
    }
  }

  /// Encodes features, with only the first one's id; see ``TileFeatures``.
  mutating func encode(features: Range<Int>, in tile: FixedBox) {
    if features.isEmpty { return }
    writer.varint(features.count)
    writer.varint(features.lowerBound + 1)
    for position in features {
      encode(input.features.points[position], in: tile)
      writer.byte(input.features.hasOutline[position] ? 1 : 0)
    }
  }

  /// Encodes a point as ``TilePoints`` reads it.
  private mutating func encode(_ point: FixedPoint, in tile: FixedBox) {
    let bytes = TilePoints.bytes(in: tile) / 2
    writer.littleEndian(point.x &- tile.minX, bytes: bytes)
    writer.littleEndian(point.y &- tile.minY, bytes: bytes)
  }
}

extension ByteWriter {
  /// Writes a street's name: 0 for none, its position among the tile's streets from 1, or a number beyond these,
  /// followed by the name's id.
  mutating func streetName(_ name: UInt32, among names: [UInt32]) {
    if name == 0 { return varint(0) }
    if let position = names.firstIndex(of: name) { return varint(position + 1) }
    varint(names.count + 1)
    varint(UInt64(name))
  }
}
