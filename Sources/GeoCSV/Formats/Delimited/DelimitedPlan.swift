import GeoSupport

/// The decisions about a CSV file before its first data row: delimiter, columns, names, and the header to write.
struct DelimitedPlan {
  let format: DelimitedFormat
  /// The length of the input's header in bytes.
  let headerLength: Int
  /// The header with the new names.
  let header: [UInt8]
  /// The decisions in words, for the journal and the user.
  let description: [String]

  /// Makes the plan from the beginning of the file, which must hold the whole first row.
  ///
  /// - Throws: ``EnrichmentError`` when the columns are not found.
  init(
    _ head: InputHead, _ options: EnrichmentOptions, isTabSeparated: Bool, note: @escaping (String) -> Void
  ) throws(EnrichmentError) {
    let opening = Opening(head.bytes)
    let delimiter =
      options.delimiter ?? opening.declaredDelimiter
      ?? (isTabSeparated
        ? Byte.tab
        : head.bytes.withUnsafeBytes {
          DelimiterDetection.delimiter(of: $0.part(opening.length..<$0.count), isWhole: head.isAtEnd)
        })
    let row = try DelimitedPlan.firstRow(
      head, from: opening.length, delimiter, options.tuning.longestRecordBytes)
    try DelimitedPlan.checkWidth(row, delimiter)
    let texts = row.withUnsafeBytes { RowFields.texts(of: $0, delimiter: delimiter) }
    let names = options.hasHeader ? texts : []
    let finder = ColumnFinder(names: names, fieldCount: texts.count, note: note)
    // An empty file has no columns to find, and nothing to do.
    let columns: CoordinateColumns
    do throws(EnrichmentError) {
      columns = row.isEmpty ? .combined(0, codes: .refused) : try finder.find(options)
    } catch { throw BuriedHeader.advised(error, in: head.bytes, options) }
    let angles = AngleColumns(beside: columns, names: names)
    headerLength = opening.length + (options.hasHeader ? row.count : 0)
    let rows = head.bytes[headerLength...]
    let letterO = options.letterO ?? LetterO(of: columns, angles, delimiter, names: names, rows: rows)
    let fields = AnswerField.fields(options, existing: names, note: note)
    format = DelimitedFormat(
      delimiter: delimiter, coordinates: columns, angles: angles, isSwapped: options.swapsCoordinates,
      letterO: letterO, hasDecimalComma: columns.hasDecimalComma(in: rows, angles, delimiter), fieldCount: texts.count,
      padsShortRows: options.raggedRows == .pad, quotesEverything: DelimitedPlan.quotesEverything(row, delimiter),
      escapesFormulas: options.escapesFormulas, fields: fields.filter { !$0.isOfTrack },
      trackFields: fields.filter(\.isOfTrack))
    if options.encoding == .utf8, !DelimitedPlan.isUTF8(head) {
      note(
        "the file is not UTF-8; its bytes stay, new columns are UTF-8 (for old spreadsheets: --encoding windows-1252)")
    }
    header =
      Array(head.bytes[..<opening.length]) + (options.hasHeader ? DelimitedPlan.extended(row, format, options) : [])
    description =
      row.isEmpty
      ? ["the file is empty"]
      : [
        "delimiter: \(DelimiterDetection.name(delimiter))",
        columns.description(names: names)
          + (angles.map { ", \($0.description(names: names))" } ?? "")
          + (letterO.map { ", the letter O is \($0)" } ?? ""),
        "new columns: " + fields.map(\.name).joined(separator: ", "),
      ]
  }

  /// Whether the sample is text in UTF-8, up to its last whole line.
  private static func isUTF8(_ head: InputHead) -> Bool {
    let end = head.isAtEnd ? head.bytes.count : (head.bytes.lastIndex(of: Byte.lineFeed) ?? 0)
    return String(validating: head.bytes[..<end], as: UTF8.self) != nil
  }

