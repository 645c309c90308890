import GeoModel
import GeoSupport

/// Reads one store, read-only.
///
/// Nearly all rows come from the mapped file, the rest through one SQLite connection over the same mapping.
///
/// It is not thread-safe: open one reader per worker. All readers of a file share its mapping.
///
/// Nothing in the file is trusted. A page is verified against its checksum when it is first touched. Damaged data under
/// valid checksums gives an error once a search takes more steps than any in a sound store (``SearchLimits``). A result
/// is valid only if ``confirm()``, which ends a query, succeeds.
public final class StoreReader {
  /// The store's description of itself.
  public let info: StoreInfo

  package let database: Database
  let tables: StoreTables
  let placePages: PlacePages
  /// The condition of the file, usable from any thread.
  public let health: StoreHealth
  let file: MappedFile
  /// The last check of the file: its generation, its time, and the number of failed reads until then.
  @exclusivity(unchecked) private var generation: Int? = 0
  @exclusivity(unchecked) private var lastLook = 0
  @exclusivity(unchecked) private var lastFaults: UInt32 = 0
  @exclusivity(unchecked) var tiles: TileCache
  @exclusivity(unchecked) var postalQueue = NearestQueue()
  @exclusivity(unchecked) var postalSquares = PostalSquares()
  @exclusivity(unchecked) var names = SlotCache<String>(bits: 13)
  @exclusivity(unchecked) var translations = SlotCache<[NameTranslation]>(bits: 13)
  @exclusivity(unchecked) var addresses = SlotCache<StoredAddress>(bits: 4)
  @exclusivity(unchecked) var areas = SlotCache<StoredArea>(bits: 10)
  @exclusivity(unchecked) var places = SlotCache<StoredPlace>(bits: 11)
  @exclusivity(unchecked) var objectStore: OpenObjects?
  @exclusivity(unchecked) var objectTagCache = SlotCache<ObjectTag>(bits: 10)
  @exclusivity(unchecked) var objectKeyCache = SlotCache<ObjectTag>(bits: 8)

  /// Opens a store and checks that it is complete and of this format.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(path: String) throws(StoreError) {
    file = try MappedFile.open(path)
    tiles = TileCache(file)
    health = StoreHealth(file: file)
    database = try Database.open(file, path)
    info = try StoreInfo(database, fileSize: Int64(file.bytes.count))
    tables = try StoreTables(database, file)
    placePages = PlacePages(tables.placePage, fileSize: file.bytes.count)
  }

  // MARK: A file that changes under its readers

  /// Confirms that everything read since the last call is valid: that it is consistent, and that the file was not
  /// overwritten or truncated meanwhile.
  ///
  /// A check of the file takes a tenth of a query's time. So it is done once per tick of the system's coarse clock (1
  /// to 10 ms), and after failed reads.
  ///
  /// - Throws: ``StoreError`` with code `.damaged`. Once the file has changed, every further call throws it: the store
  ///   must be reopened.
  public func confirm() throws(StoreError) {
    tiles.limits.renew()
    if tiles.limits.areBroken {
      tiles.limits.areBroken = false
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

  /// Ends a query that failed and returns the reason: the error itself, or that the file has changed.
  public func reason(of error: StoreError) -> StoreError {
    tiles.limits.renew()
    tiles.limits.areBroken = false
    do throws(StoreError) {
      try look()
      return error
    } catch { return error }
  }

  /// The error for inconsistent data.
  public func damaged(_ what: String) -> StoreError {
    StoreError(.damaged, "\(database.path) is damaged (\(what)); import its extracts again")
  }
}
