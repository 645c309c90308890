import ArgumentParser
import GeoConsole
import GeoEngine
import GeoModel
import GeoStore
import GeoSupport
import GeoWire

/// `geocode info`: shows the contents, age and attribution of a store.
///
/// It opens the store as a lookup does, so it reports a broken store with the same messages.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", _superCommandName: "geocode",
    abstract: "Tell what a store holds: counts, bounds, date, version and attribution.",
    discussion: """
      Without a store it describes the default one, and prepares it if need be.

      Examples:
        geocode info monaco.sqlite
        geocode info --format json
      """)

  /// The formats of the description.
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(help: "The store, as with --database.", completion: .file(extensions: ["sqlite"]))
  var file: String?

  @OptionGroup var store: StoreOption

  @Option(name: .shortAndLong, help: "How to print it.")
  var format: Format = .text

  @Flag(name: .shortAndLong, help: "No progress on standard error.")
  var quiet = false

  func validate() throws {
    if file != nil, store.database != nil { throw ValidationError("give one store: the argument or --database") }
    if file == "" { throw ValidationError("'': give the name of a file") }
  }

  func run() throws {
    let path = try file ?? store.path ?? DefaultStore.ready(isQuiet: quiet)
    let info = try PlacemarkEngine(database: path).info
    let output = StandardOutput()
    switch format {
    case .text: for line in InfoText.lines(info, path: path) { try output.writeLine(Terminal.fit(line)) }
    case .json: try output.writeLine(InfoJSON.text(info, path: path))
    }
    try output.flush()
  }
}

/// Describes a store for the user.
enum InfoText {
  /// The lines, with aligned values.
  static func lines(_ info: StoreInfo, path: String) -> [String] {
    var pairs = [
      ("Store", path), ("Size", Figures.bytes(info.fileSize)),
      ("Format", "\(info.formatVersion), written by geocode \(info.writtenBy)"),
      ("Data of", info.metadata.dataDate ?? "unknown"),
      ("Extracts", info.metadata.extracts.isEmpty ? "none" : info.metadata.extracts.joined(separator: ", ")),
      ("World layer", info.metadata.hasWorldLayer ? "yes" : "no"),
      ("Bounds", info.bounds.map { CoverageText.text(CoordinateRegion($0)) } ?? "none"),
    ]
    if let sequence = info.metadata.replication.sequence {
      pairs.append(("Changes", "up to \(sequence) of \(info.metadata.replication.url ?? "an unknown server")"))
    }
    for table in info.metadata.addressTables { pairs.append(("Table \(table.name)", text(table))) }
    for layer in info.metadata.areaLayers { pairs.append(("Layer \(layer.name)", text(layer, noun: "features"))) }
    for table in info.metadata.postalAreas { pairs.append(("Postal codes \(table.name)", text(table, noun: "areas"))) }
    for table in info.metadata.postalPoints { pairs.append(("Postal codes \(table.name)", text(table, noun: "rows"))) }
    for file in info.metadata.corrections {
      pairs.append(("Corrections \(file.name)", text(file, noun: "objects", use: "hold")))
    }
    pairs += info.counts.map { ("Rows of \($0.table)", Figures.grouped($0.rows)) }
    pairs += info.metadata.attribution.enumerated().map { ($0.offset == 0 ? "Attribution" : "", $0.element) }
    let width = pairs.map(\.0.count).max() ?? 0
    return pairs.map {
      ForeignText.oneLine($0.0) + String(repeating: " ", count: width - $0.0.count) + "  " + ForeignText.oneLine($0.1)
    }
  }
}

extension InfoText {
  /// `12,000 rows, 11,000 used; 1,000 table-house-on-map`.
  private static func text(_ table: OwnDataInfo, noun: String = "rows", use: String = "used") -> String {
    let reasons = table.reasons.map { "; \(Figures.grouped($0.count)) \($0.name)" }.joined()
    return "\(Figures.grouped(table.rows)) \(noun), \(Figures.grouped(table.used)) \(use)" + reasons
  }
}

/// Describes a store as JSON. Members have the same names as in `server.info` of the protocol.
enum InfoJSON {
  /// One JSON object; absent values are omitted.
  static func text(_ info: StoreInfo, path: String) -> String {
    var bytes: [UInt8] = []
    JSONWriter.append(to: &bytes) { json in
      json.beginObject()
      json.member("database", path)
      json.key("fileSize")
      json.integer(info.fileSize)
      json.key("formatVersion")
      json.integer(info.formatVersion)
      json.member("writtenBy", info.writtenBy)
      append(info.metadata, to: &json)
      if let bounds = info.bounds { append(CoordinateRegion(bounds), to: &json) }
      append(info.counts, to: &json)
      json.endObject()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the metadata of the import.
  private static func append(_ metadata: StoreMetadata, to json: inout JSONWriter) {
    json.member("dataDate", metadata.dataDate)
    if let sequence = metadata.replication.sequence {
      json.key("replication")
      json.beginObject()
      json.member("sequence", Int(sequence))
      json.member("timestamp", metadata.replication.timestamp)
      json.member("url", metadata.replication.url)
      json.endObject()
    }
    json.key("extracts")
    json.strings(metadata.extracts)
    json.member("hasWorldLayer", metadata.hasWorldLayer)
    if !metadata.addressTables.isEmpty { json.member("addressTables", array: metadata.addressTables, append) }
    if !metadata.areaLayers.isEmpty { json.member("areaLayers", array: metadata.areaLayers, append) }
    if !metadata.postalAreas.isEmpty { json.member("postalAreas", array: metadata.postalAreas, append) }
    if !metadata.postalPoints.isEmpty { json.member("postalPoints", array: metadata.postalPoints, append) }
    if !metadata.corrections.isEmpty { json.member("corrections", array: metadata.corrections, append) }
    json.key("attribution")
    json.strings(metadata.attribution)
  }

  /// Writes a table with its counts.
  private static func append(to json: inout JSONWriter, _ table: OwnDataInfo) {
    json.object { json in
      json.member("name", table.name)
      json.member("rows", table.rows)
      json.member("used", table.used)
      json.member("dropped", array: table.reasons) { json, reason in
        json.object { json in
          json.member("reason", reason.name)
          json.member("rows", reason.count)
        }
      }
    }
  }

  /// Writes the box of the data in degrees.
  private static func append(_ bounds: CoordinateRegion, to json: inout JSONWriter) {
    json.key("bounds")
    json.beginObject()
    for (key, value) in [
      ("south" as StaticString, bounds.south), ("west", bounds.west), ("north", bounds.north), ("east", bounds.east),
    ] {
      json.key(key)
      json.degrees(value)
    }
    json.endObject()
  }

  /// Writes the number of rows of each table.
  private static func append(_ counts: [StoreInfo.Count], to json: inout JSONWriter) {
    json.key("counts")
    json.beginObject()
    for count in counts { json.member(count.table, count.rows) }
    json.endObject()
  }
}
