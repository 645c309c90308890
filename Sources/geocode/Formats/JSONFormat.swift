import GeoModel
import GeoWire

/// One JSON object a line, as on the wire: the placemark, or `{"placemarks":[…]}` when a limit was given.
struct JSONFormat: PlacemarkFormat {
  /// Whether a limit was given, be it 1: the form of an answer must not depend on how many there are.
  let isList: Bool

  func answer(_ placemarks: [Placemark]) -> [UInt8] {
    var bytes: [UInt8] = []
    guard isList else {
      if let best = placemarks.first { PlacemarkJSON.append(best, to: &bytes) }
      return bytes + [UInt8(ascii: "\n")]
    }
    bytes += Array(#"{"placemarks":["#.utf8)
    for (index, placemark) in placemarks.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      PlacemarkJSON.append(placemark, to: &bytes)
    }
    return bytes + Array("]}\n".utf8)
  }

  func failure(_ error: GeocodingError) -> [UInt8] { JSONFailure.line(error) }
}

/// One GeoJSON feature a line, or a feature collection when a limit was given. Longitude comes first, as GeoJSON has it.
struct GeoJSONFormat: PlacemarkFormat {
  /// Whether a limit was given.
  let isList: Bool

  func answer(_ placemarks: [Placemark]) -> [UInt8] {
    var bytes: [UInt8] = []
    guard isList else {
      if let best = placemarks.first { PlacemarkJSON.appendFeature(best, to: &bytes) }
      return bytes + [UInt8(ascii: "\n")]
    }
    bytes += Array(#"{"type":"FeatureCollection","features":["#.utf8)
    for (index, placemark) in placemarks.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      PlacemarkJSON.appendFeature(placemark, to: &bytes)
    }
    return bytes + Array("]}\n".utf8)
  }

  func failure(_ error: GeocodingError) -> [UInt8] { JSONFailure.line(error) }
}

/// `{"error":{…}}`, as in a batch on the wire.
enum JSONFailure {
  /// The line in the place of an answer.
  static func line(_ error: GeocodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(to: &bytes) {
      $0.beginObject()
      $0.key("error")
      $0.error(WireError(error))
      $0.endObject()
    }
    return bytes + [UInt8(ascii: "\n")]
  }
}
