import GeoModel
import GeoSupport

/// Reads one store, read-only: nearly all rows from the mapped file, the rest through one SQLite connection, which reads
/// the same mapping. Not thread-safe: open one per worker; all readers of a file share its mapping.
///
/// Nothing in the file is trusted. A page is compared with its checksum when it is first touched; what is damaged all the same (a program
/// may have written it) gives an error, after as many steps as a search on a sound store can need (``SearchLimits``). An answer counts if
/// ``confirm()`` agrees, which ends a question.
public final class StoreReader {
  /// What the store says about itself.
  public let info: StoreInfo

  package let database: Database
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

  /// Opens a store and checks that it is whole and of this format.
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

  /// Confirms what was read since the last time: it counts only if nobody has overwritten the file or cut it short meanwhile.
  ///
  /// A look at the file takes a tenth of an answer's time, so it is taken once for each tick of the system's coarse clock (1 to 10 ms),
  /// and when bytes could not be read.
  ///
  /// - Throws: ``StoreError`` with code `.damaged`, from then on each time: the store must be opened again.
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

  /// The reason of an error, which ends a question: that somebody has changed the file, if so.
  public func reason(of error: StoreError) -> StoreError {
    tiles.limits.renew()
    tiles.limits.areBroken = false
    do throws(StoreError) {
      try look()
      return error
    } catch { return error }
  }

  /// The error for something that does not fit together.
  public func damaged(_ what: String) -> StoreError {
    StoreError(.damaged, "\(database.path) is damaged (\(what)); import its extracts again")
  }
}
