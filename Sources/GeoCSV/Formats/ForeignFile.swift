import GeoSupport

/// A file that holds a table or places in an unsupported format.
///
/// The first bytes identify it, and the advice gives the command that converts it to a supported one.
struct ForeignFile {
  /// The description, to follow the file's name.
  let what: String
  /// The advice to the user.
  let advice: String

  /// One sentence for the user.
  func message(_ name: String) -> String { "\(name) is \(what): \(advice)" }

  /// Identifies a file by its first bytes; nil for a file that may be text.
  init?(head: [UInt8], name: String) {
    // The command needs a file that it can open.
    let isFile = name != InputFile.nameOfStandardInput
    let name = isFile ? name : "FILE"
    let (file, stem) = (ShellWord.file(name), ShellWord.file(ForeignFile.stem(name)))
    func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: bytes) }
    func begins(_ text: String, at offset: Int = 0) -> Bool { begins(Array(text.utf8), at: offset) }
    func table(_ what: String) -> (String, String) { (what, "ogr2ogr -f CSV \(stem).csv \(file)") }
    func shapes(_ what: String) -> (String, String) {
      (what, "ogr2ogr -f GeoJSON -t_srs EPSG:4326 \(stem).geojson \(file)")
    }
    let found: (String, String)?
    switch true {
    case begins([0x50, 0x4B, 0x03, 0x04]): found = ForeignFile.archive(head, file, table)
    case begins([0xD0, 0xCF, 0x11, 0xE0]): found = table("an old spreadsheet (.xls)")
    case begins("PAR1"):
      found = ("a Parquet file", ForeignFile.copy(name, to: ForeignFile.stem(name) + ".csv"))
    case begins("ARROW1"), begins([0xFF, 0xFF, 0xFF, 0xFF]): found = table("an Arrow file")
    case begins("fgb"): found = shapes("a FlatGeobuf file")
    case begins([0x00, 0x00, 0x27, 0x0A]): found = shapes("a shapefile")
    case begins([0xFD] + Array("7zXZ".utf8) + [0]): found = ("packed by xz", "xz -dc \(file) | geocode csv -")
    case begins([0x04, 0x22, 0x4D, 0x18]): found = ("packed by LZ4", "lz4 -dc \(file) | geocode csv -")
    case begins([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]): found = ("a 7z archive", "7z e -so \(file) | geocode csv -")
    case begins("GPKG", at: 68), begins("SQLite format 3") && name.lowercased().hasSuffix(".gpkg"):
      found = shapes("a GeoPackage")
    case begins("SQLite format 3"):
      found = ("a database", "ogr2ogr -f CSV \(stem).csv \(file) TABLE")
    default: found = ForeignFile.travels(head, file, stem)
    }
    guard let found else {
      guard let document = ForeignFile.document(head) else { return nil }
      (what, advice) = document
      return
    }
    what = found.0
    advice = isFile ? found.1 : "save it to a file first, then \(found.1)"
  }

  /// Describes a zip archive by the names of its contents at the beginning.
  private static func archive(
    _ head: [UInt8], _ file: String, _ table: (String) -> (String, String)
  ) -> (String, String) {
    let text = String(decoding: head.prefix(8192), as: UTF8.self)
    if text.contains("opendocument.spreadsheet") { return table("a spreadsheet (.ods)") }
    if text.contains("xl/") || file.lowercased().contains(".xlsx") { return table("a spreadsheet (.xlsx)") }
    if text.contains(".kml") { return ("packed KML (.kmz)", "unzip -p \(file) '*.kml' | geocode csv -") }
    return ("a zip archive", "unzip it and give one of its files")
  }

  private static func stem(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex,
      !name.utf8[dot...].contains(UInt8(ascii: "/"))
    else { return name }
    return String(name[..<dot])
  }

  /// A command that makes DuckDB write a table.
  private static func copy(_ name: String, to output: String) -> String {
    "duckdb -c " + ShellWord.inDoubleQuotes("COPY (FROM \(inSQL(name))) TO \(inSQL(output))")
  }

  /// A name as an SQL string.
  private static func inSQL(_ name: String) -> String {
    let quote = UInt8(ascii: "'")
    return "'" + String(decoding: name.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }, as: UTF8.self) + "'"
  }
}
