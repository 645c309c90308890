import GeoModel
import OSMFile

/// A row of a table of postal codes with points.
struct PostalPointRow {
  /// ISO 3166-1 alpha-2, in capitals.
  var country: String
  /// The code as written in the table, trimmed.
  var code: String
  /// The position.
  var place: FixedPoint
  /// The accuracy of the position, from 1 (estimated) to 6 (center of addresses or of a shape); 0 if unknown.
  var accuracy: UInt8
}

/// The rows of one table of postal codes with points, in the format of GeoNames
/// (<https://download.geonames.org/export/zip/>). The tables have no header. Tabs separate the columns: country, postal
/// code, place, three administrative areas with a name and a code each, latitude, longitude and accuracy.
struct PostalPointRows {
  private enum Column: Int {
    case country = 0
    case code = 1
    case latitude = 9
    case longitude = 10
    case accuracy = 11
  }

  /// The limit of a row. GeoNames' names have at most 180 characters.
  private static let longestRow = 1 << 16

  /// The path, for error messages.
  private let path: String
  private let file: UnpackedStream
  private var lines: TableLines
  private var hasBegun = false

  /// Opens a file.
  ///
  /// - Throws: ``ImportError`` if it cannot be read.
  init(_ path: String) throws(ImportError) {
    self.path = path
    do throws(OSMFileError) { file = try UnpackedStream(path: path) } catch { throw ImportError(error) }
    lines = try TableLines(file)
  }

  /// The bytes of the file read so far.
  var consumed: Int { file.consumed }

  /// Returns the next row, or the fault in it; nil at the end.
  ///
  /// - Throws: ``ImportError`` if the file cannot be read any further, or is not such a table.
  mutating func next() throws(ImportError) -> Result<PostalPointRow, DataFault>? {
    while let line = try lines.next() {
      var bytes = line.bytes
      if line.isFirst {
        try TableRows.checkIsNoContainer(bytes, path)
        if bytes.starts(with: TableRows.byteOrderMark) { bytes.removeFirst(3) }
      }
      if bytes.allSatisfy({ $0 <= 0x20 }) { continue }
      guard bytes.count <= PostalPointRows.longestRow else {
        if !hasBegun { throw foreign("its first line is longer than any row") }
        return .failure(.tableRowIncomplete)
      }
      let fields = bytes.split(separator: 0x09, omittingEmptySubsequences: false)
      if !hasBegun { try begin(fields) }
      return Result { () throws(DataFault) in try PostalPointRows.row(fields) }
    }
    guard hasBegun else { throw foreign("there is no row in it") }
    return nil
  }

  /// Checks the first row, which decides whether the file is such a table.
  private mutating func begin(_ fields: [ArraySlice<UInt8>]) throws(ImportError) {
    guard fields.count > Column.longitude.rawValue else {
      throw foreign(
        fields.count == 1
          ? "there is no tab in its first row" : "its first row has \(fields.count) columns with tabs between")
    }
    guard PostalPointRows.country(fields) != nil, PostalPointRows.number(fields, .latitude) != nil,
      PostalPointRows.number(fields, .longitude) != nil
    else {
      let shown = [Column.country, .latitude, .longitude].map {
        "'\(ForeignText.oneLine(String(PostalPointRows.text(fields, $0).prefix(40))))'"
      }
      throw foreign(
        "of its first row the columns 1, 10 and 11 are \(shown.joined(separator: ", ")), and should be a country's two letters, a latitude and a longitude"
      )
    }
    hasBegun = true
  }

  private static func row(_ fields: [ArraySlice<UInt8>]) throws(DataFault) -> PostalPointRow {
    guard fields.count > Column.longitude.rawValue, let country = country(fields) else { throw .tableRowIncomplete }
    guard let latitude = number(fields, .latitude), let longitude = number(fields, .longitude),
      latitude != 0 || longitude != 0,
      let place = try? Coordinate(latitude: latitude, longitude: longitude)
    else { throw .tableCoordinateInvalid }
    let accuracy = number(fields, .accuracy) ?? 0
    return PostalPointRow(
      country: country, code: text(fields, .code), place: FixedPoint(place),
      accuracy: (0...6).contains(accuracy) ? UInt8(accuracy) : 0)
  }

  /// The country code in capitals; nil if the field is not two letters.
  private static func country(_ fields: [ArraySlice<UInt8>]) -> String? {
    let text = text(fields, .country)
    let isCode =
      text.utf8.count == 2
      && text.utf8.allSatisfy { ($0 & 0xDF) >= UInt8(ascii: "A") && ($0 & 0xDF) <= UInt8(ascii: "Z") }
    return isCode ? text.uppercased() : nil
  }

  private static func number(_ fields: [ArraySlice<UInt8>], _ column: Column) -> Double? {
    guard let number = Double(text(fields, column)), number.isFinite else { return nil }
    return number
  }

  /// The trimmed text of a field. The names of places are not read, so their encoding does not matter.
  private static func text(_ fields: [ArraySlice<UInt8>], _ column: Column) -> String {
    guard column.rawValue < fields.count else { return "" }
    let field = fields[column.rawValue].drop { $0 <= 0x20 }
    let end = field.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? field.startIndex
    return String(decoding: field[..<end], as: UTF8.self)
  }

  private func foreign(_ what: String) -> ImportError {
    ImportError(
      .unreadableExtract,
      "\(path) is not a table of postal codes that is known: \(what); give a file of download.geonames.org/export/zip, unpacked, or GeoJSON with polygons"
    )
  }
}
