import GeoModel
import GeoWire
import OSMFile

/// The rows of one file of addresses: delimited text, or GeoJSON with one feature on each line. The content decides
/// which.
struct TableRows {
  private static let separators = [",", ";", "\t", "|"].map { Array($0.utf8)[0] }
  /// The limit of a row in bytes.
  ///
  /// The parsed parts of a row take many times that.
  private static let longestRow = 1 << 18
  /// The limit of lines in a row with quoted text. More lines mean a forgotten quote.
  private static let mostLines = 16
  /// Formats that contain tables but cannot be read here, by their first bytes.
  private static let containers: [(mark: [UInt8], what: String)] = [
    (Array("PK\u{3}\u{4}".utf8), "a zip archive; unpack it, and give the table in it"),
    ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive; unpack it, and give the table in it"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "packed by xz; unpack it first, as by 'xz -d'"),
    ([0x04, 0x22, 0x4D, 0x18], "packed by LZ4; unpack it first, as by 'lz4 -d'"),
    (Array("PAR1".utf8), "Parquet; make CSV of it first, as by DuckDB: COPY (SELECT …) TO 'addresses.csv'"),
    (Array("SQLite format 3".utf8), "a database; make CSV of its table first, as by ogr2ogr or sqlite3 -csv"),
    ([0xFF, 0xFE], "text in UTF-16; convert it first, as by 'iconv -f UTF-16 -t UTF-8'"),
    ([0xFE, 0xFF], "text in UTF-16; convert it first, as by 'iconv -f UTF-16 -t UTF-8'"),
  ]

  /// The path, for error messages.
  let path: String
  private var lines: TableLines
  /// Lines that were read ahead, in reverse order.
  private var ahead: [TableLines.Line] = []
  private let asked: [TableForm.Role: [String]]?
  /// The fields of the current row of text; nil for GeoJSON.
  private var fields: TableFields?
  private var parser = JSONParser()
  private var names = TableNames()
  /// The columns, once a header or feature is read, and the property names in which they were found. Each GeoJSON
  /// feature may have its own order.
  private var columns: TableColumns?
  private var properties: [String] = []
  /// The number of rows read so far.
  private(set) var count: Int64 = 0

  /// Opens the rows of a file.
  ///
  /// - Parameter asked: the columns that the user named; nil to recognize them by their names.
  /// - Throws: ``ImportError`` if it cannot be read.
  init(_ file: UnpackedStream, asked: [TableForm.Role: [String]]?) throws(ImportError) {
    path = file.path
    lines = try TableLines(file)
    self.asked = asked
  }

  /// Returns the house of the next row, or the fault in it; nil at the end.
  ///
  /// - Throws: ``ImportError`` if the file cannot be read any further, or is not a table of addresses.
  mutating func next() throws(ImportError) -> Result<TableHouse, DataFault>? {
    while let line = try nextLine() {
      if line.isFirst, try begin(line.bytes) { continue }
      if line.bytes.allSatisfy({ $0 <= 0x20 }) { continue }
      guard line.bytes.count <= TableRows.longestRow else {
        if columns == nil { continue }
        count += 1
        return .failure(.tableRowIncomplete)
      }
      if fields != nil { return try row(line.bytes) }
      if let house = try feature(line.bytes) { return house }
    }
    guard columns == nil else { return nil }
    throw ImportError(
      .unreadableExtract,
      "\(path) has no line with a GeoJSON feature; give one feature in each line, as 'jq -c .features[] FILE' writes them"
    )
  }

  private mutating func nextLine() throws(ImportError) -> TableLines.Line? {
    if let line = ahead.popLast() { return line }
    return try lines.next()
  }

  /// Begins a table with its first line.
  ///
  /// - Returns: whether the line is a header, not a row.
  private mutating func begin(_ line: [UInt8]) throws(ImportError) -> Bool {
    try TableRows.checkIsNoContainer(line, path)
    (fields, columns, properties) = (nil, nil, [])
    let header = line.starts(with: TableRows.byteOrderMark) ? Array(line[3...]) : line
    if header.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return false }
    guard header.count <= TableRows.longestRow else { throw foreign("its first line is longer than any header") }
    try readHeader(header)
    return true
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Throws: ``ImportError`` if the first bytes of a file are those of a container of tables, such as an archive, or
  ///   of text in UTF-16. There every second byte of ordinary letters is zero.
  static func checkIsNoContainer(_ start: [UInt8], _ path: String) throws(ImportError) {
    if let what = containers.first(where: { start.starts(with: $0.mark) })?.what {
      throw ImportError(.unreadableExtract, "\(path) is \(what)")
    }
    let zeros = start.prefix(4).map { $0 == 0 }
    if zeros == [false, true, false, true] || zeros == [true, false, true, false] {
      throw ImportError(
        .unreadableExtract,
        "\(path) is text in UTF-16 without a mark that says so; convert it first, as by "
          + "'iconv -f UTF-16\(zeros[0] ? "BE" : "LE") -t UTF-8'")
    }
  }

  // MARK: Text

  private mutating func readHeader(_ line: [UInt8]) throws(ImportError) {
    var widest: [String] = []
    for separator in TableRows.separators {
      var fields = TableFields(separator: separator)
      fields.begin(line)
      var header: [String] = []
      for field in 0..<fields.count { header.append(TableText.trimmed(try text(field, of: fields))) }
      if let found = known(header) {
        (self.fields, columns) = (fields, found)
        return
      }
      if header.count > widest.count { widest = header }
    }
    throw lacking(in: widest) ?? foreign("its first line names \(TableRows.list(widest))")
  }

