import GeoModel

// Streets, interpolations and single points.
extension TileDecoder {
  /// Parts of streets; their names serve the parts that follow.
  mutating func streets() -> UnsafeBufferPointer<TileStreet> {
    var id: Int64 = 0
    var name: Int64 = 0
    return list {
      id &+= $0.reader.signed()
      let flags = $0.reader.byte()
      let layer = flags & 128 == 0 ? 0 : $0.reader.signed()
      name &+= $0.reader.signed()
      let firstVertex = Int32(truncatingIfNeeded: $0.reader.varint())
      let kind = StreetKind(rawValue: flags & 31)
      if kind == nil { $0.reader.reportDamage() }
      return TileStreet(
        id: StreetID(UInt32(truncatingIfNeeded: id)), name: NameID(UInt32(truncatingIfNeeded: name)),
        kind: kind ?? .other, isReference: flags & 32 != 0, isArea: flags & 64 != 0,
        layer: Int8(truncatingIfNeeded: layer), firstVertex: firstVertex, line: $0.line())
    }
  }

  /// A street's name by its place in the tile, or by its id.
  @inline(__always) mutating func streetName(_ streets: UnsafeBufferPointer<TileStreet>) -> NameID? {
    let position = reader.varint()
    if position == 0 { return nil }
    return position <= streets.count ? streets[Int(position) - 1].name : NameID(id())
  }

  /// Parts of interpolations.
  mutating func interpolations(_ streets: UnsafeBufferPointer<TileStreet>) -> UnsafeBufferPointer<TileInterpolation> {
    var id: Int64 = 0
    return list {
      id &+= $0.reader.signed()
      let street = $0.streetName(streets)
      let firstVertex = Int32(truncatingIfNeeded: $0.reader.varint())
      return TileInterpolation(
        id: InterpolationID(UInt32(truncatingIfNeeded: id)), street: street, firstVertex: firstVertex, line: $0.line())
    }
  }

  /// Addresses, whose ids are consecutive because both ids and tiles follow the curve.
  mutating func addresses(_ streets: UnsafeBufferPointer<TileStreet>) -> UnsafeBufferPointer<TileAddress> {
    let list = room(for: reader.count(), of: TileAddress.self)
    let first = id()
    for index in 0..<list.count {
      let street = streetName(streets)
      let (point, hasOutline) = flaggedPoint()
      let id = AddressID(first &+ UInt32(index))
      list.initializeElement(at: index, to: TileAddress(id: id, street: street, point: point, hasOutline: hasOutline))
    }
    return UnsafeBufferPointer(list)
  }

  /// Features, with consecutive ids too.
  mutating func features() -> UnsafeBufferPointer<TileFeature> {
    let list = room(for: reader.count(), of: TileFeature.self)
    let first = id()
    for index in 0..<list.count {
      let (point, hasOutline) = flaggedPoint()
      let id = FeatureID(first &+ UInt32(index))
      list.initializeElement(at: index, to: TileFeature(id: id, point: point, hasOutline: hasOutline))
    }
    return UnsafeBufferPointer(list)
  }
}
