import GeoModel
import GeoSupport

/// The description of a store, for `geocode info` and `server.info`.
public struct StoreInfo: Hashable, Sendable {
  /// Version of the file format.
  public var formatVersion: Int
  /// Version of the program that wrote it.
  public var writtenBy: String
  /// The import's notes on its data.
  public var metadata: StoreMetadata
  /// The number of rows of each table (`street`, `address` …), in the order of the documentation.
  public var counts: [Count]
  /// The box of streets, addresses, real areas and places, without the world layer; nil when there are none.
  public var bounds: FixedBox?
  /// Size of the file in bytes.
  public var fileSize: Int64

  /// A table's number of rows.
  public struct Count: Hashable, Sendable {
    /// Name of the table.
    public var table: String
    /// Rows in it.
    public var rows: Int
  }
}

/// The metadata of a store: its sources and their state, besides the rows.
public struct StoreMetadata: Hashable, Sendable {
  /// The newest moment that the map data is known to reflect, ISO 8601 UTC (`2022-12-15T21:21:57Z`); nil when the
  /// extracts do not state it.
  public var dataDate: String?
  /// File names of the imported extracts, without folders.
  public var extracts: [String] = []
  /// Whether the world layer was added.
  public var hasWorldLayer = false
  /// Attribution lines that the licenses of the data require, most important first.
  public var attribution: [String] = ["© OpenStreetMap contributors (ODbL 1.0)"]
  /// The data's position in a series of change files.
  public var replication = Replication()
  /// The arguments of the import that made the store, for importing its extracts again with changes.
  ///
  /// Files are relative to the store's folder, or absolute. Empty when they are not known.
  public var importArguments: [String] = []
  /// The extracts with changes applied that an update wrote, to be used instead of those of ``importArguments``; empty
  /// if there are none.
  public var updatedExtracts: [String] = []
  /// The address tables that were imported besides the extracts, in the order in which rows refer to them.
  public var addressTables: [OwnDataInfo] = []
  /// The layers of own areas that were imported, in the order in which their areas are numbered.
  public var areaLayers: [OwnDataInfo] = []
  /// The postal code tables with areas that were imported, in the order in which their areas are numbered.
  public var postalAreas: [OwnDataInfo] = []
  /// The postal code tables with points that were imported, in the order in which points refer to them.
  public var postalPoints: [OwnDataInfo] = []
  /// The files of the user's corrections, by their paths: relative to the store's folder, or absolute.
  /// ``OwnDataInfo/rows`` counts the corrected objects, ``OwnDataInfo/used`` those whose correction holds.
  public var corrections: [OwnDataInfo] = []

  /// The data's position in the series of change files that a server publishes. Unknown values are nil.
  public struct Replication: Hashable, Sendable {
    /// The base URL of the change files.
    public var url: String?
    /// The number of the last change file that the data contains.
    public var sequence: Int64?
    /// The moment up to which the data is known to contain all changes, ISO 8601 UTC.
    public var timestamp: String?

    /// Makes a position; values not given are unknown.
    public init(url: String? = nil, sequence: Int64? = nil, timestamp: String? = nil) {
      self.url = url
      self.sequence = sequence
      self.timestamp = timestamp
    }
  }

  /// Empty metadata for an import.
  public init() {}
}

extension StoreInfo {
  /// Reads the description of a store from its `meta` table.
  init(_ database: Database, fileSize: Int64) throws(StoreError) {
    let statement = try Statement(database, "SELECT key, value FROM meta")
    var values: [String: String] = [:]
    var last: String?
    while try statement.step() {
      let key = try statement.text(0) ?? ""
      // A cyclic B-tree in a damaged file would return rows endlessly.
      guard last.map({ $0 < key }) ?? true else {
        throw StoreError(.damaged, "\(database.path) is damaged (meta); import its extracts again")
      }
      values[key] = try statement.text(1)
      last = key
    }
    guard values["complete"] == "1" else {
      throw StoreError(.damaged, "\(database.path) is not complete; import its extracts again")
    }
    // The URLs in stores of earlier versions may have credentials.
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
    metadata.corrections = StoreInfo.lines(values["corrections"]).map { OwnDataInfo(line: $0) }
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
