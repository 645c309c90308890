import GeoModel
import GeoStore
import GeoSupport

/// How extracts are imported.
public struct ImportOptions: Sendable {
  /// Worker threads, 1 or more. Memory grows by about 15 MB with each.
  public var threads: Int
  /// Path of the world layer (countries, first-level subdivisions, larger cities), an `.osm.pbf` file with invented ids;
  /// nil to leave it out, so that the store knows only what the extracts contain.
  public var worldLayer: String?
  /// Paths of tables of address ranges (`.csv`, `.csv.gz`, `.tar.gz`), for house numbers that the map does not have: those of the U.S. Census
  /// Bureau's TIGER data in the form that Nominatim reads.
  public var addressRanges: [String] = []
  /// Tables of addresses, for houses that the map does not have.
  public var addressTables = AddressTableOptions()
  /// Tables of postal codes, for places where the map says none.
  public var postalTables = PostalTableOptions()
  /// Paths of change files of one's own, which count after all extracts and changes.
  public var corrections: [String] = []
  /// Layers of one's own areas that the store is to have.
  package var areaLayers: [ImportAreaLayer] = []
  /// The part of the Earth to which extracts and changes are cut; nil to take extracts as they are and to cut changes to the boxes of their
  /// extracts.
  public var region: ImportRegion?
  /// Whether places of interest (shops, restaurants, named buildings …) are stored for the placemarks of addresses.
  public var includesFeatures = true
  /// Whether map objects with all their tags are stored, for faces that answer with objects of the map.
  public var includesObjects = true
  /// Whether the map layer is stored: what a map shows besides what the geocoder knows.
  public var includesMap = true
  /// Where the working data lies.
  public var storage = WorkStorage.automatic(memoryLimitBytes: WorkStorage.defaultMemoryLimitBytes)
  /// The folder for working data that is not to fill the memory; nil for the folder of the store. Its disk should be fast.
  public var workFolder: String?
  /// What the store is to say about how it was made, where that is not what its files say.
  public var record = ImportRecord()
  /// Asked at every blob and stage, on several threads, whether to stop; an import that is stopped throws
  /// ``ImportError/Code/cancelled`` and leaves an earlier store as it was.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Smaller arrays stay in memory even where working data lies in files; tests make it small.
  var workingFileThresholdBytes = 256 << 10

  /// Options with a number of threads and the world layer.
  public init(threads: Int, worldLayer: String?) {
    self.threads = threads
    self.worldLayer = worldLayer
  }
}

/// A layer of one's own areas, as it was read from its file.
package struct ImportAreaLayer: Sendable {
  /// What it is called.
  package var name: String
  /// Its areas.
  package var areas: [OwnArea]
  /// How many features of the file are none, by the reason.
  package var dropped: [String: Int]

  /// A layer with its areas.
  package init(name: String, areas: [OwnArea], dropped: [String: Int]) {
    (self.name, self.areas, self.dropped) = (name, areas, dropped)
  }

  /// What the store says of it.
  var info: OwnDataInfo {
    OwnDataInfo(
      name: name, rows: areas.count + dropped.values.reduce(0, +), used: areas.count,
      dropped: Dictionary(
        dropped.map { ($0.key.map { $0 == " " ? "-" : String($0) }.joined(), $0.value) }, uniquingKeysWith: +))
  }
}

/// What a store says about how it was made, so that it can be made again with changes.
public struct ImportRecord: Sendable {
  /// The words of the command, see `StoreMetadata.importArguments`.
  public var arguments: [String] = []
  /// See `StoreMetadata.updatedExtracts`.
  public var updatedExtracts: [String] = []
  /// The place among the changes of a server; nil for that of the extracts' headers.
  public var replication: StoreMetadata.Replication?
  /// The names of the extracts; nil for those of the files.
  public var extracts: [String]?

  /// A record of what the files say.
  public init() {}
}

/// Where the working data of an import lies: all that is read from the extracts, until the store is written.
public enum WorkStorage: Hashable, Sendable {
  /// In memory: fastest, as long as there is enough.
  case memory
  /// In files without a name that are mapped into memory, so that the system can take the memory back. The import itself
  /// needs little then, however large the extracts are.
  case files
  /// In memory if it probably stays below a limit, else in files. What does not stay below it all the same goes to files.
  case automatic(memoryLimitBytes: Int)

  /// Memory for each byte of an extract. Measured: 4.6 to 5.6 for extracts of towns, which have the most houses in each byte.
  static let memoryPerExtractByte = 6
  /// Memory that any import needs on top of that.
  static let basicBytes = 120 << 20

  /// Half of the memory of the machine.
  public static var defaultMemoryLimitBytes: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let bytesPerPage = sysconf(Int32(_SC_PAGESIZE))
    return pages > 0 && bytesPerPage > 0 ? pages * bytesPerPage / 2 : 4 << 30
  }

  /// The memory that an import of extracts of this size probably takes where its working data is kept in memory.
  public static func memoryBytes(extractBytes: Int) -> Int { extractBytes * memoryPerExtractByte + basicBytes }

  /// How much of the working data of extracts of this size is kept in memory; nil for all of it.
  func keptBytes(extractBytes: Int) -> Int? {
    switch self {
    case .memory: nil
    case .files: 0
    case .automatic(let limit):
      WorkStorage.memoryBytes(extractBytes: extractBytes) > limit ? 0 : limit - WorkStorage.basicBytes
    }
  }
}
