import GeoModel
import GeoSupport

/// What a store says about itself, for `geocode info` and `server.info`.
public struct StoreInfo: Hashable, Sendable {
  /// Version of the file format.
  public var formatVersion: Int
  /// Version of the program that wrote it.
  public var writtenBy: String
  /// What the import noted about its data.
  public var metadata: StoreMetadata
  /// Rows by table name (`street`, `address` …), in the order of the documentation.
  public var counts: [Count]
  /// The box of streets, addresses, real areas and places, without the world layer; nil when there are none.
  public var bounds: FixedBox?
  /// Size of the file in bytes.
  public var fileSize: Int64

  /// The number of rows of a table.
  public struct Count: Hashable, Sendable {
    /// Name of the table.
    public var table: String
    /// Rows in it.
    public var rows: Int
  }
}

/// What a store says about itself besides its rows.
public struct StoreMetadata: Hashable, Sendable {
  /// The newest moment the map data is known to reflect, ISO 8601 UTC (`2022-12-15T21:21:57Z`); nil when the extracts do not say.
  public var dataDate: String?
  /// File names of the imported extracts, without folders.
  public var extracts: [String] = []
  /// Whether the world layer was added.
  public var hasWorldLayer = false
  /// Attribution lines that the licenses of the data ask for, most important first.
  public var attribution: [String] = ["© OpenStreetMap contributors (ODbL 1.0)"]
  /// Up to which change the data goes, and where the next ones are.
  public var replication = Replication()
  /// The words of the import that made the store, for whoever imports its extracts again with changes: files are relative to the store's
  /// folder, or absolute. Empty when they are not known.
  public var importArguments: [String] = []
  /// The extracts that an update wrote with their changes in them, in the place of those of ``importArguments``; empty if there are none.
  public var updatedExtracts: [String] = []
  /// The tables of addresses that were imported beside the extracts, in the order in which rows refer to them.
  public var addressTables: [OwnDataInfo] = []
  /// The layers of one's own areas that were imported.
  public var areaLayers: [OwnDataInfo] = []
  /// The tables of postal codes with areas that were imported, in the order in which their areas are numbered.
  public var postalAreas: [OwnDataInfo] = []
  /// The tables of postal codes with points that were imported, in the order in which points refer to them.
  public var postalPoints: [OwnDataInfo] = []

  /// The place of data in the series of change files that a server publishes. What is nil is not known.
  public struct Replication: Hashable, Sendable {
    /// Where the change files are.
    public var url: String?
    /// The number of the last change file that the data contains.
    public var sequence: Int64?
    /// The moment up to which the data surely contains all changes, ISO 8601 UTC.
    public var timestamp: String?

    /// A place; nothing is known unless it is given.
    public init(url: String? = nil, sequence: Int64? = nil, timestamp: String? = nil) {
      self.url = url
      self.sequence = sequence
      self.timestamp = timestamp
    }
  }

  /// Metadata of an import about which nothing is known yet.
  public init() {}
}

extension StoreInfo {
  /// Reads what a store says about itself.
  init(_ database: Database, fileSize: Int64) throws(StoreError) {
    let statement = try Statement(database, "SELECT key, value FROM meta")
    var values: [String: String] = [:]
    var last: String?
    while try statement.step() {
      let key = try statement.text(0) ?? ""
      // A tree that goes round gives rows without end.
      guard last.map({ $0 < key }) ?? true else {
        throw StoreError(.damaged, "\(database.path) is damaged (meta); import its extracts again")
      }
      values[key] = try statement.text(1)
      last = key
    }
    guard values["complete"] == "1" else {
      throw StoreError(.damaged, "\(database.path) is not complete; import its extracts again")
    }
    // Addresses in stores of earlier versions may have credentials.
    var metadata = StoreMetadata()
    metadata.dataDate = values["data_date"]
    metadata.extracts = StoreInfo.lines(values["extracts"])
    metadata.hasWorldLayer = values["has_world_layer"] == "1"
    metadata.attribution = StoreInfo.lines(values["attribution"])
    metadata.replication = StoreMetadata.Replication(
      url: values["replication_url"].map(WebAddress.withoutCredentials),
      sequence: values["replication_sequence"].flatMap { Int64($0) },
      timestamp: values["replication_timestamp"])
    metadata.importArguments = StoreInfo.lines(values["import_arguments"]).map(WebAddress.withoutCredentials)
    metadata.updatedExtracts = StoreInfo.lines(values["updated_extracts"])
    metadata.addressTables = StoreInfo.lines(values["address_tables"]).map { OwnDataInfo(line: $0) }
    metadata.areaLayers = StoreInfo.lines(values["area_layers"]).map { OwnDataInfo(line: $0) }
    metadata.postalAreas = StoreInfo.lines(values["postal_areas"]).map { OwnDataInfo(line: $0) }
    metadata.postalPoints = StoreInfo.lines(values["postal_points"]).map { OwnDataInfo(line: $0) }
    let counts = StoreFormat.countedTables.map { table in
      Count(table: table, rows: values["count.\(table)"].flatMap { Int($0) } ?? 0)
    }
    self.init(
      formatVersion: StoreFormat.version, writtenBy: values["written_by"] ?? "", metadata: metadata, counts: counts,
      bounds: StoreInfo.box(values["bounds"]), fileSize: fileSize)
  }

  private static func lines(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\n").map { String($0) }
  }

  private static func box(_ text: String?) -> FixedBox? {
    let edges = (text ?? "").split(separator: " ").compactMap { Int32($0) }
    guard edges.count == 4 else { return nil }
    return FixedBox(minX: edges[0], minY: edges[1], maxX: edges[2], maxY: edges[3])
  }
}
