import GeoPacking

/// Checks that the name of an output fits its format.
///
/// The output always has the format of the input, so no program would open it under a misleading name.
struct OutputName {
  private let path: String
  /// The name in small letters, without the suffix of a compressed file.
  private let plain: String

  init(_ path: String) {
    self.path = path
    let name = path.lowercased()
    plain = PackedFormat(name: name).map { String(name.dropLast($0.suffix.count)) } ?? name
  }

  /// Extensions of formats that are never written, by the description of the format.
  private static let foreign: [(what: String, endings: [String])] = [
    ("spreadsheets", [".xlsx", ".xlsm", ".xls", ".ods"]), ("Parquet files", [".parquet"]),
    ("Arrow files", [".arrow", ".feather"]), ("GeoPackages", [".gpkg"]), ("FlatGeobuf files", [".fgb"]),
    ("shapefiles", [".shp"]), ("databases", [".sqlite", ".sqlite3", ".db", ".duckdb"]),
  ]

  /// Extensions of unsupported compression formats.
  private static let packed = [".bz2", ".xz", ".lzma", ".lz4", ".br", ".7z", ".zip", ".kmz"]

  /// Rejects the names of formats that are never written.
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

  /// Rejects the names of formats other than the input's.
  ///
  /// - Throws: ``EnrichmentError``.
  func check(for kind: EnrichmentOptions.Format) throws(EnrichmentError) {
    guard let promised = FormatDetection.format(ofName: plain), promised.family != kind.family else { return }
    throw EnrichmentError(
      .usage,
      "\(path) would be \(kind.family.name), as the output is always like the input: call it \(kind.family.ending), "
        + "and convert it then, for example with ogr2ogr or jq")
  }

  /// Rejects names that imply tabs when another character separates the fields.
  ///
  /// - Throws: ``EnrichmentError``.
  func check(delimiter: UInt8) throws(EnrichmentError) {
    guard FormatDetection.format(ofName: plain) == .tsv, delimiter != Byte.tab else { return }
    throw EnrichmentError(
      .usage, "\(path) would have no tabs, as the output is always like the input: call it .csv")
  }
}

extension EnrichmentOptions.Format {
  /// Groups of formats whose readers also accept the others of the group.
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
