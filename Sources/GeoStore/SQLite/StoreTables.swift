/// Where the tables of a store begin.
struct TableRoots {
  private let file: MappedFile
  private let path: String
  private var pages: [String: Int] = [:]

  /// Asks SQLite, which has the store open.
  init(_ database: Database, _ file: MappedFile) throws(StoreError) {
    self.file = file
    path = database.path
    let schema = try Statement(database, "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'")
    while try schema.step() { pages[schema.text(0) ?? ""] = Int(schema.integer(1)) }
  }

  /// Whether there is a table.
  func has(_ table: String) -> Bool { pages[table] != nil }

  /// Confirms that there are tables which SQLite reads.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` when one is missing.
  func expect(_ tables: String...) throws(StoreError) {
    for table in tables where !has(table) { throw missing(table) }
  }

  /// A table.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` when it is missing.
  func tree(_ table: String, hasGaps: Bool = false) throws(StoreError) -> TableTree {
    guard let page = pages[table], let tree = try? TableTree(file, root: page, hasGaps: hasGaps) else {
      throw missing(table)
    }
    return tree
  }

  private func missing(_ table: String) -> StoreError {
    StoreError(.damaged, "\(path) is damaged (table \(table)); import its extracts again")
  }
}

/// The tables that answers read row by row, found in the mapped file.
struct StoreTables {
  /// Keeps the file mapped for the trees.
  let roots: TableRoots
  let tile: TableTree
  let street: TableTree
  let address: TableTree
  let area: TableTree
  let place: TableTree
  let placePage: TableTree
  let interpolation: TableTree
  let feature: TableTree
  let boundary: TableTree
  let border: TableTree
  let name: TableTree
  let postalGroup: TableTree
  let postalPage: TableTree
  /// The map layer; nil in stores without it.
  let mapTile: TableTree?
  /// The nodes of the R-tree of ``postalGroup``.
  let postalGroupNode: TableTree
  /// How many nodes that R-tree can have at most, and how many pages of places there can be: no search looks at more.
  let postalGroupNodes: Int
  let placePages: Int

  /// Finds the tables of a store that SQLite has open.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` when one is missing.
  init(_ database: Database, _ file: MappedFile) throws(StoreError) {
    roots = try TableRoots(database, file)
    tile = try roots.tree("tile", hasGaps: true)
    street = try roots.tree("street")
    address = try roots.tree("address")
    area = try roots.tree("area")
    place = try roots.tree("place")
    placePage = try roots.tree("place_page")
    interpolation = try roots.tree("interpolation")
    feature = try roots.tree("feature")
    boundary = try roots.tree("area_boundary")
    border = try roots.tree("border")
    name = try roots.tree("name")
    postalGroup = try roots.tree("postal_group")
    postalPage = try roots.tree("postal_page")
    mapTile = roots.has("map_tile") ? try roots.tree("map_tile") : nil
    postalGroupNode = try roots.tree("postal_group_rtree_node")
    try roots.expect("area_rtree")
    // Rows are numbered without gaps, and a row takes some bytes of the file, whatever its number says.
    func rows(_ tree: TableTree, ofBytes size: Int) -> Int {
      Int(clamping: min(max(0, (try? tree.lastKey()) ?? 0), Int64(file.bytes.count / size)))
    }
    postalGroupNodes = rows(postalGroupNode, ofBytes: RTreeWriter.bytesPerNode)
    placePages = rows(placePage, ofBytes: StoreFormat.placesPerPage * StoreFormat.bytesPerPlace) + 1
  }
}