  private mutating func row(_ line: [UInt8]) throws(ImportError) -> Result<TableHouse, DataFault> {
    count += 1
    guard let columns, try takeRow(line), let fields else { return .failure(.tableRowIncomplete) }
    var isUTF8 = true
    let house = Result { () throws(DataFault) in
      try TableHouse(columns, &names) { column in
        let text = fields.text(column)
        isUTF8 = isUTF8 && text != nil
        return text ?? ""
      }
    }
    guard isUTF8 else { throw notUTF8 }
    return house
  }

  /// Splits a row into fields, and takes further lines while a quote is open. Gives back the further lines if the quote
  /// is not closed.
  ///
  /// - Returns: whether the row is complete.
  private mutating func takeRow(_ line: [UInt8]) throws(ImportError) -> Bool {
    fields?.begin(line)
    var taken: [TableLines.Line] = []
    while fields?.isOpen == true {
      guard taken.count < TableRows.mostLines, let next = try nextLine() else { break }
      taken.append(next)
      guard !next.isFirst, next.bytes.count <= TableRows.longestRow else { break }
      fields?.goOn(next.bytes)
    }
    guard fields?.isOpen == true else { return true }
    ahead += taken.reversed()
    return false
  }

  private func text(_ field: Int, of fields: TableFields) throws(ImportError) -> String {
    guard let text = fields.text(field) else { throw notUTF8 }
    return text
  }

  private var notUTF8: ImportError {
    ImportError(
      .unreadableExtract,
      "\(path): row \(count) is not UTF-8; convert the table first, as by 'iconv -f LATIN1 -t UTF-8'")
  }

  // MARK: GeoJSON

  /// The house of a line with a feature; nil for lines around features, such as the first of a collection.
  private mutating func feature(_ line: [UInt8]) throws(ImportError) -> Result<TableHouse, DataFault>? {
    // Some programs put a separator before each feature, others a comma behind it.
    var line = line.drop { $0 <= 0x20 }
    while let last = line.last, last <= 0x20 || last == UInt8(ascii: ",") { line.removeLast() }
    let found: (header: [String], values: [String])?
    do throws(JSONError) { found = try parser.parse(Array(line), TableRows.values) } catch {
      // The first and last lines of a collection are not JSON by themselves, and have no geometry.
      guard String(decoding: line, as: UTF8.self).contains("\"geometry\"") else { return nil }
      count += 1
      return .failure(.tableRowIncomplete)
    }
    guard let found else { return nil }
    count += 1
    if columns == nil || found.header != properties {
      guard let columns = known(found.header) else {
        if self.columns != nil { return .failure(.tableRowIncomplete) }
        let names = Array(found.header.dropFirst(2))
        throw lacking(in: names) ?? foreign("its features have \(TableRows.list(names))")
      }
      (self.columns, properties) = (columns, found.header)
    }
    guard let columns else { return nil }
    return Result { () throws(DataFault) in try TableHouse(columns, &names) { found.values[$0] } }
  }

  /// The column names and texts of a feature: first the position, then its properties. Nil if the node is not a
  /// feature.
  private static func values(of node: JSONNode) -> (header: [String], values: [String])? {
    guard node.member("type")?.equals("Feature") == true, let properties = node.member("properties") else { return nil }
    var numbers: [String] = []
    if let position = node.member("geometry")?.member("coordinates") {
      for element in position.elements where element.isNumber {
        numbers.append(String(decoding: element.text, as: UTF8.self))
      }
    }
    if numbers.count < 2 { numbers = ["", ""] }
    var (header, values) = (["latitude", "longitude"], [numbers[1], numbers[0]])
    for (name, value) in properties.members {
      header.append(name)
      values.append(value.string ?? (value.isNumber ? String(decoding: value.text, as: UTF8.self) : ""))
    }
    return (header, values)
  }

  // MARK: Unrecognized tables

  private func known(_ header: [String]) -> TableColumns? {
    asked.map { TableColumns($0, header: header) } ?? TableColumns(header: header)
  }

  /// Lists some column names. A file of another kind may have many long ones.
  private static func list(_ names: [String]) -> String {
    names.prefix(40).map { "'\(ForeignText.oneLine(String($0.prefix(40))))'" }.joined(separator: ", ")
  }

  /// The error for a table that lacks columns that the user named; nil if it has them all.
  private func lacking(in header: [String]) -> ImportError? {
    let found = Set(header.map { $0.lowercased() })
    let missing = (asked ?? [:]).values.joined().filter { !found.contains($0.lowercased()) }.sorted()
    if missing.isEmpty { return nil }
    return ImportError(
      .unreadableExtract,
      "\(path) has no column \(TableRows.list(missing)), which --addresses-columns names; there are: \(TableRows.list(header))"
    )
  }

  private func foreign(_ what: String) -> ImportError {
    let needed = TableForm.Role.allCases.filter(\.isNeeded).map { "\($0.rawValue)=…" }.joined(separator: ",")
    return ImportError(
      .unreadableExtract,
      "\(path) is not a table of addresses that is known: \(what); name its columns with --addresses-columns \(needed)")
  }
}
