import GeoModel

/// Fills the tables of a new store.
struct TableWriter {
  let database: Database
  let content: StoreContent
  let numbering: StoreNumbering

  /// A text that the row itself keeps.
  func text(_ id: NameID?) -> String? { id.map { content.names.text($0) } }

  /// Writes the names and their translations.
  func writeNames() throws(StoreError) {
    let name = try Statement(database, "INSERT INTO name VALUES(?,?)")
    let translation = try Statement(database, "INSERT INTO name_translation VALUES(?,?,?)")
    for (new, position) in numbering.names.enumerated() {
      let record = content.names[NameID(position)]
      name.bind(1, new + 1)
      name.bind(2, record.text)
      try name.run()
      var previous: String?
      for entry in record.translations where entry.language != previous {
        translation.bind(1, new + 1)
        translation.bind(2, entry.language)
        translation.bind(3, entry.text)
        try translation.run()
        previous = entry.language
      }
    }
  }

  /// Writes the streets' rows and their R-tree.
  func writeStreets() throws(StoreError) {
    let row = try Statement(database, "INSERT INTO street VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)")
    var tree = try RowGroupTree(database, "street_rtree")
    for (new, position) in numbering.streets.old.enumerated() {
      let street = content.streets[Int(position)]
      let box = FixedBox(around: content.vertices(street.line))
      row.bind(1, new + 1)
      row.bind(source: street.source)
      row.bind(4, numbering.id(street.name))
      row.bind(5, street.isReference ? 1 : 0)
      row.bind(6, street.kind.rawValue)
      row.bind(7, street.isArea ? 1 : 0)
      row.bind(8, street.layer)
      row.bind(9, numbering.id(street.postalCode))
      row.bind(10, box.minX)
      row.bind(11, box.minY)
      row.bind(12, Int64(box.maxX) - Int64(box.minX))
      row.bind(13, Int64(box.maxY) - Int64(box.minY))
      try row.run()
      try tree.append(Int64(new) + 1, box)
    }
    try tree.finish()
  }

  /// Writes the addresses' rows and their R-tree.
  func writeAddresses() throws(StoreError) {
    let row = try Statement(database, "INSERT INTO address VALUES(?,?,?,?,?,?,?,?,?,?,?)")
    var tree = try RowGroupTree(database, "address_rtree")
    for (new, position) in numbering.addresses.old.enumerated() {
      let address = content.addresses[Int(position)]
      row.bind(1, new + 1)
      row.bind(source: address.source)
      row.bind(4, content.names.text(address.houseNumber))
      row.bind(5, numbering.id(address.houseName))
      row.bind(6, numbering.id(address.street))
      row.bind(7, address.streetOrigin.rawValue)
      row.bind(8, numbering.id(address.postalCode))
      row.bind(9, numbering.id(address.city))
      row.bind(10, address.point.x)
      row.bind(11, address.point.y)
      try row.run()
      try tree.append(Int64(new) + 1, FixedBox(address.point))
    }
    try tree.finish()
  }

  /// Writes the interpolations' rows with their lines.
  func writeInterpolations() throws(StoreError) {
    let row = try Statement(database, "INSERT INTO interpolation VALUES(?,?,?,?,?,?,?,?,?,?,?)")
    for (new, position) in numbering.interpolations.old.enumerated() {
      let stretch = content.interpolations[Int(position)]
      row.bind(1, new + 1)
      row.bind(source: stretch.source)
      row.bind(4, numbering.id(stretch.street))
      row.bind(5, stretch.streetOrigin.rawValue)
      row.bind(6, content.names.text(stretch.first))
      row.bind(7, content.names.text(stretch.last))
      row.bind(8, stretch.step)
      row.bind(9, numbering.id(stretch.postalCode))
      row.bind(10, numbering.id(stretch.city))
      row.bind(11, LineCoding.encode(line: content.vertices(stretch.line)))
      try row.run()
    }
  }

  /// Writes the features' rows.
  func writeFeatures() throws(StoreError) {
    let row = try Statement(database, "INSERT INTO feature VALUES(?,?,?,?,?,?,?)")
    for (new, position) in numbering.features.old.enumerated() {
      let feature = content.features[Int(position)]
      row.bind(1, new + 1)
      row.bind(source: feature.source)
      row.bind(4, numbering.id(feature.name))
      row.bind(5, numbering.id(feature.category))
      row.bind(6, feature.point.x)
      row.bind(7, feature.point.y)
      try row.run()
    }
  }
}

extension Statement {
  /// Binds an OpenStreetMap object to the parameters 2 (type) and 3 (id).
  func bind(source: SourceReference?) {
    bind(2, source.map { $0.type.column })
    bind(3, source?.id)
  }
}

extension SourceReference.ObjectType {
  /// The letter in a column `osm_type`.
  var column: String {
    switch self {
    case .node: "N"
    case .way: "W"
    case .relation: "R"
    }
  }

  /// The type of a letter.
  init?(column: String?) {
    switch column {
    case "N": self = .node
    case "W": self = .way
    case "R": self = .relation
    default: return nil
    }
  }
}

extension FixedBox {
  /// The smallest box that holds all vertices; `(0, 0)` for none, so that it can be stored.
  init(around vertices: some Sequence<FixedPoint>) {
    self = .empty
    for vertex in vertices { formUnion(vertex) }
    if isEmpty { self.init(FixedPoint(x: 0, y: 0)) }
  }
}