  /// The first row with its line break, if it has one.
  ///
  /// - Throws: ``EnrichmentError`` when it exceeds the limit of a row, or the file ends in the middle of it.
  private static func firstRow(
    _ head: InputHead, from start: Int, _ delimiter: UInt8, _ limit: Int
  ) throws(EnrichmentError) -> [UInt8] {
    var splitter = DelimitedSplitter(delimiter: delimiter)
    var ends: [Int] = []
    head.bytes.withUnsafeBytes { bytes in
      let rest = bytes.part(start..<bytes.count)
      splitter.split(rest, isLast: head.isAtEnd, upTo: 1, into: &ends)
      if ends.isEmpty, splitter.giveUpWaiting() { splitter.split(rest, isLast: false, upTo: 1, into: &ends) }
    }
    if ends.isEmpty, let lacking = splitter.lacking {
      throw EnrichmentError(
        .data, "the first row ends early: \(lacking); is the file whole? Fetch or export it again")
    }
    guard head.bytes.count < limit || !ends.isEmpty else {
      throw EnrichmentError(
        .data,
        "the first row is longer than the \(limit >> 20) MB that a row may have: is the file what it seems to be?")
    }
    return Array(head.bytes[start...].prefix(ends.first ?? .max))
  }

  /// The largest number of columns. The widest known tables, of genes and sensors, have some 100,000.
  private static let mostColumns = 1_000_000

  /// Rejects a row with more fields than any table has columns, because naming all of them would take minutes and
  /// gigabytes.
  ///
  /// - Throws: ``EnrichmentError`` for such a row.
  private static func checkWidth(_ row: [UInt8], _ delimiter: UInt8) throws(EnrichmentError) {
    let count = row.withUnsafeBytes { row in
      var fields = RowFields(row: row, delimiter: delimiter)
      fields.skipRest()
      return fields.count
    }
    guard count > mostColumns else { return }
    throw EnrichmentError(
      .data,
      "the first row has more than a million fields at each \(DelimiterDetection.name(delimiter)), as no table has: "
        + "is the file what it seems to be, and its delimiter another one (--delimiter)?")
  }

  /// Whether the first row, which the plan needs, is complete.
  static func holdsFirstRow(_ head: InputHead, _ options: EnrichmentOptions) -> Bool {
    if head.isAtEnd { return true }
    var splitter = DelimitedSplitter(delimiter: options.delimiter ?? Byte.comma)
    var ends: [Int] = []
    // A line that declares the delimiter may come first.
    let start = Opening(head.bytes).length
    head.bytes.withUnsafeBytes { splitter.split($0.part(start..<$0.count), isLast: false, upTo: 1, into: &ends) }
    return !ends.isEmpty
  }

  private static func quotesEverything(_ row: [UInt8], _ delimiter: UInt8) -> Bool {
    row.withUnsafeBytes { row in
      var fields = RowFields(row: row, delimiter: delimiter)
      while let field = fields.next() {
        guard field.count >= 2, row[field.lowerBound] == Byte.quote, row[field.upperBound - 1] == Byte.quote else {
          return false
        }
      }
      return !row.isEmpty
    }
  }

  /// The header with the new names before its line break.
  private static func extended(_ row: [UInt8], _ format: DelimitedFormat, _ options: EnrichmentOptions) -> [UInt8] {
    guard !row.isEmpty else { return [] }
    let length = row.count - row.withUnsafeBytes { RowFields.lineBreakLength($0) }
    var extended = Array(row[..<length])
    format.appendNames(to: &extended)
    if options.encoding == .windows1252 { Windows1252.encode(&extended, from: length) }
    return extended + row[length...]
  }
}

extension DelimitedPlan {
  /// The bytes before the first row: a byte order mark, Excel's line that declares the delimiter (`sep=;`), and empty
  /// lines.
  ///
  /// All of them are copied to the output.
  private struct Opening {
    var length = 0
    var declaredDelimiter: UInt8?

    init(_ bytes: [UInt8]) {
      if bytes.starts(with: ByteOrderMark.bytes) { length = ByteOrderMark.bytes.count }
      readDeclaration(bytes)
      length += bytes[length...].prefix { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }.count
    }

    private mutating func readDeclaration(_ bytes: [UInt8]) {
      let line = bytes[length...].prefix { $0 != Byte.lineFeed }
      let text = line.last == Byte.carriageReturn ? line.dropLast() : line
      guard text.count == 5, text.starts(with: "sep=".utf8), line.endIndex < bytes.count else { return }
      declaredDelimiter = text.last
      length = line.endIndex + 1
    }
  }
}
