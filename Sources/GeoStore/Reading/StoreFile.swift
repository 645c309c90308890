import GeoModel
import GeoSupport

/// Looks at a file before SQLite does, to say in plain words why it is no store that we can read.
enum StoreFile {
  private static let headerSize = 100

  /// Checks the file's header.
  ///
  /// - Returns: the size of the file in bytes.
  /// - Throws: ``StoreError`` that says what is wrong and what to do.
  static func check(_ path: String) throws(StoreError) -> Int64 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw openError(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw openError(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw StoreError(.unreadable, "\(path) is a folder, not a store; give the path of the file")
    }
    if status.st_size == 0 { throw StoreError(.damaged, "\(path) is empty; import its extracts again") }
    var header = [UInt8](repeating: 0, count: headerSize)
    let count = pread(descriptor, &header, headerSize, 0)
    guard count >= 0 else { throw openError(path, errno) }
    try check(header, count, size: Int64(status.st_size), path)
    return Int64(status.st_size)
  }

  private static func check(_ header: [UInt8], _ count: Int, size: Int64, _ path: String) throws(StoreError) {
    guard header.starts(with: "SQLite format 3\0".utf8.prefix(count)) else {
      throw StoreError(.foreign, "\(path) is not a store; make one with 'geocode import EXTRACT -o FILE'")
    }
    guard count == headerSize else { throw truncated(path) }
    guard number(header, at: 68, bytes: 4) == Int(StoreFormat.applicationID) else {
      throw StoreError(
        .foreign, "\(path) is a database of another program; make a store with 'geocode import EXTRACT -o FILE'")
    }
    let version = number(header, at: 60, bytes: 4)
    guard version == StoreFormat.version else {
      let advice = version > StoreFormat.version ? "use a newer version of this program" : "import its extracts again"
      throw StoreError(
        .outdated, "\(path) has store format \(version), this program reads format \(StoreFormat.version); \(advice)")
    }
    // SQLite writes a page size of 65,536 as 1.
    let pageSize = number(header, at: 16, bytes: 2)
    guard number(header, at: 28, bytes: 4) * (pageSize == 1 ? 65_536 : pageSize) <= size else { throw truncated(path) }
  }

  private static func truncated(_ path: String) -> StoreError {
    StoreError(.damaged, "\(path) is cut short; copy it again or import its extracts again")
  }

  /// A big-endian number in SQLite's file header.
  private static func number(_ header: [UInt8], at offset: Int, bytes: Int) -> Int {
    header[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func openError(_ path: String, _ code: Int32) -> StoreError {
    switch code {
    case ENOENT, ENOTDIR:
      StoreError(.missing, "there is no store at \(path); make one with 'geocode import EXTRACT -o FILE'")
    case EACCES, EPERM:
      StoreError(.unreadable, "\(path) cannot be read: no permission; check its owner and mode")
    default: StoreError(.unreadable, "\(path) cannot be read: \(String(cString: strerror(code)))")
    }
  }
}

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

  /// Metadata of an import about which nothing is known yet.
  public init() {}
}

extension StoreInfo {
  /// Reads what a store says about itself.
  init(_ database: Database, fileSize: Int64) throws(StoreError) {
    let statement = try Statement(database, "SELECT key, value FROM meta")
    var values: [String: String] = [:]
    while try statement.step() { values[statement.text(0) ?? ""] = statement.text(1) }
    guard values["complete"] == "1" else {
      throw StoreError(.damaged, "\(database.path) is not complete; import its extracts again")
    }
    var metadata = StoreMetadata()
    metadata.dataDate = values["data_date"]
    metadata.extracts = StoreInfo.lines(values["extracts"])
    metadata.hasWorldLayer = values["has_world_layer"] == "1"
    metadata.attribution = StoreInfo.lines(values["attribution"])
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
