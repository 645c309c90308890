import GeoModel

/// Reads one store through one SQLite connection, read-only. Not thread-safe: open one per worker.
public final class StoreReader {
  /// What the store says about itself.
  public let info: StoreInfo

  let database: Database
  let statements: ReaderStatements
  let placePages: PlacePages
  @exclusivity(unchecked) var tiles = TileCache()
  /// Whether ``forEachTile(in:_:)`` is in the middle of its statement.
  @exclusivity(unchecked) var isVisiting = false
  @exclusivity(unchecked) var names = SlotCache<String>(bits: 12)
  @exclusivity(unchecked) var translations = SlotCache<[NameTable.Translation]>(bits: 10)
  @exclusivity(unchecked) var areas = SlotCache<StoredArea>(bits: 10)
  @exclusivity(unchecked) var places = SlotCache<StoredPlace>(bits: 10)

  /// Opens a store and checks that it is whole and of this format.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(path: String) throws(StoreError) {
    let size = try StoreFile.check(path)
    database = try Database.openForReading(path)
    info = try StoreInfo(database, fileSize: size)
    statements = try ReaderStatements(database)
    let placeCount = info.counts.first { $0.table == "place" }?.rows ?? 0
    placePages = try PlacePages(database, placeCount: placeCount)
  }

  /// The error for something that does not fit together.
  func damaged(_ what: String) -> StoreError {
    StoreError(.damaged, "\(database.path) is damaged (\(what)); import its extracts again")
  }
}
