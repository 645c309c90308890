import GeoModel

/// Reads one store, read-only: rows that every answer needs from the mapped file, the rest through one SQLite connection. Not
/// thread-safe: open one per worker; all readers of a file share its mapping.
public final class StoreReader {
  /// What the store says about itself.
  public let info: StoreInfo

  let database: Database
  let statements: ReaderStatements
  let tables: StoreTables
  let placePages: PlacePages
  @exclusivity(unchecked) var tiles = TileCache()
  /// Whether ``forEachTile(in:_:)`` is in the middle of its statement.
  @exclusivity(unchecked) var isVisiting = false
  @exclusivity(unchecked) var expectedRows = ExpectedRows()
  @exclusivity(unchecked) var postalQueue = NearestQueue()
  @exclusivity(unchecked) var names = SlotCache<String>(bits: 12)
  @exclusivity(unchecked) var translations = SlotCache<[NameTable.Translation]>(bits: 10)
  @exclusivity(unchecked) var areas = SlotCache<StoredArea>(bits: 10)
  @exclusivity(unchecked) var places = SlotCache<StoredPlace>(bits: 11)
  @exclusivity(unchecked) var objectStore: OpenObjects?
  @exclusivity(unchecked) var objectTagCache = SlotCache<ObjectTag>(bits: 10)
  @exclusivity(unchecked) var objectKeyCache = SlotCache<ObjectTag>(bits: 8)

  /// Opens a store and checks that it is whole and of this format.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(path: String) throws(StoreError) {
    let size = try StoreFile.check(path)
    let file: MappedFile
    (database, file) = try StoreReader.open(path)
    info = try StoreInfo(database, fileSize: size)
    statements = try ReaderStatements(database)
    tables = try StoreTables(database, file)
    let placeCount = info.counts.first { $0.table == "place" }?.rows ?? 0
    placePages = PlacePages(tables.placePage, placeCount: placeCount)
  }

  /// The same file through SQLite and mapped: a new store may take its place in between, then once more.
  private static func open(_ path: String) throws(StoreError) -> (Database, MappedFile) {
    for _ in 0..<8 {
      let identity = MappedFile.Identity(path: path)
      let database = try Database.openForReading(path)
      let file = try MappedFile.open(path)
      if file.identity == identity { return (database, file) }
    }
    throw StoreError(.unreadable, "\(path) keeps being replaced; try again")
  }

  /// The error for something that does not fit together.
  func damaged(_ what: String) -> StoreError {
    StoreError(.damaged, "\(database.path) is damaged (\(what)); import its extracts again")
  }
}

/// The statements of a reader, prepared once, for what ``StoreTables`` does not read itself.
struct ReaderStatements {
  /// The key of the next tile after a key.
  let tileAfter: Statement
  /// The tiles of a range of keys, and the one before, which may reach into the range.
  let tiles: Statement
  let nearbyContent: Statement
  let interpolation: Statement
  let boundary: Statement
  let border: Statement
  let translations: Statement

  /// The SQL of ``tiles``, for visits within visits.
  static let tilesSQL = """
    SELECT key, data FROM tile
    WHERE key >= ifnull((SELECT key FROM tile WHERE key <= ?1 ORDER BY key DESC LIMIT 1), ?1) AND key <= ?2 ORDER BY key
    """

  /// Prepares all statements.
  init(_ database: Database) throws(StoreError) {
    tileAfter = try Statement(database, "SELECT key FROM tile WHERE key > ? ORDER BY key LIMIT 1")
    tiles = try Statement(database, ReaderStatements.tilesSQL)
    nearbyContent = try Statement(
      database,
      """
      SELECT min_x, max_x, min_y, max_y FROM tile_rtree
      WHERE max_x >= ? AND min_x <= ? AND max_y >= ? AND min_y <= ?
      """)
    interpolation = try Statement(
      database,
      """
      SELECT osm_type, osm_id, street_name_id, street_origin, first, last, step, postal_code_id, city_id, line
      FROM interpolation WHERE id = ?
      """)
    boundary = try Statement(database, "SELECT rings FROM area_boundary WHERE area_id = ?")
    border = try Statement(database, "SELECT line FROM border WHERE id = ?")
    translations = try Statement(
      database, "SELECT language, text FROM name_translation WHERE name_id = ? ORDER BY language")
  }
}
