import GeoModel

extension StoreReader {
  /// A street's row.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` when the store has no such row. The same holds for all rows below,
  ///   except those of the map layer.
  public func street(_ id: StreetID) throws(StoreError) -> StoredStreet {
    var row = try row(tables.street, id.rawValue, "street")
    let source = try source(&row)
    let name = row.nameID() ?? NameID(0)
    row.skip(4)
    let postalCode = row.nameID()
    let southWest = row.point()
    let (width, height) = (row.int32(), row.int32())
    let box = FixedBox(
      minX: southWest.x, minY: southWest.y, maxX: southWest.x &+ width, maxY: southWest.y &+ height)
    return StoredStreet(source: source, name: name, postalCode: postalCode, box: box)
  }

  /// Prefetches the place where a lookup of one of the tile's addresses will begin.
  public func expectAddress(of tile: Tile) {
    if let first = tile.addresses.firstRow { tables.address.expect(Int64(first.rawValue)) }
  }

  /// Prefetches an address's row. Call ``expectAddress(of:)`` for its tile first.
  public func expect(_ id: AddressID) { tables.address.expectRow(Int64(id.rawValue)) }

  /// An address's row. Cached, in a small cache: only the rules of one query read the same house again.
  public func address(_ id: AddressID) throws(StoreError) -> StoredAddress {
    try addresses.value(id.rawValue) { () throws(StoreError) in
      var row = try self.row(self.tables.address, id.rawValue, "address")
      return StoredAddress(
        source: try self.source(&row), houseNumber: row.text() ?? "", houseName: row.nameID(), street: row.nameID(),
        streetOrigin: row.origin(), postalCode: row.nameID(), city: row.nameID(), point: row.point(),
        parts: row.bytes().map { AddressPartCoding.parts($0) } ?? StoredAddressParts())
    }
  }

  /// An interpolation's row, including its line.
  public func interpolation(_ id: InterpolationID) throws(StoreError) -> StoredInterpolation {
    var row = try row(tables.interpolation, id.rawValue, "interpolation")
    var interpolation = StoredInterpolation(
      source: try source(&row), street: row.nameID(), streetOrigin: row.origin(), first: row.text() ?? "",
      last: row.text() ?? "", step: row.int32(), postalCode: row.nameID(), city: row.nameID(), line: [])
    guard let line = row.bytes().flatMap(LineCoding.line) else { throw damaged("interpolation \(id.rawValue)") }
    interpolation.line = line
    return interpolation
  }

  /// An area's row without its geometry. Cached, as areas are read again and again.
  public func area(_ id: AreaID) throws(StoreError) -> StoredArea {
    try areas.value(id.rawValue) { () throws(StoreError) in
      var row = try self.row(self.tables.area, id.rawValue, "area")
      return StoredArea(
        id: id, source: row.source(), kind: AreaKind(rawValue: row.byte()) ?? .place, level: row.byte(),
        name: row.nameID() ?? NameID(0),
        placeKind: row.integer().flatMap { PlaceKind(rawValue: UInt8(truncatingIfNeeded: $0)) },
        countryCode: row.text(), subdivisionCode: row.text(), population: UInt32(clamping: row.integer() ?? 0),
        labelPlace: row.integer().map { PlaceID(UInt32(truncatingIfNeeded: $0)) }, timeZone: row.text(),
        isCoarse: row.byte() != 0, isOverridden: row.byte() != 0,
        box: FixedBox(minX: row.int32(), minY: row.int32(), maxX: row.int32(), maxY: row.int32()))
    }
  }

  /// A place's row. Cached.
  public func place(_ id: PlaceID) throws(StoreError) -> StoredPlace {
    try places.value(id.rawValue) { () throws(StoreError) in
      var row = try self.row(self.tables.place, id.rawValue, "place")
      return StoredPlace(
        id: id, source: row.source(), kind: PlaceKind(rawValue: row.byte()) ?? .other,
        name: row.nameID() ?? NameID(0), population: UInt32(clamping: row.integer() ?? 0), countryCode: row.text(),
        postalCode: row.nameID(), timeZone: row.text(), isCoarse: row.byte() != 0,
        reachMeters: Float(row.number()), point: row.point(), areas: row.areaIDs(), isCapital: row.byte() != 0)
    }
  }

