/// Finds the ends of rows in CSV and its relatives: LF, CR LF or CR, also mixed; a line break inside quotes is part of its field.
///
/// 1. A quote opens only at the start of a field. Inside, two quotes stand for one, and a single quote closes. What follows a closing
///    quote up to the delimiter is ordinary text, as in spreadsheets and Python's reader.
/// 2. A row without any quote (most rows) is found by `memchr` alone.
/// 3. A quote that does not close before the end of the file, or for longer than the longest row, is not a quote: the scan goes back
///    and treats it as an ordinary character, so that one stray quote does not swallow the rest of the file.
struct DelimitedSplitter: RecordSplitter {
  private enum State { case fieldStart, unquoted, quoted }

  private let delimiter: UInt8
  private var state = State.fieldStart
  /// The next byte to look at.
  private var position = 0
  /// Where the row being looked at begins.
  private var rowStart = 0
  /// Where the quote that is open stands.
  private var openQuote = 0

  init(delimiter: UInt8) { self.delimiter = delimiter }

  mutating func drop(_ count: Int) {
    position -= count
    rowStart -= count
    openQuote -= count
  }

  mutating func giveUpWaiting() -> Bool {
    guard state == .quoted else { return false }
    takeOpenQuoteLiterally()
    return true
  }

  mutating func split(_ bytes: UnsafeRawBufferPointer, isLast: Bool, upTo enough: Int, into ends: inout [Int]) {
    repeat {
      scan(bytes, isLast: isLast, upTo: enough, into: &ends)
      if let last = ends.last, last >= enough { return }
      guard isLast, position == bytes.count, state == .quoted else { break }
      takeOpenQuoteLiterally()
    } while true
    if isLast, rowStart < bytes.count { finishRow(bytes.count, &ends) }
  }

  private mutating func takeOpenQuoteLiterally() {
    state = .unquoted
    position = openQuote + 1
  }

  /// Scans until the bytes end or are enough, or stops before a CR that may be half of a CR LF.
  private mutating func scan(_ bytes: UnsafeRawBufferPointer, isLast: Bool, upTo enough: Int, into ends: inout [Int]) {
    var nextQuote = bytes.firstOffset(of: Byte.quote, from: position)
    while position < bytes.count {
      if state == .quoted {
        guard leaveQuotes(bytes, isLast: isLast) else { return }
      }
      if nextQuote < position { nextQuote = bytes.firstOffset(of: Byte.quote, from: position) }
      // Up to the next quote, only line breaks matter.
      guard finishRows(bytes, before: nextQuote, isLast: isLast, upTo: enough, into: &ends) else { return }
      guard nextQuote < bytes.count else { return }
      meetQuote(at: nextQuote, in: bytes)
    }
  }

  /// Ends every row that breaks before `limit`; false when a CR at the very end has to wait for what follows it, and when the rows are
  /// enough.
  private mutating func finishRows(
    _ bytes: UnsafeRawBufferPointer, before limit: Int, isLast: Bool, upTo enough: Int, into ends: inout [Int]
  ) -> Bool {
    while position < limit {
      if rowStart >= enough { return false }
      let lineFeed = bytes.firstOffset(of: Byte.lineFeed, from: position, to: limit)
      let carriageReturn = bytes.firstOffset(of: Byte.carriageReturn, from: position, to: lineFeed)
      if carriageReturn < lineFeed {
        if carriageReturn + 1 == bytes.count, !isLast {
          position = carriageReturn
          return false
        }
        let isPair = carriageReturn + 1 < bytes.count && bytes[carriageReturn + 1] == Byte.lineFeed
        finishRow(carriageReturn + (isPair ? 2 : 1), &ends)
      } else if lineFeed < limit {
        finishRow(lineFeed + 1, &ends)
      } else {
        position = limit
      }
    }
    return true
  }

  private mutating func finishRow(_ end: Int, _ ends: inout [Int]) {
    ends.append(end)
    position = end
    rowStart = end
    state = .fieldStart
  }

  /// Opens a quoted field when the quote stands at the start of a field; elsewhere it is an ordinary character.
  private mutating func meetQuote(at quote: Int, in bytes: UnsafeRawBufferPointer) {
    let startsField = quote == rowStart || bytes[quote - 1] == delimiter
    state = startsField ? .quoted : .unquoted
    openQuote = quote
    position = quote + 1
  }

  /// Goes past the closing quote; false when the bytes end first.
  private mutating func leaveQuotes(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> Bool {
    while true {
      let quote = bytes.firstOffset(of: Byte.quote, from: position)
      guard quote < bytes.count else {
        position = bytes.count
        return false
      }
      guard quote + 1 < bytes.count || isLast else {
        position = quote
        return false
      }
      if quote + 1 < bytes.count, bytes[quote + 1] == Byte.quote {
        position = quote + 2
        continue
      }
      position = quote + 1
      state = .unquoted
      return true
    }
  }
}

/// Cuts one row of CSV or a related format into fields, by the same rules as ``DelimitedSplitter``.
struct RowFields {
  /// The row without its line break.
  let content: UnsafeRawBufferPointer
  /// How many fields the row has; an empty row has one empty field.
  private(set) var count = 0

  private let delimiter: UInt8
  private var position = 0
  private var atEnd = false

  /// - Parameter row: a whole row with its line break, if it has one.
  init(row: UnsafeRawBufferPointer, delimiter: UInt8) {
    content = row.part(0..<(row.count - RowFields.lineBreakLength(row)))
    self.delimiter = delimiter
  }

  /// The next field as a range of ``content``, quotes and all; nil after the last.
  @inline(__always) mutating func next() -> Range<Int>? {
    guard !atEnd else { return nil }
    let start = position
    if position < content.count, content[position] == Byte.quote { position = endOfQuotes(openedAt: position) }
    while position < content.count, content[position] != delimiter { position += 1 }
    let field = start..<position
    if position == content.count { atEnd = true } else { position += 1 }
    count += 1
    return field
  }

  /// Goes through the fields that are left, so that ``count`` is the row's.
  @inline(__always) mutating func skipRest() { while next() != nil {} }

  /// Behind the closing quote; behind the opening one when it never closes and so is an ordinary character.
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
  /// All fields of a row as text without their quotes; bytes that are not UTF-8 are replaced. For headers and messages.
  static func texts(of row: UnsafeRawBufferPointer, delimiter: UInt8) -> [String] {
    var fields = RowFields(row: row, delimiter: delimiter)
    var texts: [String] = []
    while let field = fields.next() { texts.append(text(of: fields.content[field])) }
    return texts
  }

  private static func text(of field: Slice<UnsafeRawBufferPointer>) -> String {
    let text = String(decoding: field, as: UTF8.self)
    guard text.utf8.count >= 2, text.utf8.first == Byte.quote, text.utf8.last == Byte.quote else { return text }
    var unquoted = ""
    var previousWasQuote = false
    for character in text.dropFirst().dropLast().unicodeScalars {
      // The second of two quotes is left out.
      let isSecond = character == "\"" && previousWasQuote
      previousWasQuote = character == "\"" && !isSecond
      if !isSecond { unquoted.unicodeScalars.append(character) }
    }
    return unquoted
  }
}
