import GeoModel
import GeoWire
import OSMFile

/// The rows of one file of addresses: text with a character between the columns, or GeoJSON with one feature in each line.
///
/// The content tells which. A line is split only where somebody asks for a column.
struct TableRows {
  private static let separators = [",", ";", "\t", "|"].map { Array($0.utf8)[0] }
  /// A longer line is no row of anything.
  private static let longestRow = 1 << 18
  /// Files that hold tables and are none, by their first bytes.
  private static let containers = [
    (mark: "PK\u{3}\u{4}", what: "a zip archive; unpack it, and give the table in it"),
    (mark: "PAR1", what: "Parquet; make CSV of it first, as by DuckDB: COPY (SELECT …) TO 'addresses.csv'"),
    (mark: "SQLite format 3", what: "a database; make CSV of its table first, as by ogr2ogr or sqlite3 -csv"),
  ]
  private static let quote = UInt8(ascii: "\"")

  /// The path, for errors.
  let path: String
  private var lines: TableLines
  private let asked: [TableForm.Role: [String]]?
  private var separator: UInt8?
  private var parser = JSONParser()
  private var names = TableNames()
  /// The columns and how many there are, once the first line is read; of GeoJSON each feature has its own order.
  private var columns: TableColumns?
  private var properties: [String] = []
  /// Rows that were read so far.
  private(set) var count: Int64 = 0

  /// The rows of a file.
  ///
  /// - Parameter asked: the columns that a person named; nil to know them by their names.
  /// - Throws: ``ImportError`` when it cannot be read.
  init(_ file: UnpackedStream, asked: [TableForm.Role: [String]]?) throws(ImportError) {
    path = file.path
    lines = try TableLines(file)
    self.asked = asked
  }