  /// A feature's row.
  public func feature(_ id: FeatureID) throws(StoreError) -> StoredFeature {
    var row = try row(tables.feature, id.rawValue, "feature")
    let source = try source(&row)
    let (name, category) = (row.nameID() ?? NameID(0), row.nameID() ?? NameID(0))
    let point = row.point()
    return StoredFeature(source: source, name: name, category: try self.name(category), point: point)
  }

  /// The local text of a name. Cached.
  public func name(_ id: NameID) throws(StoreError) -> String {
    try names.value(id.rawValue) { () throws(StoreError) in
      var row = try self.row(self.tables.name, id.rawValue, "name")
      return row.text() ?? ""
    }
  }

  /// The translations of a name, sorted by language; empty when it has none. Cached.
  public func translations(_ id: NameID) throws(StoreError) -> [NameTranslation] {
    try translations.value(id.rawValue) { () throws(StoreError) in
      var row = try self.row(self.tables.name, id.rawValue, "name")
      row.skip()
      return row.bytes().map { TranslationCoding.translations($0) } ?? []
    }
  }

  /// The columns of a row, after the id.
  @inline(__always) func row(
    _ table: TableTree, _ id: some FixedWidthInteger, _ name: String
  ) throws(StoreError) -> RowCursor {
    let row: TableTree.Row?
    do throws(TableTree.Damage) { row = try table.row(Int64(id)) } catch { throw damaged("\(name) \(id)") }
    guard let row, var columns = RowCursor(row.record) else { throw damaged("no \(name) \(id)") }
    columns.skip()
    return columns
  }

  /// Reads from a table, turning damage into an error.
  ///
  /// - Parameter what: the name of the data in that error.
  func undamaged<Value>(
    _ what: String, _ read: () throws(TableTree.Damage) -> Value
  ) throws(StoreError) -> Value {
    do throws(TableTree.Damage) { return try read() } catch { throw damaged(what) }
  }

  @inline(__always) func source(_ row: inout RowCursor) throws(StoreError) -> SourceReference {
    guard let source = row.source() else { throw damaged("a row without an OpenStreetMap object") }
    return source
  }
}

extension RowCursor {
  /// The OpenStreetMap object or table row in the next two columns; nil when there is none.
  fileprivate mutating func source() -> SourceReference? {
    let letter = bytes()?.first
    guard let id = integer() else { return nil }
    switch letter {
    case UInt8(ascii: "N"): return SourceReference(type: .node, id: id)
    case UInt8(ascii: "W"): return SourceReference(type: .way, id: id)
    case UInt8(ascii: "R"): return SourceReference(type: .relation, id: id)
    case UInt8(ascii: "T"): return SourceReference(type: .table, id: id)
    default: return nil
    }
  }

  @inline(__always) mutating func nameID() -> NameID? { integer().map { NameID(UInt32(truncatingIfNeeded: $0)) } }

  @inline(__always) mutating func int32() -> Int32 { Int32(truncatingIfNeeded: integer() ?? 0) }

  @inline(__always) mutating func point() -> FixedPoint { FixedPoint(x: int32(), y: int32()) }

  fileprivate mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: integer() ?? 0) }

  fileprivate mutating func origin() -> StreetOrigin {
    StreetOrigin(rawValue: byte()) ?? .unknown
  }

  /// The ids of a JSON array of integers.
  fileprivate mutating func areaIDs() -> AreaIDs {
    var ids: AreaIDs = []
    var open: UInt32?
    for byte in bytes() ?? UnsafeBufferPointer(start: nil, count: 0) {
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        open = (open ?? 0) &* 10 &+ UInt32(byte - UInt8(ascii: "0"))
      } else if let id = open {
        ids.append(AreaID(id))
        open = nil
      }
    }
    return ids
  }
}

extension StoreReader {
  /// Whether the store has a map layer.
  public var hasMapLayer: Bool { tables.mapLayer != nil }

  /// The bytes of a square of the map layer, valid as long as the reader lives; nil when the square is empty.
  ///
  /// The map's own code decodes them.
  ///
  /// - Parameters:
  ///   - key: the number of the square.
  ///   - name: the square's name for error messages.
  public func mapLayerRow(_ key: Int64, _ name: String) throws(StoreError) -> UnsafeBufferPointer<UInt8>? {
    guard let table = tables.mapLayer else { return nil }
    let found = try undamaged(name) { () throws(TableTree.Damage) in try table.row(key) }
    guard let row = found else { return nil }
    guard var columns = RowCursor(row.record) else { throw damaged(name) }
    columns.skip()
    guard let bytes = columns.bytes() else { throw damaged(name) }
    return bytes
  }
}
