import GeoModel
import GeoSupport

/// Reads one store, read-only: rows that every answer needs from the mapped file, the rest through one SQLite connection, which reads
/// the same mapping. Not thread-safe: open one per worker; all readers of a file share its mapping.
///
/// Nothing in the file is trusted. A page is compared with its checksum when it is first touched; what is damaged all the same (a program
/// may have written it) gives an error, in a time that the size of the file bounds. An answer counts if ``confirm()`` agrees.
public final class StoreReader {
  /// What the store says about itself.
  public let info: StoreInfo

  let database: Database
  let statements: ReaderStatements
  let tables: StoreTables
  let placePages: PlacePages
  /// How the file is, for others to ask.
  public let health: StoreHealth
  let file: MappedFile
  /// The last look at the file: its number, when it was, and how many bytes could not be read by then.
  @exclusivity(unchecked) private var generation: Int? = 0
  @exclusivity(unchecked) private var lastLook = 0
  @exclusivity(unchecked) private var lastFaults: UInt32 = 0
  @exclusivity(unchecked) var tiles: TileCache
  /// Whether ``forEachTile(in:_:)`` is in the middle of its statement.
  @exclusivity(unchecked) var isVisiting = false
  @exclusivity(unchecked) var postalQueue = NearestQueue()
  @exclusivity(unchecked) var postalSquares = PostalSquares()
  @exclusivity(unchecked) var names = SlotCache<String>(bits: 13)
  @exclusivity(unchecked) var translations = SlotCache<[NameTable.Translation]>(bits: 13)
  @exclusivity(unchecked) var addresses = SlotCache<StoredAddress>(bits: 4)
  @exclusivity(unchecked) var areas = SlotCache<StoredArea>(bits: 10)
  @exclusivity(unchecked) var places = SlotCache<StoredPlace>(bits: 11)
  @exclusivity(unchecked) var objectStore: OpenObjects?
  @exclusivity(unchecked) var objectTagCache = SlotCache<ObjectTag>(bits: 10)
  @exclusivity(unchecked) var objectKeyCache = SlotCache<ObjectTag>(bits: 8)

  /// Opens a store and checks that it is whole and of this format.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(path: String) throws(StoreError) {
    file = try MappedFile.open(path)
    tiles = TileCache(file)
    health = StoreHealth(file: file)
    database = try Database.open(file, path)
    info = try StoreInfo(database, fileSize: Int64(file.bytes.count))
    statements = ReaderStatements(database)
    tables = try StoreTables(database, file)
    placePages = PlacePages(tables.placePage, pageCount: tables.placePages)
  }

  // MARK: A file that changes under its readers

  /// Confirms what was read since the last time: it counts only if nobody has overwritten the file or cut it short meanwhile.
  ///
  /// A look at the file takes a tenth of an answer's time, so it is taken once for each tick of the system's coarse clock (1 to 10 ms),
  /// and when bytes could not be read.
  ///
  /// - Throws: ``StoreError`` with code `.damaged`, from then on each time: the store must be opened again.
  public func confirm() throws(StoreError) {
    if tiles.faults.areFound {
      tiles.faults.areFound = false
      throw damaged("tiles")
    }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
    guard now.tv_nsec != lastLook || file.faults != lastFaults else { return }
    lastLook = now.tv_nsec
    try look()
  }

  private func look() throws(StoreError) {
    lastFaults = file.faults
    generation = generation.flatMap { file.stillHolds(since: $0) }
    guard generation == nil else { return }
    lastLook = -1
    throw StoreError(
      .damaged,
      """
      \(database.path) was overwritten or cut short while it was open; put a whole store there, by renaming it and not by copying \
      over it
      """)
  }

  /// The reason of an error: that somebody has changed the file, if so.
  public func reason(of error: StoreError) -> StoreError {
    do throws(StoreError) {
      try look()
      return error
    } catch { return error }
  }

  /// The error for something that does not fit together.
  func damaged(_ what: String) -> StoreError {
    StoreError(.damaged, "\(database.path) is damaged (\(what)); import its extracts again")
  }
}

/// The statements of a reader, for what ``StoreTables`` does not read itself.
struct ReaderStatements {
  /// The key of the next tile after a key.
  let tileAfter: LaterStatement
  /// The tiles of a range of keys, and the one before, which may reach into the range.
  let tiles: LaterStatement
  let areasInBox: LaterStatement

  /// The SQL of ``tiles``, for visits within visits.
  static let tilesSQL = """
    SELECT key, data FROM tile
    WHERE key >= ifnull((SELECT key FROM tile WHERE key <= ?1 ORDER BY key DESC LIMIT 1), ?1) AND key <= ?2 ORDER BY key
    """

  /// The statements of a connection.
  init(_ database: Database) {
    tileAfter = LaterStatement(database, "SELECT key FROM tile WHERE key > ? ORDER BY key LIMIT 1")
    tiles = LaterStatement(database, ReaderStatements.tilesSQL)
    areasInBox = LaterStatement(
      database,
      """
      SELECT id FROM area_rtree WHERE max_x >= ?1 AND min_x <= ?2 AND max_y >= ?3 AND min_y <= ?4
      AND (max_x - min_x >= ?5 OR max_y - min_y >= ?5)
      """)
  }
}

/// A statement that is prepared when it is first asked for: who asks a single question needs one of three. Not thread-safe.
final class LaterStatement {
  private let database: Database
  private let sql: String
  @exclusivity(unchecked) private var known: Statement?

  init(_ database: Database, _ sql: String) { (self.database, self.sql) = (database, sql) }

  /// The statement.
  func prepared() throws(StoreError) -> Statement {
    if let known { return known }
    let statement = try Statement(database, sql)
    known = statement
    return statement
  }
}
