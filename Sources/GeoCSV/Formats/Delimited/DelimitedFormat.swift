import GeoModel

/// CSV, TSV and their relatives: the answer goes before the row's line break, with a delimiter before every value.
struct DelimitedFormat: RecordFormat {
  let delimiter: UInt8
  let coordinates: CoordinateColumns
  /// The other columns of a pair, such as minutes; nil in the usual case of plain degrees.
  let angles: AngleColumns?
  let isSwapped: Bool
  /// The meaning of the letter O; nil when unknown.
  let letterO: LetterO?
  /// Whether the table writes its coordinates with decimal commas, so that new numbers have them, too.
  let hasDecimalComma: Bool
  /// The number of fields of the header (or of the first row, if there is no header).
  ///
  /// With ``padsShortRows``, shorter rows are filled up to it.
  let fieldCount: Int
  /// Whether shorter rows are filled up.
  let padsShortRows: Bool
  /// Whether the file puts quotes around every field, so that the new ones get them too.
  let quotesEverything: Bool
  /// Whether new text that a spreadsheet would take for a formula gets an apostrophe before it.
  let escapesFormulas: Bool
  /// The new columns of answers.
  let fields: [AnswerField]
  /// The new columns of tracks, behind those of answers.
  var trackFields: [AnswerField] = []

  var splitter: DelimitedSplitter { DelimitedSplitter(delimiter: delimiter) }

  func locate(_ record: UnsafeRawBufferPointer) -> LocatedRecord {
    var fields = RowFields(row: record, delimiter: delimiter)
    var located = LocatedRecord(insertion: fields.content.count)
    guard !(fields.content.isEmpty && fieldCount > 1) else {
      located.traits = .blank
      return located
    }
    place(&fields, &located)
    fields.skipRest()
    if located.status == .badCoordinate { readLetterO(record, &located) }
    if fields.hasRunawayQuote { located.traits.insert(.hasRunawayQuote) }
    compare(fields.count, &located)
    return located
  }

  /// Reads the coordinate from the fields.
  @inline(__always) private func place(_ fields: inout RowFields, _ located: inout LocatedRecord) {
    switch coordinates {
    case .pair(let latitude, let longitude):
      if let angles {
        place(latitude, longitude, angles, of: &fields, in: &located)
        break
      }
      let (first, second) = cells(min(latitude, longitude), max(latitude, longitude), of: &fields)
      located.place(
        latitude: DegreeText.parse(latitude < longitude ? first : second),
        longitude: DegreeText.parse(latitude < longitude ? second : first), isSwapped: isSwapped)
    case .combined(let index, let codes):
      let (cell, _) = cells(index, index, of: &fields)
      located.place(CombinedText.parse(cell, codes: codes), isSwapped: isSwapped)
    }
  }

  /// Reads the coordinate of a row again with its letter O as a compass point.
  ///
  /// If the letter's meaning is unknown, only marks the row.
  @inline(never) private func readLetterO(_ row: UnsafeRawBufferPointer, _ located: inout LocatedRecord) {
    guard let plain = (letterO ?? .west).replaced(in: row, columns: coordinates, angles, delimiter) else { return }
    plain.withUnsafeBytes { plain in
      var fields = RowFields(row: plain, delimiter: delimiter)
      var other = LocatedRecord(insertion: fields.content.count)
      place(&fields, &other)
      guard other.status == .ok else { return }
      if letterO == nil { located.traits.insert(.hasLetterO) } else { located = other }
    }
  }

  /// Reads a pair of angles that span several columns.
  private func place(
    _ latitude: Int, _ longitude: Int, _ angles: AngleColumns, of fields: inout RowFields,
    in located: inout LocatedRecord
  ) {
    let last = max(latitude, longitude, angles.all.max() ?? 0)
    var cells: [UnsafeRawBufferPointer] = []
    while cells.count <= last, let field = fields.next() { cells.append(fields.content.part(field)) }
    func cell(_ index: Int?) -> UnsafeRawBufferPointer {
      index.flatMap { $0 < cells.count ? cells[$0] : nil } ?? .empty
    }
    func angle(_ degrees: Int, _ parts: AngleColumns.Parts) -> AngleColumns.Cells {
      (cell(degrees), cell(parts.minutes), cell(parts.seconds), cell(parts.letter))
    }
    let pair = angles.pair(angle(latitude, angles.latitude), angle(longitude, angles.longitude))
    if let units = angles.units {
      located.place(latitude: pair.latitude, longitude: pair.longitude, in: units, isSwapped: isSwapped)
    } else {
      located.place(latitude: pair.latitude, longitude: pair.longitude, isSwapped: isSwapped)
    }
  }

  /// Returns two cells of a row, where the first index is not above the second. An absent cell is empty.
  @inline(__always) private func cells(
    _ first: Int, _ second: Int, of fields: inout RowFields
  ) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
    var found = (UnsafeRawBufferPointer.empty, UnsafeRawBufferPointer.empty)
    for index in 0...second {
      guard let field = fields.next() else { break }
      if index == first { found.0 = fields.content.part(field) }
      if index == second { found.1 = fields.content.part(field) }
    }
    return found
  }

  /// Compares the number of fields with the header's, and notes how many delimiters the row lacks.
  @inline(__always) private func compare(_ count: Int, _ located: inout LocatedRecord) {
    if count > fieldCount {
      located.traits.insert(.long)
    } else if count < fieldCount {
      located.traits.insert(.short)
      if padsShortRows { located.frame = Int32(fieldCount - count) }
    }
  }

  func appendInsertion(_ answer: UnsafeRawBufferPointer, for record: LocatedRecord, to bytes: inout [UInt8]) {
    for _ in 0..<record.frame { bytes.append(delimiter) }
    bytes.append(contentsOf: answer)
  }
}

