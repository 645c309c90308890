import GeoModel

/// Answers as a table of their own: the columns of an enriched file without the file.
public struct PlacemarkTable: Sendable {
  private let format: DelimitedFormat

  /// A table with commas and plain line feeds (RFC 4180 but for these), with a column for each name.
  public init(columns: [OutputColumn]) {
    let fields = columns.map { AnswerField(name: $0.rawValue, content: .column($0)) }
    format = DelimitedFormat(
      delimiter: Byte.comma, coordinates: .combined(0), isSwapped: false, fieldCount: 1, padsShortRows: false,
      quotesEverything: false, escapesFormulas: false, fields: fields)
  }

  /// The row of names.
  public var header: [UInt8] { row { format.appendNames(to: &$0) } }

  /// The row of a placemark.
  public func row(_ placemark: Placemark) -> [UInt8] { row { format.appendAnswer(placemark, to: &$0) } }

  /// The row of a question without an answer, with the status that an enriched file would show.
  public func row(_ error: GeocodingError) -> [UInt8] {
    let status: RowStatus =
      switch error.code {
      case .placemarkNotFound: .notFound
      case .invalidQuery: .badCoordinate
      case .cancelled, .timeout, .loadingThrottled, .serverFailure: .error
      }
    return row { format.appendAnswer(status, to: &$0) }
  }

  /// What a format puts behind an input's row begins with a delimiter, which a row of its own does not have.
  private func row(_ append: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    append(&bytes)
    return bytes.dropFirst() + [Byte.lineFeed]
  }
}
