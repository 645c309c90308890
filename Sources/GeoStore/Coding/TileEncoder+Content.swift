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

  // Pieces of areas and outlines.

  /// The distinct chains of all pieces, then the pieces with references to them.
  mutating func encode(pieces content: CellContent) {
    writer.varint(shared.chains.count)
    for chain in shared.chains { encode(line: chain.start, count: chain.count) }
    let numbered = content.pieces.enumerated().filter { $0.element.owner != .square }
    writer.varint(numbered.count)
    var previous: (Int64, Int64, Int64) = (0, 0, 0)
    var unusedChain = 0
    for (number, piece) in numbered {
      let references = shared.ranges[number]
      let flags = Int(piece.owner.rawValue) | (piece.startsInside ? 4 : 0) | (piece.toggles.isEmpty ? 0 : 8)
      writer.varint(flags | references.count << 4)
      encode(ownerOf: piece, since: &previous)
      encode(toggles: content.toggles[piece.toggles], from: content.box.minY)
      for reference in shared.references[references] { encode(reference: reference, &unusedChain) }
    }
  }

  /// 0 for the first chain that was not referred to yet, else how many chains before that one.
  mutating func encode(reference: Int, _ unusedChain: inout Int) {
    writer.varint(unusedChain - reference)
    if reference == unusedChain { unusedChain += 1 }
  }

  /// Whose polygon it is. The street is told here because the address may be in another tile.
  mutating func encode(ownerOf piece: CutPiece, since previous: inout (Int64, Int64, Int64)) {
    let id = Int64(piece.position) + 1
    switch piece.owner {
    case .area: encode(id, since: &previous.0)
    case .address, .building:
      encode(id, since: &previous.1)
      encode(streetName: input.addressStreets[Int(piece.position)])
    case .feature, .square: encode(id, since: &previous.2)
    }
  }

  /// An id as the difference to the last one of the same kind.
  mutating func encode(_ id: Int64, since previous: inout Int64) {
    writer.signed(id - previous)
    previous = id
  }

  /// Latitudes as ascending differences from the southern edge.
  mutating func encode(toggles: Slice<MappedArray<Int32>>, from south: Int32) {
    if toggles.isEmpty { return }
    writer.varint(toggles.count)
    var previous = Int64(south)
    for toggle in toggles {
      writer.varint(UInt64(Int64(toggle) - previous))
      previous = Int64(toggle)
    }
  }
}