/// Writes new values: quoted as RFC 4180 requires (section 2, 5 to 7), or always if the file itself quotes everything.
extension DelimitedFormat {
  @inline(__always) func appendAnswer(to bytes: inout [UInt8], _ value: (AnswerField.Content) -> ColumnValue) {
    append(fields, to: &bytes, value)
  }

  func appendTrack(_ row: TrackSheet.Row, to bytes: inout [UInt8]) {
    append(trackFields, to: &bytes) { content in
      if case .track(let column) = content { column.value(of: row) } else { .none }
    }
  }

  @inline(__always) private func append(
    _ fields: [AnswerField], to bytes: inout [UInt8], _ value: (AnswerField.Content) -> ColumnValue
  ) {
    for index in fields.indices {
      appendField(&bytes) {
        let start = $0.count
        let value = value(fields[index].content)
        value.appendPlain(to: &$0)
        if hasDecimalComma, value.isNumber, let dot = $0[start...].lastIndex(of: Byte.dot) { $0[dot] = Byte.comma }
        if escapesFormulas, !value.isNumber { DelimitedFormat.escapeFormula(&$0, from: start) }
      }
    }
  }

  /// The names of the new columns, each behind a delimiter, for the header.
  func appendNames(to bytes: inout [UInt8]) {
    for field in fields + trackFields { appendField(&bytes) { $0.append(field.name) } }
  }

  /// Appends a delimiter and a value, in quotes where the value or the file requires them.
  @inline(__always) func appendField(_ bytes: inout [UInt8], _ value: (inout [UInt8]) -> Void) {
    bytes.append(delimiter)
    let start = bytes.count
    value(&bytes)
    if quotesEverything || isSpecial(bytes, from: start) { finishSpecial(&bytes, from: start) }
  }

  @inline(never) private func finishSpecial(_ bytes: inout [UInt8], from start: Int) {
    DelimitedFormat.removeControls(&bytes, from: start)
    if quotesEverything || needsQuotes(bytes[start...]) { DelimitedFormat.quote(&bytes, from: start) }
  }

  /// Removes control characters, which map data may contain, from values for tables.
  private static func removeControls(_ bytes: inout [UInt8], from start: Int) {
    guard bytes[start...].contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return }
    let text = ForeignText.withoutControls(String(decoding: bytes[start...], as: UTF8.self))
    bytes.replaceSubrange(start..., with: text.utf8)
  }

  /// Puts an apostrophe before a value that a spreadsheet would compute, as OWASP advises ("CSV injection").
  ///
  /// Spreadsheets then treat it as text.
  private static func escapeFormula(_ bytes: inout [UInt8], from start: Int) {
    if beginsFormula(bytes[start...]) { bytes.insert(Byte.apostrophe, at: start) }
  }

  /// Whether a spreadsheet might compute a value.
  ///
  /// Some ignore blanks before the sign, and some accept the full-width signs of Chinese and Japanese keyboards.
  private static func beginsFormula(_ value: ArraySlice<UInt8>) -> Bool {
    switch value.first {
    case Byte.equals, Byte.plus, Byte.minus, Byte.at, Byte.tab, Byte.carriageReturn, Byte.lineFeed: return true
    // Nearly every name begins with other ASCII characters.
    case .some(let first) where first != Byte.space && first < 0x80: return false
    default: break
    }
    let sign = String(decoding: value, as: UTF8.self).unicodeScalars.first {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
    return sign.map { "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
  }

  /// Whether a value has a byte that may prevent writing it as it is: one that needs quotes, or the first of a control
  /// character.
  @inline(__always) private func isSpecial(_ bytes: [UInt8], from start: Int) -> Bool {
    guard start < bytes.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var isSpecial = bytes[start] == Byte.space || bytes[bytes.count - 1] == Byte.space
      for index in start..<bytes.count {
        let byte = bytes[index]
        isSpecial =
          isSpecial || byte == delimiter || byte == Byte.quote || byte < 0x20 || byte == 0x7F || byte == 0xC2
      }
      return isSpecial
    }
  }

  /// Whether a value contains a delimiter, quote or line break, or begins or ends with a blank that a reader might
  /// trim.
  private func needsQuotes(_ value: ArraySlice<UInt8>) -> Bool {
    value.first == Byte.space || value.last == Byte.space
      || value.contains {
        $0 == delimiter || $0 == Byte.quote || $0 == Byte.lineFeed || $0 == Byte.carriageReturn
      }
  }

  /// Puts quotes around the bytes from `start` on and doubles those inside.
  ///
  /// Works in place, from the back: a new array for each quoted value would cost more than everything else.
  private static func quote(_ bytes: inout [UInt8], from start: Int) {
    var source = bytes.count
    let inner = bytes[start...].count { $0 == Byte.quote }
    bytes.append(contentsOf: repeatElement(Byte.quote, count: inner + 2))
    // The last of the new bytes is already the closing quote.
    var target = bytes.count - 1
    while source > start {
      source -= 1
      target -= 1
      bytes[target] = bytes[source]
      if bytes[source] == Byte.quote {
        target -= 1
        bytes[target] = Byte.quote
      }
    }
    bytes[start] = Byte.quote
  }
}
