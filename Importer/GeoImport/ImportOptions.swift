import GeoModel
import GeoStore
import GeoSupport

/// How extracts are imported.
public struct ImportOptions: Sendable {
  /// Worker threads, 1 or more. Memory grows by about 15 MB with each.
  public var threads: Int
  /// Path of the world layer (countries, first-level subdivisions, larger cities), an `.osm.pbf` file with invented
  /// ids. If nil, the store has only the contents of the extracts.
  public var worldLayer: String?
  /// Paths of tables of address ranges (`.csv`, `.csv.gz`, `.tar.gz`) for house numbers that the map lacks. The tables
  /// are those of the U.S. Census Bureau's TIGER data, in the form that Nominatim reads.
  public var addressRanges: [String] = []
  /// Tables of addresses, for houses that the map lacks.
  public var addressTables = AddressTableOptions()
  /// Tables of postal codes, for places where the map has none.
  public var postalTables = PostalTableOptions()
  /// Paths of the user's own change files, applied after all extracts and changes.
  public var corrections: [String] = []
  /// Layers of the user's own areas to put into the store.
  package var areaLayers: [ImportAreaLayer] = []
  /// The part of the Earth to which extracts and changes are cut. If nil, extracts are kept whole, and changes are cut
  /// to the bounding boxes of their extracts.
  public var region: ImportRegion?
  /// Whether places of interest (shops, restaurants, named buildings …) are stored for the placemarks of addresses.
  public var includesFeatures = true
  /// Whether map objects are stored with all their tags, for protocols that return objects of the map.
  public var includesObjects = true
  /// Whether the map layer is stored: what a map shows beyond the data of the geocoder.
  public var includesMap = true
  /// Where the working data lies.
  public var storage = WorkStorage.automatic(memoryLimitBytes: WorkStorage.defaultMemoryLimitBytes)
  /// The folder for working data that is kept in files, best on a fast disk; nil for the folder of the store.
  public var workFolder: String?
  /// The store's record of how it was made, including values that override those of the files.
  public var record = ImportRecord()
  /// Called at every blob and stage, on several threads; returns whether to stop. A stopped import throws
  /// ``ImportError/Code/cancelled`` and leaves an earlier store as it was.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Arrays smaller than this stay in memory even if working data goes to files. Tests set it low.
  var workingFileThresholdBytes = 256 << 10

  /// Creates options with a number of threads and the world layer.
  public init(threads: Int, worldLayer: String?) {
    self.threads = threads
    self.worldLayer = worldLayer
  }
}

/// A layer of the user's own areas, as read from its file.
package struct ImportAreaLayer: Sendable {
  /// The name of the layer.
  package var name: String
  /// Its areas.
  package var areas: [OwnArea]
  /// The number of features in the file that were dropped, by reason.
  package var dropped: [String: Int]

  /// Creates a layer from its areas.
  package init(name: String, areas: [OwnArea], dropped: [String: Int]) {
    (self.name, self.areas, self.dropped) = (name, areas, dropped)
  }

  /// The layer's entry in the store's metadata.
  var info: OwnDataInfo {
    OwnDataInfo(
      name: name, rows: areas.count + dropped.values.reduce(0, +), used: areas.count,
      dropped: Dictionary(
        dropped.map { ($0.key.map { $0 == " " ? "-" : String($0) }.joined(), $0.value) }, uniquingKeysWith: +))
  }
}

/// A store's record of how it was made, which allows making it again with changes.
public struct ImportRecord: Sendable {
  /// The arguments of the command, see `StoreMetadata.importArguments`.
  public var arguments: [String] = []
  /// See `StoreMetadata.updatedExtracts`.
  public var updatedExtracts: [String] = []
  /// The position in a server's series of changes; nil to take it from the headers of the extracts.
  public var replication: StoreMetadata.Replication?
  /// The names of the extracts; nil for their file names.
  public var extracts: [String]?

  /// Creates a record that takes everything from the files.
  public init() {}
}

/// Where an import keeps its working data: everything read from the extracts, until the store is written.
public enum WorkStorage: Hashable, Sendable {
  /// In memory, the fastest where there is enough of it.
  case memory
  /// In unnamed files that are mapped into memory, from which the system can evict them. The import itself then needs
  /// little memory, however large the extracts are.
  case files
  /// In memory unless the estimate exceeds a limit, else in files.
  ///
  /// Data that exceeds the limit despite the estimate goes to files.
  case automatic(memoryLimitBytes: Int)

  /// Bytes of memory for each byte of an extract. Measured: 4.6 to 5.6 for extracts of towns, which have the most
  /// houses for each byte.
  static let memoryPerExtractByte = 6
  /// Memory that any import needs in addition.
  static let basicBytes = 120 << 20

  /// Half of the machine's memory; 4 GiB if the system does not report it.
  public static var defaultMemoryLimitBytes: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let bytesPerPage = sysconf(Int32(_SC_PAGESIZE))
    return pages > 0 && bytesPerPage > 0 ? pages * bytesPerPage / 2 : 4 << 30
  }

  /// The estimated memory of an import of extracts of this size with its working data in memory.
  public static func memoryBytes(extractBytes: Int) -> Int { extractBytes * memoryPerExtractByte + basicBytes }

  /// The bytes of working data to keep in memory for extracts of this size; nil for all of it.
  func keptBytes(extractBytes: Int) -> Int? {
    switch self {
    case .memory: nil
    case .files: 0
    case .automatic(let limit):
      WorkStorage.memoryBytes(extractBytes: extractBytes) > limit ? 0 : limit - WorkStorage.basicBytes
    }
  }
}
