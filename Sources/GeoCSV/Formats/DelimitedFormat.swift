import GeoModel

/// CSV, TSV and their relatives: the answer goes before the row's line break, every value behind a delimiter.
struct DelimitedFormat: RecordFormat {
  let delimiter: UInt8
  let coordinates: CoordinateColumns
  let isSwapped: Bool
  /// Fields of the header (of the first row without one); shorter rows are filled up to it.
  let fieldCount: Int
  /// Whether shorter rows are filled up.
  let padsShortRows: Bool
  /// Whether the file puts quotes around every field, so that the new ones get them too.
  let quotesEverything: Bool
  /// Whether new text that a spreadsheet would take for a formula gets an apostrophe before it.
  let escapesFormulas: Bool
  /// The new columns.
  let fields: [AnswerField]

  var splitter: DelimitedSplitter { DelimitedSplitter(delimiter: delimiter) }

  func locate(_ record: UnsafeRawBufferPointer) -> LocatedRecord {
    var fields = RowFields(row: record, delimiter: delimiter)
    var located = LocatedRecord(insertion: fields.content.count)
    guard !(fields.content.isEmpty && fieldCount > 1) else {
      located.traits = .blank
      return located
    }
    switch coordinates {
    case .pair(let latitude, let longitude):
      let (first, second) = cells(min(latitude, longitude), max(latitude, longitude), of: &fields)
      located.place(
        latitude: DegreeText.parse(latitude < longitude ? first : second),
        longitude: DegreeText.parse(latitude < longitude ? second : first), isSwapped: isSwapped)
    case .combined(let index):
      let (cell, _) = cells(index, index, of: &fields)
      located.place(CombinedText.parse(cell), isSwapped: isSwapped)
    }
    fields.skipRest()
    compare(fields.count, &located)
    return located
  }

  /// Two cells of a row, the first not behind the second; an absent cell is empty.
  @inline(__always) private func cells(
    _ first: Int, _ second: Int, of fields: inout RowFields
  ) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
    var found = (UnsafeRawBufferPointer(start: nil, count: 0), UnsafeRawBufferPointer(start: nil, count: 0))
    for index in 0...second {
      guard let field = fields.next() else { break }
      if index == first { found.0 = UnsafeRawBufferPointer(rebasing: fields.content[field]) }
      if index == second { found.1 = UnsafeRawBufferPointer(rebasing: fields.content[field]) }
    }
    return found
  }

  /// Notes whether the row has the header's number of fields, and how many delimiters it lacks.
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
