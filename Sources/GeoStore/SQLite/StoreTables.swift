/// The root pages of a store's tables.
struct TableRoots {
  private let file: MappedFile
  private let path: String
  private var pages: [String: Int] = [:]

  /// Reads the root pages through SQLite, which has the store open.
  init(_ database: Database, _ file: MappedFile) throws(StoreError) {
    self.file = file
    path = database.path
    let schema = try Statement(database, "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'")
    while try schema.step() {
      // A cyclic B-tree in a damaged file would return rows endlessly.
      let name = try schema.text(0) ?? ""
      guard pages.updateValue(Int(schema.integer(1)), forKey: name) == nil else { throw missing(name) }
    }
  }

  /// Whether the store has a table.
  func has(_ table: String) -> Bool { pages[table] != nil }

  /// The B-tree of a table.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` when it is missing or damaged.
  func tree(_ table: String, hasGaps: Bool = false) throws(StoreError) -> TableTree {
    guard let page = pages[table] else { throw missing(table) }
    do { return try TableTree(file, root: page, hasGaps: hasGaps) } catch { throw missing(table) }
  }

  private func missing(_ table: String) -> StoreError {
    StoreError(.damaged, "\(path) is damaged (table \(table)); import its extracts again")
  }
}

/// The tables that queries read row by row in the mapped file.
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
  let mapLayer: TableTree?
  /// The user's own areas, the cells that locate them, and their outlines; nil in stores without them. Older stores
  /// have no outlines.
  let ownAreas: (cells: TableTree, areas: TableTree, outlines: TableTree?)?
  /// The points of postal code tables and the boxes of their rows; nil in stores without them.
  let postalPoints: (pages: TableTree, boxes: RTree)?
  /// The boxes of the rows of ``postalGroup`` and ``area``, and of every sixteen rows of ``place``.
  let postalGroupBoxes: RTree
  let areaBoxes: RTree
  let placeBoxes: RTree

  /// Finds the tables of a store that SQLite has open.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` when one is missing or damaged.
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
    mapLayer = roots.has("map_tile") ? try roots.tree("map_tile") : nil
    ownAreas =
      roots.has("own_area_cell")
      ? (
        try roots.tree("own_area_cell", hasGaps: true), try roots.tree("own_area"),
        roots.has("own_area_outline") ? try roots.tree("own_area_outline") : nil
      ) : nil
    postalPoints =
      roots.has("postal_point")
      ? (
        try roots.tree("postal_point"),
        RTree(try roots.tree("postal_point_rtree_node"), fileSize: file.bytes.count)
      ) : nil
    postalGroupBoxes = RTree(try roots.tree("postal_group_rtree_node"), fileSize: file.bytes.count)
    areaBoxes = RTree(try roots.tree("area_rtree_node"), fileSize: file.bytes.count)
    placeBoxes = RTree(try roots.tree("place_rtree_node"), fileSize: file.bytes.count)
  }
}
