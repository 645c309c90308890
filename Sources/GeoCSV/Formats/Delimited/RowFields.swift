/// Cuts one row of CSV or a related format into fields, by the same rules as ``DelimitedSplitter``.
struct RowFields {
  /// The row without its line break.
  let content: UnsafeRawBufferPointer
  /// How many fields the row has; an empty row has one empty field.
  private(set) var count = 0
  /// Whether a quoted part spans several lines and ends before the end of its field.
  ///
  /// Such a quote was probably never meant to open a quoted part.
  private(set) var hasRunawayQuote = false

  private let delimiter: UInt8
  private var position = 0
  private var atEnd = false

  /// - Parameter row: a whole row with its line break, if it has one.
  init(row: UnsafeRawBufferPointer, delimiter: UInt8) {
    content = row.part(0..<(row.count - RowFields.lineBreakLength(row)))
    self.delimiter = delimiter
  }

  /// The next field as a range of ``content``, including quotes; nil after the last.
  @inline(__always) mutating func next() -> Range<Int>? {
    guard !atEnd else { return nil }
    let start = position
    if position < content.count, content[position] == Byte.quote {
      position = endOfQuotes(openedAt: position)
      if position < content.count, content[position] != delimiter { lookForLines(in: start..<position) }
    }
    while position < content.count, content[position] != delimiter { position += 1 }
    let field = start..<position
    if position == content.count { atEnd = true } else { position += 1 }
    count += 1
    return field
  }

  /// Reads the remaining fields, so that ``count`` is complete.
  @inline(__always) mutating func skipRest() { while next() != nil {} }

  private mutating func lookForLines(in quotes: Range<Int>) {
    for sign in [Byte.lineFeed, Byte.carriageReturn] {
      let found = content.firstOffset(of: sign, from: quotes.lowerBound, to: quotes.upperBound)
      if found < quotes.upperBound { hasRunawayQuote = true }
    }
  }

  /// The position behind the closing quote.
  ///
  /// If the quote never closes, it is an ordinary character, and this is the position behind it.
  private func endOfQuotes(openedAt open: Int) -> Int {
    var index = open + 1
    while true {
      let quote = content.firstOffset(of: Byte.quote, from: index)
      guard quote < content.count else { return open + 1 }
      guard quote + 1 < content.count, content[quote + 1] == Byte.quote else { return quote + 1 }
      index = quote + 2
    }
  }

  /// 2 for CR LF, 1 for LF or CR alone, 0 for a last row without one.
  @inline(__always) static func lineBreakLength(_ row: UnsafeRawBufferPointer) -> Int {
    guard let last = row.last else { return 0 }
    if last == Byte.carriageReturn { return 1 }
    guard last == Byte.lineFeed else { return 0 }
    return row.count >= 2 && row[row.count - 2] == Byte.carriageReturn ? 2 : 1
  }
}

extension RowFields {
  /// All fields of a row as ``text(of:)``. For headers and messages.
  static func texts(of row: UnsafeRawBufferPointer, delimiter: UInt8) -> [String] {
    var fields = RowFields(row: row, delimiter: delimiter)
    var texts: [String] = []
    while let field = fields.next() { texts.append(text(of: fields.content[field])) }
    return texts
  }

  /// A field as text without its quotes. Bytes that are not UTF-8 are decoded as Windows-1252.
  static func text(of field: Slice<UnsafeRawBufferPointer>) -> String {
    // Old spreadsheets write names such as "Länge" in Windows-1252. These bytes are hardly ever valid UTF-8 by chance.
    let text = String(validating: field, as: UTF8.self) ?? Windows1252.decode(field)
    guard text.utf8.count >= 2, text.utf8.first == Byte.quote, text.utf8.last == Byte.quote else { return text }
    var unquoted = ""
    var previousWasQuote = false
    for character in text.dropFirst().dropLast().unicodeScalars {
      // The second of two quotes is dropped.
      let isSecond = character == "\"" && previousWasQuote
      previousWasQuote = character == "\"" && !isSecond
      if !isSecond { unquoted.unicodeScalars.append(character) }
    }
    return unquoted
  }
}
