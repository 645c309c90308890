/// Finds the ends of rows in CSV and its relatives: LF, CR LF or CR, also mixed.
///
/// A line break inside quotes is part of its field.
///
/// 1. A quote opens only at the start of a field. Inside, two quotes stand for one, and a single quote closes. Text
///    between a closing quote and the delimiter is ordinary, as in spreadsheets and Python's reader.
/// 2. The end of a row without any quote (most rows) is found by `memchr` alone.
/// 3. A quote that does not close before the end of the file, or within the longest row, is not a quote. The scan goes
///    back and treats it as an ordinary character, so that one stray quote does not swallow the rest of the file.
/// 4. But if no line break follows such a quote, the file ends in the middle of a field: it is cut.
struct DelimitedSplitter: RecordSplitter {
  private enum State { case fieldStart, unquoted, quoted }

  private let delimiter: UInt8
  private var state = State.fieldStart
  /// The next byte to scan.
  private var position = 0
  /// Where the current row begins.
  private var rowStart = 0
  /// The position of the open quote.
  private var openQuote = 0
  /// Whether the input ends inside the quotes of its last line.
  private var isCut = false

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
      isCut = !bytes[openQuote...].contains { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }
      if isCut { return }
      takeOpenQuoteLiterally()
    } while true
    if isLast, rowStart < bytes.count { finishRow(bytes.count, &ends) }
  }

  var lacking: String? { isCut ? "a quote is not closed" : nil }

  private mutating func takeOpenQuoteLiterally() {
    state = .unquoted
    position = openQuote + 1
  }

  /// Scans until the bytes end or `enough` is reached, or stops before a CR that may be half of a CR LF.
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

  /// Ends every row that breaks before `limit`.
  ///
  /// Returns false when `enough` is reached, or when a CR at the very end has to wait for the next byte.
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

  /// Opens a quoted field if the quote is at the start of a field. Elsewhere a quote is an ordinary character.
  private mutating func meetQuote(at quote: Int, in bytes: UnsafeRawBufferPointer) {
    let startsField = quote == rowStart || bytes[quote - 1] == delimiter
    state = startsField ? .quoted : .unquoted
    openQuote = quote
    position = quote + 1
  }

  /// Moves past the closing quote; false when the bytes end first.
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
