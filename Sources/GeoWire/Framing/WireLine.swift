import GeoModel

/// What kind of line a client sent.
public enum WireLine: Hashable, Sendable {
  /// Nothing but blanks: ignored.
  case blank
  /// A request or an array of requests.
  case json
  /// Anything else: a coordinate typed by a person or a shell script, answered by one line of text.
  case text

  /// Tells by the first byte: JSON-RPC lines begin with a brace or a bracket.
  public init(_ bytes: UnsafeRawBufferPointer) {
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    switch first {
    case nil: self = .blank
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default: self = .text
    }
  }
}

/// Bare lines: `LATITUDE LONGITUDE` in, one line of text out.
public enum PlainText {
  /// The query of a bare line.
  ///
  /// - Throws: ``GeocodingError`` that says what is wrong with the text.
  public static func query(_ line: UnsafeRawBufferPointer) throws(GeocodingError) -> PlacemarkQuery {
    // Binary rubbish would be quoted in the message; a coordinate is never that long.
    guard line.count <= 200, let text = String(validating: line, as: UTF8.self) else {
      throw GeocodingError(
        .invalidQuery, "a line is a JSON request, or a latitude and a longitude such as 37.77 -122.41")
    }
    do throws(CoordinateTextError) {
      return PlacemarkQuery(coordinate: try Coordinate(parsing: text))
    } catch { throw GeocodingError(.invalidQuery, error.description) }
  }

  /// Appends the answer to a bare line: the address on one line, or `error: …`.
  public static func append(_ result: Result<[Placemark], GeocodingError>, to bytes: inout [UInt8]) {
    switch result {
    case .success(let placemarks): appendLine(placemarks.first.map(address) ?? "", to: &bytes)
    case .failure(let error): appendLine("error: \(error.message)", to: &bytes)
    }
  }

  private static func address(_ placemark: Placemark) -> String {
    guard placemark.formattedAddress.isEmpty else { return placemark.formattedAddress.joined(separator: ", ") }
    return placemark.title ?? placemark.country ?? placemark.match.rawValue
  }

  /// One line, whatever the text holds.
  private static func appendLine(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 })
    bytes.append(UInt8(ascii: "\n"))
  }
}
