import GeoModel
import GeoStore

/// Fills the tables of a new store.
///
/// It releases the parts of the content that no later table needs, as tiles and the map need memory at the same time.
struct TableWriter {
  let database: Database
  let numbering: StoreNumbering
  private(set) var content: StoreContent
  /// The number of rows that tables should have; see ``StoreContent/rowCounts``.
  let counts: [String: Int]
  let bounds: FixedBox?

  /// Makes a writer of content, which it owns alone if the caller keeps no copy.
  init(_ content: consuming StoreContent, _ numbering: StoreNumbering, into database: Database) {
    self.database = database
    self.numbering = numbering
    counts = content.rowCounts
    bounds = content.bounds
    self.content = content
  }

  /// A text that is stored in the row itself.
  func text(_ id: NameID?) -> TextBytes? { id.map { content.names.bytes(ofText: $0) } }

  /// Writes the names and their translations.
  func writeNames() throws(StoreError) {
    let name = try Statement(database, insertInto: "name", columns: 3)
    var translations = TranslationWriter()
    for (new, position) in numbering.names.enumerated() {
      translations.removeAll()
      var local = TextBytes()
      content.names.forEachText(of: NameID(position)) { language, text in
        if let language { translations.append(language, text) } else { local = text }
      }
      try name.run(new + 1, local, translations.isEmpty ? nil : translations)
    }
  }

  /// Writes the streets' rows and their R-tree.
  mutating func writeStreets() throws(StoreError) {
    let row = RowInserter(database, into: "street", columns: 13)
    try row.expect(numbering.streets.old.count)
    var tree = try RowGroupTree(database, "street_rtree")
    for (new, position) in numbering.streets.old.enumerated() {
      let street = content.streets[Int(position)]
      let box = FixedBox(around: content.vertices(street.line)).storable
      try row.append(
        new + 1, street.source, numbering.id(street.name), street.isReference, street.kind.rawValue, street.isArea,
        street.layer, numbering.id(street.postalCode), box.minX, box.minY, Int64(box.maxX) - Int64(box.minX),
        Int64(box.maxY) - Int64(box.minY))
      try tree.append(Int64(new) + 1, box)
    }
    try tree.finish()
    content.streets = MappedArray(in: content.workspace)
  }

  /// Writes the addresses' rows and their R-tree.
  mutating func writeAddresses() throws(StoreError) {
    let row = RowInserter(database, into: "address", columns: 12)
    try row.expect(numbering.addresses.old.count + numbering.lenders.old.count)
    var tree = try RowGroupTree(database, "address_rtree")
    for (new, position) in [numbering.addresses.old, numbering.lenders.old].joined().enumerated() {
      let address = content.addresses[Int(position)]
      try row.append(
        new + 1, address.source, text(address.houseNumber), numbering.id(address.houseName),
        numbering.id(address.street), address.streetOrigin.rawValue, numbering.id(address.postalCode),
        numbering.id(address.city), address.point,
        AddressPartCoding.encode(content.parts(address.parts), id: numbering.id))
      try tree.append(Int64(new) + 1, FixedBox(address.point))
    }
    try tree.finish()
    content.addresses = MappedArray(in: content.workspace)
    content.addressParts = MappedArray(in: content.workspace)
  }

  /// Writes the interpolations' rows with their lines.
  func writeInterpolations() throws(StoreError) {
    let row = try Statement(database, insertInto: "interpolation", columns: 11)
    for (new, position) in numbering.interpolations.old.enumerated() {
      let stretch = content.interpolations[Int(position)]
      try row.run(
        new + 1, stretch.source, numbering.id(stretch.street), stretch.streetOrigin.rawValue,
        text(stretch.first), text(stretch.last), stretch.step,
        numbering.id(stretch.postalCode), numbering.id(stretch.city),
        LineCoding.encode(content.vertices(stretch.line)))
    }
  }

  /// Writes the features' rows.
  mutating func writeFeatures() throws(StoreError) {
    let row = RowInserter(database, into: "feature", columns: 7)
    try row.expect(numbering.features.old.count)
    for (new, position) in numbering.features.old.enumerated() {
      let feature = content.features[Int(position)]
      try row.append(
        new + 1, feature.source, numbering.id(feature.name), numbering.id(feature.category), feature.point)
    }
    content.features = MappedArray(in: content.workspace)
  }

  /// Releases the map objects, whose rows are written.
  mutating func removeObjects() {
    content.objects = MappedArray(in: content.workspace)
    content.objectTags = MappedArray(in: content.workspace)
    content.objectTexts = TextTable(in: content.workspace)
    content.entrances = MappedArray(in: content.workspace)
  }

  /// Releases the rest of the content.
  mutating func removeContent() { content = StoreContent(in: content.workspace) }
}

extension SourceReference.ObjectType {
  /// The letter in the column `osm_type`.
  var letter: StaticString {
    switch self {
    case .node: "N"
    case .way: "W"
    case .relation: "R"
    case .table: "T"
    }
  }
}

extension FixedBox {
  /// The box, or `(0, 0)` for an empty one, whose edges would confuse readers.
  var storable: FixedBox { isEmpty ? FixedBox(FixedPoint(x: 0, y: 0)) : self }
}

extension TableWriter {
  /// Writes the map layer, after everything else, so that the rest of the file does not depend on it.
  func writeMap(_ rows: () -> MapRows) throws(StoreError) {
    try database.execute(Schema.mapTable)
    let row = try Statement(database, insertInto: "map_tile", columns: 2)
    let rows = rows()
    if let failure = content.workspace?.failure { throw failure }
    var start = 0
    for head in rows.heads {
      try row.run(head.key, BytesPart(bytes: rows.bytes, range: start..<head.end))
      start = head.end
    }
  }

  /// Writes the user's own areas, after everything else.
  func writeOwnAreas(_ areas: OwnAreaContent) throws(StoreError) {
    try database.execute(Schema.ownAreaTables)
    let row = try Statement(database, insertInto: "own_area", columns: 5)
    for (number, label) in areas.index.labels.enumerated() {
      try row.run(Int64(number), areas.layers[number], label.name, label.id, label.storedProperties)
    }
    let cell = try Statement(database, insertInto: "own_area_cell", columns: 2)
    try areas.index.forEachCell { key, bytes throws(StoreError) in
      try cell.run(key, bytes)
    }
    let outline = try Statement(database, insertInto: "own_area_outline", columns: 2)
    for (number, bytes) in areas.outlines.enumerated() { try outline.run(Int64(number), bytes) }
  }

  /// Writes the points of postal code tables, after everything else.
  func writePostalPoints(_ points: PostalPoints) throws(StoreError) {
    try database.execute(Schema.postalPointTables)
    let row = try Statement(database, insertInto: "postal_point", columns: 2)
    var tree = try RTreeWriter(database, "postal_point_rtree")
    var page: Int64 = 0
    try points.forEachPage { bytes, box throws(StoreError) in
      page += 1
      try row.run(page, bytes)
      try tree.append(page, box)
    }
    try tree.finish()
  }
}
