import GeoModel

extension StoreReader {
  /// A street's row.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` when the store has no such row, as for all rows.
  public func street(_ id: StreetID) throws(StoreError) -> StoredStreet {
    try row(statements.street, id.rawValue, "street") { (row) throws(StoreError) in
      let (x, y) = (row.int32(4), row.int32(5))
      let box = FixedBox(minX: x, minY: y, maxX: x &+ row.int32(6), maxY: y &+ row.int32(7))
      return StoredStreet(
        source: try self.source(row), name: row.nameID(2) ?? NameID(0), postalCode: row.nameID(3), box: box)
    }
  }

  /// An address's row.
  public func address(_ id: AddressID) throws(StoreError) -> StoredAddress {
    try row(statements.address, id.rawValue, "address") { (row) throws(StoreError) in
      StoredAddress(
        source: try self.source(row), houseNumber: row.text(2) ?? "", houseName: row.nameID(3),
        street: row.nameID(4), streetOrigin: row.origin(5), postalCode: row.nameID(6), city: row.nameID(7),
        point: row.point(8))
    }
  }

  /// An interpolation's row with its line.
  public func interpolation(_ id: InterpolationID) throws(StoreError) -> StoredInterpolation {
    try row(statements.interpolation, id.rawValue, "interpolation") { (row) throws(StoreError) in
      guard let line = RingCoding.line(row.blob(9)) else { throw self.damaged("interpolation \(id.rawValue)") }
      return StoredInterpolation(
        source: try self.source(row), street: row.nameID(2), streetOrigin: row.origin(3), first: row.text(4) ?? "",
        last: row.text(5) ?? "", step: row.int32(6), postalCode: row.nameID(7), city: row.nameID(8), line: line)
    }
  }

  /// An area's row without its geometry. Cached: areas are asked for again and again.
  public func area(_ id: AreaID) throws(StoreError) -> StoredArea {
    try areas.value(id.rawValue) { () throws(StoreError) in
      try self.row(self.statements.area, id.rawValue, "area") { (row) throws(StoreError) in
        StoredArea(
          id: id, source: row.source, kind: AreaKind(rawValue: row.byte(2)) ?? .place, level: row.byte(3),
          name: row.nameID(4) ?? NameID(0), placeKind: row.isNull(5) ? nil : PlaceKind(rawValue: row.byte(5)),
          countryCode: row.text(6), subdivisionCode: row.text(7), population: UInt32(clamping: row.integer(8)),
          labelPlace: row.isNull(9) ? nil : PlaceID(UInt32(truncatingIfNeeded: row.integer(9))),
          timeZone: row.text(10), isCoarse: row.integer(11) != 0, isOverridden: row.integer(12) != 0,
          box: FixedBox(minX: row.int32(13), minY: row.int32(14), maxX: row.int32(15), maxY: row.int32(16)))
      }
    }
  }

  /// A place's row. Cached.
  public func place(_ id: PlaceID) throws(StoreError) -> StoredPlace {
    try places.value(id.rawValue) { () throws(StoreError) in
      try self.row(self.statements.place, id.rawValue, "place") { (row) throws(StoreError) in
        StoredPlace(
          id: id, source: row.source, kind: PlaceKind(rawValue: row.byte(2)) ?? .other,
          name: row.nameID(3) ?? NameID(0), population: UInt32(clamping: row.integer(4)), countryCode: row.text(5),
          postalCode: row.nameID(6), timeZone: row.text(7), isCoarse: row.integer(8) != 0,
          reachMeters: Float(row.double(9)), point: row.point(10), areas: row.areaIDs(12))
      }
    }
  }

  /// A feature's row.
  public func feature(_ id: FeatureID) throws(StoreError) -> StoredFeature {
    let (source, name, category, point) = try row(statements.feature, id.rawValue, "feature") {
      (row) throws(StoreError) in
      (try self.source(row), row.nameID(2) ?? NameID(0), row.nameID(3) ?? NameID(0), row.point(4))
    }
    return StoredFeature(source: source, name: name, category: try self.name(category), point: point)
  }

  /// The local text of a name. Cached.
  public func name(_ id: NameID) throws(StoreError) -> String {
    try names.value(id.rawValue) { () throws(StoreError) in
      try self.row(self.statements.name, id.rawValue, "name") { (row) throws(StoreError) in row.text(0) ?? "" }
    }
  }

  /// The names by language of a name, sorted by language; empty when it has none. Cached.
  public func translations(_ id: NameID) throws(StoreError) -> [NameTable.Translation] {
    try translations.value(id.rawValue) { () throws(StoreError) in
      let statement = self.statements.translations
      statement.bind(1, id.rawValue)
      defer { statement.reset() }
      var found: [NameTable.Translation] = []
      while try statement.step() {
        found.append(NameTable.Translation(language: statement.text(0) ?? "", text: statement.text(1) ?? ""))
      }
      return found
    }
  }

  /// Reads the one row of an id.
  private func row<Row>(
    _ statement: Statement, _ id: UInt32, _ table: String, _ read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> Row {
    statement.bind(1, id)
    defer { statement.reset() }
    guard try statement.step() else { throw damaged("no \(table) \(id)") }
    return try read(statement)
  }

  private func source(_ row: Statement) throws(StoreError) -> SourceReference {
    guard let source = row.source else { throw damaged("a row without an OpenStreetMap object") }
    return source
  }
}

extension Statement {
  /// The OpenStreetMap object in the columns 0 and 1; nil when there is none.
  fileprivate var source: SourceReference? {
    SourceReference.ObjectType(column: text(0)).map { SourceReference(type: $0, id: integer(1)) }
  }

  fileprivate func nameID(_ column: Int32) -> NameID? {
    isNull(column) ? nil : NameID(UInt32(truncatingIfNeeded: integer(column)))
  }

  fileprivate func int32(_ column: Int32) -> Int32 { Int32(truncatingIfNeeded: integer(column)) }

  /// The ids of a JSON array of integers.
  fileprivate func areaIDs(_ column: Int32) -> [AreaID] {
    (text(column) ?? "").split { !$0.isWholeNumber }.compactMap { UInt32($0).map { AreaID($0) } }
  }

  fileprivate func byte(_ column: Int32) -> UInt8 { UInt8(truncatingIfNeeded: integer(column)) }

  fileprivate func point(_ column: Int32) -> FixedPoint { FixedPoint(x: int32(column), y: int32(column + 1)) }

  fileprivate func origin(_ column: Int32) -> AddressRecord.StreetOrigin {
    AddressRecord.StreetOrigin(rawValue: byte(column)) ?? .unknown
  }
}
