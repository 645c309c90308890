/// The tables that answers read row by row, found in the mapped file.
struct StoreTables {
  /// Kept mapped for the trees.
  private let file: MappedFile
  let tile: TableTree
  let street: TableTree
  let address: TableTree
  let area: TableTree
  let place: TableTree
  let placePage: TableTree
  let feature: TableTree
  let name: TableTree
  let postalGroup: TableTree
  /// The nodes of the R-tree of ``postalGroup``.
  let postalGroupNode: TableTree
  /// How many nodes that R-tree can have at most, and how many pages of places there can be: no search looks at more.
  let postalGroupNodes: Int
  let placePages: Int

  /// Finds the tables of a store that SQLite has open.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` when one is missing.
  init(_ database: Database, _ file: MappedFile) throws(StoreError) {
    self.file = file
    let schema = try Statement(database, "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'")
    var roots: [String: Int] = [:]
    while try schema.step() { roots[schema.text(0) ?? ""] = Int(schema.integer(1)) }
    func tree(_ table: String) throws(StoreError) -> TableTree {
      guard let root = roots[table], let tree = try? TableTree(file, root: root) else {
        throw StoreError(.damaged, "\(database.path) is damaged (table \(table)); import its extracts again")
      }
      return tree
    }
    tile = try tree("tile")
    street = try tree("street")
    address = try tree("address")
    area = try tree("area")
    place = try tree("place")
    placePage = try tree("place_page")
    feature = try tree("feature")
    name = try tree("name")
    postalGroup = try tree("postal_group")
    postalGroupNode = try tree("postal_group_rtree_node")
    // Rows are numbered without gaps, and a row takes some bytes of the file, whatever its number says.
    func rows(_ tree: TableTree, ofBytes size: Int) -> Int {
      Int(clamping: min(max(0, (try? tree.lastKey()) ?? 0), Int64(file.bytes.count / size)))
    }
    postalGroupNodes = rows(postalGroupNode, ofBytes: RTreeWriter.bytesPerNode)
    placePages = rows(placePage, ofBytes: StoreFormat.bytesPerPlace) + 1
  }
}
