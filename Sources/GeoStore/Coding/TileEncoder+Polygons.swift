import GeoModel

// Pieces of areas and outlines.
extension TileEncoder {
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
    case .address:
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