  /// The house of the next row, or what is wrong with it; nil at the end.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read any further, or is no table of addresses.
  mutating func next() throws(ImportError) -> Result<TableHouse, DataFault>? {
    while var line = try lines.next() {
      if line.isFirst {
        if let what = TableRows.containers.first(where: { line.bytes.starts(with: $0.mark.utf8) })?.what {
          throw ImportError(.unreadableExtract, "\(path) is \(what)")
        }
        if line.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { line.bytes.removeFirst(3) }
        (separator, columns, properties) = (nil, nil, [])
        if line.bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") {
          guard line.bytes.count <= TableRows.longestRow else {
            throw foreign("its first line is longer than any header")
          }
          try readHeader(line.bytes)
          continue
        }
      }
      if line.bytes.allSatisfy({ $0 <= 0x20 }) { continue }
      // Its parts would take many times its bytes.
      if line.bytes.count > TableRows.longestRow {
        if columns == nil { continue }
        count += 1
        return .failure(.tableRowIncomplete)
      }
      guard let separator else {
        if let house = try feature(line.bytes) { return house }
        continue
      }
      return try row(line.bytes, separator)
    }
    guard columns == nil else { return nil }
    throw ImportError(
      .unreadableExtract,
      "\(path) has no line with a GeoJSON feature; give one feature in each line, as 'jq -c .features[] FILE' writes them"
    )
  }

  // MARK: Text

  private mutating func readHeader(_ line: [UInt8]) throws(ImportError) {
    for candidate in TableRows.separators {
      var header: [String] = []
      for field in TableRows.fields(of: line, candidate) { header.append(TableText.trimmed(try text(field))) }
      guard let found = asked.map({ TableColumns($0, header: header) }) ?? TableColumns(header: header) else {
        continue
      }
      (separator, columns) = (candidate, found)
      return
    }
    let widest = TableRows.separators.map { TableRows.fields(of: line, $0) }.max { $0.count < $1.count } ?? []
    throw foreign(
      "its first line names "
        + widest.prefix(40).map { "'\(String(decoding: $0.prefix(40), as: UTF8.self))'" }.joined(separator: ", "))
  }

  private mutating func row(_ line: [UInt8], _ separator: UInt8) throws(ImportError) -> Result<TableHouse, DataFault> {
    var line = line
    // A text in quotes may go on in the next line.
    while line.count(where: { $0 == TableRows.quote }) % 2 == 1, line.count < 1 << 16, let next = try lines.next() {
      line += [0x20] + next.bytes
    }
    count += 1
    let fields = TableRows.fields(of: line, separator)
    guard let columns else { return .failure(.tableRowIncomplete) }
    var invalid = false
    let house = Result { () throws(DataFault) in
      try TableHouse(columns, &names) { column in
        guard column < fields.count else { return "" }
        if let text = String(validating: fields[column], as: UTF8.self) { return text }
        invalid = true
        return ""
      }
    }
    if invalid { throw notUTF8 }
    return house
  }

  /// The fields of a line; quotes around them are gone.
  private static func fields(of line: [UInt8], _ separator: UInt8) -> [ArraySlice<UInt8>] {
    var fields: [ArraySlice<UInt8>] = []
    var start = 0
    while true {
      if start < line.count, line[start] == quote {
        var (field, next) = quoted(line, from: start + 1)
        while next < line.count, line[next] != separator { next += 1 }
        fields.append(field)
        if next >= line.count { return fields }
        start = next + 1
      } else {
        let end = line[start...].firstIndex(of: separator) ?? line.count
        fields.append(line[start..<end])
        if end == line.count { return fields }
        start = end + 1
      }
    }
  }

  /// A field in quotes, in which two stand for one, and where it ends.
  private static func quoted(_ line: [UInt8], from start: Int) -> (field: ArraySlice<UInt8>, next: Int) {
    var end = start
    while end < line.count {
      if line[end] == quote {
        guard end + 1 < line.count, line[end + 1] == quote else { return (line[start..<end], end + 1) }
        return doubled(line, from: start)
      }
      end += 1
    }
    return (line[start..<end], end)
  }

  private static func doubled(_ line: [UInt8], from start: Int) -> (field: ArraySlice<UInt8>, next: Int) {
    var (field, position): ([UInt8], Int) = ([], start)
    while position < line.count {
      if line[position] == quote {
        guard position + 1 < line.count, line[position + 1] == quote else { return (field[...], position + 1) }
        position += 1
      }
      field.append(line[position])
      position += 1
    }
    return (field[...], position)
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(ImportError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw notUTF8 }
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
    // Some programs put a separator before each feature.
    var line = line.drop { $0 <= 0x20 }
    while let last = line.last, last <= 0x20 || last == UInt8(ascii: ",") { line.removeLast() }
    var found: (header: [String], values: [String])?
    do throws(JSONError) {
      let bytes = line
      var parser = parser
      try bytes.withUnsafeBytesTyped { (text) throws(JSONError) in
        try parser.parse(text) { node in found = TableRows.values(of: node) }
      }
      self.parser = parser
    } catch {
      // The first and the last line of a collection are no JSON of their own.
      if count == 0 || line.count < 8 { return nil }
      count += 1
      return .failure(.tableRowIncomplete)
    }
    guard let found else { return nil }
    count += 1
    if columns == nil || found.header != properties {
      properties = found.header
      guard let known = asked.map({ TableColumns($0, header: properties) }) ?? TableColumns(header: properties) else {
        if columns != nil { return .failure(.tableRowIncomplete) }
        throw foreign("its features have " + properties.dropFirst(2).map { "'\($0)'" }.joined(separator: ", "))
      }
      columns = known
    }
    guard let columns else { return nil }
    return Result { () throws(DataFault) in try TableHouse(columns, &names) { found.values[$0] } }
  }

  /// Names and texts of a feature: first the place, then its properties. Nil for what is no feature.
  private static func values(of node: JSONNode) -> (header: [String], values: [String])? {
    guard node.member("type")?.equals("Feature") == true, let properties = node.member("properties") else { return nil }
    let position = node.member("geometry")?.member("coordinates")
    var numbers: [String] = []
    if let position {
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

  private func foreign(_ what: String) -> ImportError {
    let needed = TableForm.Role.allCases.filter(\.isNeeded).map { "\($0.rawValue)=…" }.joined(separator: ",")
    return ImportError(
      .unreadableExtract,
      "\(path) is not a table of addresses that is known: \(what); name its columns with --addresses-columns \(needed)")
  }
}

extension ArraySlice<UInt8> {
  /// The bytes for a closure that throws an error of its own type.
  fileprivate func withUnsafeBytesTyped<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try withUnsafeBufferPointer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
