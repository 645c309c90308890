import GeoModel

// Streets, interpolations and single points.
extension TileEncoder {
  /// Parts of streets. Attributes are repeated with each part: parts of one street in one tile are rare.
  mutating func encode(streets: [CutRun]) {
    if streets.isEmpty { return }
    writer.varint(streets.count)
    var previousID: Int64 = 0
    var previousName: Int64 = 0
    for run in streets {
      let line = input.lines[Int(run.line)]
      writer.signed(Int64(run.line) + 1 - previousID)
      writer.byte(
        line.kind | (line.isReference ? 32 : 0) | (line.isSquare ? 64 : 0) | (line.layer != 0 ? 128 : 0))
      if line.layer != 0 { writer.signed(Int64(line.layer)) }
      writer.signed(Int64(line.name) - previousName)
      writer.varint(Int(run.start - line.start))
      encode(line: Int(run.start), count: Int(run.count))
      previousID = Int64(run.line) + 1
      previousName = Int64(line.name)
      streetNames.append(line.name)
    }
  }

  /// Parts of interpolations.
  mutating func encode(interpolations: [CutRun]) {
    if interpolations.isEmpty { return }
    writer.varint(interpolations.count)
    var previous: Int64 = 0
    for run in interpolations {
      let line = input.lines[Int(run.line)]
      let id = Int64(run.line) - Int64(input.streetCount) + 1
      writer.signed(id - previous)
      encode(streetName: line.name)
      writer.varint(Int(run.start - line.start))
      encode(line: Int(run.start), count: Int(run.count))
      previous = id
    }
  }

  /// 0 for none, a position in the tile's streets from 1, or one more than there are, followed by the name's id.
  mutating func encode(streetName name: UInt32) {
    if name == 0 { return writer.varint(0) }
    if let position = streetNames.firstIndex(of: name) { return writer.varint(position + 1) }
    writer.varint(streetNames.count + 1)
    writer.varint(Int(name))
  }

  /// Addresses: only the first id is written.
  mutating func encode(addresses: Range<Int>) {
    if addresses.isEmpty { return }
    writer.varint(addresses.count)
    writer.varint(addresses.lowerBound + 1)
    for position in addresses {
      let point = input.addresses.points[position]
      encode(streetName: input.addressStreets[position])
      encode(point, flag: input.addresses.hasOutline[position])
    }
  }

  /// Features: only the first id is written.
  mutating func encode(features: Range<Int>) {
    if features.isEmpty { return }
    writer.varint(features.count)
    writer.varint(features.lowerBound + 1)
    for position in features {
      encode(input.features.points[position], flag: input.features.hasOutline[position])
    }
  }
}
