import GeoPacking

/// What the name of an output promises. The output is always a file like the input: under a name that says otherwise nothing would open it.
struct OutputName {
  private let path: String
  /// The name without what says how the file is packed, in small letters.
  private let plain: String

  init(_ path: String) {
    self.path = path
    let name = path.lowercased()
    plain = PackedFormat(name: name).map { String(name.dropLast($0.suffix.count)) } ?? name
  }

  /// Endings of what is never written, by what they mean.
  private static let foreign: [(what: String, endings: [String])] = [
    ("spreadsheets", [".xlsx", ".xlsm", ".xls", ".ods"]), ("Parquet files", [".parquet"]),
    ("Arrow files", [".arrow", ".feather"]), ("GeoPackages", [".gpkg"]), ("FlatGeobuf files", [".fgb"]),
    ("shapefiles", [".shp"]), ("databases", [".sqlite", ".sqlite3", ".db", ".duckdb"]),
  ]

  /// Endings of ways to pack that are not written.
  private static let packed = [".bz2", ".xz", ".lzma", ".lz4", ".br", ".7z", ".zip", ".kmz"]

  /// Refuses names of files that are never written.
  ///
  /// - Throws: ``EnrichmentError``.
  func checkEnding() throws(EnrichmentError) {
    if let ending = OutputName.packed.first(where: path.lowercased().hasSuffix) {
      throw EnrichmentError(.usage, "\(path): nothing is packed as \(ending); call it .gz or .zst, or pack it then")
    }
    for (what, endings) in OutputName.foreign where endings.contains(where: plain.hasSuffix) {
      throw EnrichmentError(
        .usage,
        "\(path): no \(what) are written, only files like the input: give the output the ending of the input, such as "
          + ".csv, and convert it then, for example with ogr2ogr")
    }
  }

  /// Refuses names of files of another kind than the input's.
  ///
  /// - Throws: ``EnrichmentError``.
  func check(for kind: EnrichmentOptions.Format) throws(EnrichmentError) {
    guard let promised = FormatDetection.format(ofName: plain), promised.family != kind.family else { return }
    throw EnrichmentError(
      .usage,
      "\(path) would be \(kind.family.name), as the output is always like the input: call it \(kind.family.ending), "
        + "and convert it then, for example with ogr2ogr or jq")
  }

  /// Refuses names that promise tabs where other characters separate fields.
  ///
  /// - Throws: ``EnrichmentError``.
  func check(delimiter: UInt8) throws(EnrichmentError) {
    guard FormatDetection.format(ofName: plain) == .tsv, delimiter != Byte.tab else { return }
    throw EnrichmentError(
      .usage, "\(path) would have no tabs, as the output is always like the input: call it .csv")
  }
}

extension EnrichmentOptions.Format {
  /// Formats of which readers take one for the other.
  fileprivate enum Family {
    case table, json, gpx, kml

    var name: String {
      switch self {
      case .table: "a table"
      case .json: "JSON"
      case .gpx: "GPX"
      case .kml: "KML"
      }
    }

    var ending: String {
      switch self {
      case .table: ".csv"
      case .json: ".json"
      case .gpx: ".gpx"
      case .kml: ".kml"
      }
    }
  }

  fileprivate var family: Family {
    switch self {
    case .csv, .tsv: .table
    case .ndjson, .json, .geojson: .json
    case .gpx: .gpx
    case .kml: .kml
    }
  }
}
