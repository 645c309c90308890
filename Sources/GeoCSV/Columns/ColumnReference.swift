/// How a person points at a column: by its name in any case, or by its number from 1.
public struct ColumnReference: Sendable, Equatable {
  /// As it was typed.
  public var text: String

  /// A name or number as typed.
  public init(_ text: String) { self.text = text }

  /// The column's index from 0 among the names of a header.
  ///
  /// A name that fits wins over a number, for columns that are called `1`. The exact spelling wins over another case.
  ///
  /// - Parameters:
  ///   - names: the header; empty when the file has none.
  ///   - fieldCount: how many fields the first row has.
  ///   - option: the option it was given with, for the message.
  /// - Throws: ``EnrichmentError`` when there is no such column, or more than one of that name.
  func index(in names: [String], fieldCount: Int, option: String) throws(EnrichmentError) -> Int {
    let exact = names.indices.filter { names[$0] == text }
    let fitting =
      exact.isEmpty ? names.indices.filter { ColumnNames.folded(names[$0]) == ColumnNames.folded(text) } : exact
    if fitting.count == 1 { return fitting[0] }
    if fitting.count > 1 {
      let numbers = fitting.map { String($0 + 1) }.joined(separator: ", ")
      throw EnrichmentError(
        .usage,
        "\(option) \(text): \(fitting.count) columns are called that (numbers \(numbers)); give the number instead")
    }
    guard let number = Int(text) else {
      throw EnrichmentError(
        .usage, "\(option) \(text): there is no such column. \(ColumnNames.listing(names))",
        unknownName: .init(typed: text, known: names))
    }
    guard (1...max(fieldCount, 1)).contains(number) else {
      throw EnrichmentError(.usage, "\(option) \(number): the columns are numbered 1 to \(fieldCount)")
    }
    return number - 1
  }
}
