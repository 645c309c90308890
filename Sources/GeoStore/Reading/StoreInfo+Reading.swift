import GeoModel

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
