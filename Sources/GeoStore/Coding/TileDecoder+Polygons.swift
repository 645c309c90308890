import GeoModel

// Pieces of areas and outlines.
extension TileDecoder {
  /// The distinct chains, then the pieces, which refer to them by how far back they were first used.
  mutating func pieces(into tile: Tile) {
    for _ in 0..<reader.count() { chain(into: tile) }
    let chainCount = tile.distinctChains.count
    var previous: (Int64, Int64, Int64) = (0, 0, 0)
    var unusedChain = 0
    for _ in 0..<reader.count() {
      let head = reader.varint()
      let owner: TilePiece.Owner
      switch head & 3 {
      case 0: owner = .area(AreaID(id(since: &previous.0)))
      case 1:
        let id = id(since: &previous.1)
        owner = .address(AddressID(id), street: streetName(in: tile))
      case 2: owner = .feature(FeatureID(id(since: &previous.2)))
      default: return reader.reportDamage()
      }
      let toggles = head & 8 == 0 ? 0..<0 : toggles(into: tile)
      guard head >> 4 <= UInt64(reader.remaining) else { return reader.reportDamage() }
      let firstChain = Int32(tile.chains.count)
      for _ in 0..<head >> 4 {
        let back = reader.varint()
        let chain = unusedChain - Int(truncatingIfNeeded: back)
        guard chain >= 0, chain < chainCount else { return reader.reportDamage() }
        tile.chains.append(tile.distinctChains[chain])
        if back == 0 { unusedChain += 1 }
      }
      tile.pieces.append(
        TilePiece(
          owner: owner, startsInside: head & 4 != 0, toggles: toggles, chains: firstChain..<Int32(tile.chains.count)))
    }
  }

  /// An id as the difference to the last one of the same kind.
  mutating func id(since previous: inout Int64) -> UInt32 {
    previous &+= reader.signed()
    return UInt32(truncatingIfNeeded: previous)
  }

  /// Latitudes as ascending differences from the southern edge.
  mutating func toggles(into tile: Tile) -> Range<Int32> {
    let start = Int32(tile.toggles.count)
    var latitude = Int64(tile.box.minY)
    for _ in 0..<reader.count() {
      latitude &+= Int64(truncatingIfNeeded: reader.varint())
      tile.toggles.append(Int32(truncatingIfNeeded: latitude))
    }
    return start..<Int32(tile.toggles.count)
  }

  /// A line of at least two vertices.
  mutating func chain(into tile: Tile) {
    let range = line()
    guard range.count >= 2 else { return reader.reportDamage() }
    tile.distinctChains.append(range)
  }
}
