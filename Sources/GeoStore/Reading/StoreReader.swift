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
    throw StoreError(.unreadable, "\(path) is replaced all the time; try again")
  }

  /// The error for something that does not fit together.
  func damaged(_ what: String) -> StoreError {
    StoreError(.damaged, "\(database.path) is damaged (\(what)); import its extracts again")
  }
}
