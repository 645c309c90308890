import GeoModel

// Streets, interpolations and single points.
extension TileDecoder {
  /// Parts of streets; their names serve the parts that follow.
  mutating func streets(into tile: Tile) {
    var id: Int64 = 0
    var name: Int64 = 0
    for _ in 0..<reader.count() {
      id &+= reader.signed()
      let flags = reader.byte()
      let layer = flags & 128 == 0 ? 0 : reader.signed()
      name &+= reader.signed()
      let firstVertex = Int32(truncatingIfNeeded: reader.varint())
      let range = line()
      guard let kind = StreetKind(rawValue: flags & 31) else { return reader.reportDamage() }
      tile.streets.append(
        TileStreet(
          id: StreetID(UInt32(truncatingIfNeeded: id)), name: NameID(UInt32(truncatingIfNeeded: name)), kind: kind,
          isReference: flags & 32 != 0, isArea: flags & 64 != 0, layer: Int8(truncatingIfNeeded: layer),
          firstVertex: firstVertex, line: range))
    }
  }

  /// A street's name by its place in the tile, or by its id.
  mutating func streetName(in tile: Tile) -> NameID? {
    let position = reader.varint()
    if position == 0 { return nil }
    return position <= tile.streets.count ? tile.streets[Int(position) - 1].name : NameID(id())
  }

  /// Parts of interpolations.
  mutating func interpolations(into tile: Tile) {
    var id: Int64 = 0
    for _ in 0..<reader.count() {
      id &+= reader.signed()
      let street = streetName(in: tile)
      let firstVertex = Int32(truncatingIfNeeded: reader.varint())
      let range = line()
      tile.interpolations.append(
        TileInterpolation(
          id: InterpolationID(UInt32(truncatingIfNeeded: id)), street: street, firstVertex: firstVertex, line: range))
    }
  }

  /// Addresses, whose ids are consecutive because both ids and tiles follow the curve.
  mutating func addresses(into tile: Tile) {
    let count = reader.count()
    let first = id()
    for offset in 0..<UInt32(count) {
      let street = streetName(in: tile)
      let (point, hasOutline) = flaggedPoint()
      tile.addresses.append(
        TileAddress(id: AddressID(first &+ offset), street: street, point: point, hasOutline: hasOutline))
    }
  }

  /// Features, with consecutive ids too.
  mutating func features(into tile: Tile) {
    let count = reader.count()
    let first = id()
    for offset in 0..<UInt32(count) {
      let (point, hasOutline) = flaggedPoint()
      tile.features.append(TileFeature(id: FeatureID(first &+ offset), point: point, hasOutline: hasOutline))
    }
  }
}
