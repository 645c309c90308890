import GeoModel
import GeoStore
import GeoWire

/// A store's description for a program. Its names are those of `server.info` on the wire where both have the same thing.
enum InfoJSON {
  /// One JSON object; absent values are left out.
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

  /// What the import wrote about itself.
  private static func append(_ metadata: StoreMetadata, to json: inout JSONWriter) {
    json.member("dataDate", metadata.dataDate)
    json.key("extracts")
    json.strings(metadata.extracts)
    json.key("hasWorldLayer")
    json.bool(metadata.hasWorldLayer)
    json.key("attribution")
    json.strings(metadata.attribution)
  }

  /// The box of the data in degrees.
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

  /// The rows of each table.
  private static func append(_ counts: [StoreInfo.Count], to json: inout JSONWriter) {
    json.key("counts")
    json.beginObject()
    for count in counts { json.member(count.table, count.rows) }
    json.endObject()
  }
}
