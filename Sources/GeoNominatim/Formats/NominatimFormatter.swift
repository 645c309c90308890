import GeoWire

/// Encodes answers as bytes, from values alone and without a store.
enum NominatimFormatter {
  /// Writes an answer, or an error when there is none.
  ///
  /// - Parameter result: nil when nothing is known at the point.
  static func response(_ result: NominatimResult?, to request: NominatimRequest) -> NominatimResponse {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2_048)
    if let callback = request.callback {
      bytes.append(contentsOf: callback.utf8)
      bytes.append(UInt8(ascii: "("))
    }
    write(result, request, to: &bytes)
    guard request.callback != nil else {
      return NominatimResponse(contentType: request.format.contentType, body: bytes)
    }
    bytes.append(UInt8(ascii: ")"))
    return NominatimResponse(contentType: ContentType.javaScript, body: withoutLineEnds(bytes))
  }

  /// Escapes the two line separators that JSON strings may contain but older JavaScript may not.
  private static func withoutLineEnds(_ script: [UInt8]) -> [UInt8] {
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], script[...])
    while let start = rest.firstIndex(of: 0xE2) {
      let isLineEnd =
        rest.count - (start - rest.startIndex) > 2 && rest[start + 1] == 0x80 && rest[start + 2] | 1 == 0xA9
      result += rest[..<start]
      result += isLineEnd ? Array((rest[start + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8) : [0xE2]
      rest = rest[(start + (isLineEnd ? 3 : 1))...]
    }
    return result + rest
  }

  /// Writes an answer in the requested format.
  private static func write(_ result: NominatimResult?, _ request: NominatimRequest, to bytes: inout [UInt8]) {
    if request.format == .xml { return XMLFormat.write(result, request, to: &bytes) }
    JSONWriter.append(to: &bytes) { json in
      guard let result else { return json.object { $0.member("error", word: Attribution.nothingFound) } }
      switch request.format {
      case .geojson: json.geoJSON(result, request)
      case .geocodejson: json.geocodeJSON(result, request)
      case .json, .jsonv2, .xml: json.place(result, request)
      }
    }
  }
}

/// The source of the data. Sites that show answers must name it.
enum Attribution {
  /// The line that clients of Nominatim expect.
  static let line: StaticString = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"
  /// The name of the license.
  static let license: StaticString = "ODbL"
  /// The error that clients receive when nothing is found.
  static let nothingFound: StaticString = "Unable to geocode"
}
