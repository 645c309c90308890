import GeoModel

/// Answers as a table of their own: the new columns of an enriched file, without the file's columns.
public struct PlacemarkTable: Sendable {
  private let format: DelimitedFormat

  /// Creates a table with a column for each name, as RFC 4180 describes except for plain line feeds.
  public init(columns: [OutputColumn]) {
    format = PlacemarkTable.format(columns.map { AnswerField(name: $0.name, content: .column($0)) })
  }

  private static func format(_ fields: [AnswerField]) -> DelimitedFormat {
    DelimitedFormat(
      delimiter: Byte.comma, coordinates: .combined(0, codes: .refused), angles: nil, isSwapped: false, letterO: nil,
      hasDecimalComma: false, fieldCount: 1, padsShortRows: false, quotesEverything: false, escapesFormulas: false,
      fields: fields)
  }

  private static let plain = format([])

  /// A row of texts in the same form, for tables that have other columns.
  package static func row(_ cells: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for cell in cells { plain.appendField(&bytes) { $0.append(cell) } }
    return bytes.dropFirst() + [Byte.lineFeed]
  }

  /// The row of column names.
  public var header: [UInt8] { row { format.appendNames(to: &$0) } }

  /// The row of a placemark.
  public func row(_ placemark: Placemark) -> [UInt8] {
    row { format.appendAnswer(to: &$0) { $0.value(of: placemark) } }
  }

  /// The row of a query without an answer, with the status that an enriched file would show.
  public func row(_ error: GeocodingError) -> [UInt8] {
    let status: RowStatus =
      switch error.code {
      case .placemarkNotFound: .notFound
      case .invalidQuery: .badCoordinate
      case .cancelled, .timeout, .loadingThrottled, .serverFailure: .error
      }
    return row { format.appendAnswer(to: &$0) { $0.value(of: status) } }
  }

  /// Makes a row without the delimiter that a format puts before each new value.
  private func row(_ append: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    append(&bytes)
    return bytes.dropFirst() + [Byte.lineFeed]
  }
}
