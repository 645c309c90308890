import GeoModel
import GeoWire

/// One line of JSON: the placemark as in the protocol or as a GeoJSON feature, or a list of them if a limit was given.
struct JSONFormat: PlacemarkFormat {
  /// Whether placemarks are GeoJSON features, with the longitude first.
  let isGeoJSON: Bool
  /// Whether a limit was given, even if it is 1. The form of an answer must not depend on the number of placemarks.
  let isList: Bool

  func answer(_ placemarks: [Placemark]) -> [UInt8] {
    var bytes: [UInt8] = []
    // Enough for most answers.
    bytes.reserveCapacity(1_024)
    func append(_ placemark: Placemark) {
      if isGeoJSON {
        PlacemarkJSON.appendFeature(placemark, to: &bytes)
      } else {
        PlacemarkJSON.append(placemark, to: &bytes)
      }
    }
    guard isList else {
      placemarks.first.map(append)
      bytes.append(UInt8(ascii: "\n"))
      return bytes
    }
    bytes += Array((isGeoJSON ? #"{"type":"FeatureCollection","features":["# : #"{"placemarks":["#).utf8)
    for (index, placemark) in placemarks.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(placemark)
    }
    bytes += "]}\n".utf8
    return bytes
  }

  /// Writes `{"error":{…}}`, as in a batch of the protocol.
  func failure(_ error: GeocodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(to: &bytes) {
      $0.beginObject()
      $0.key("error")
      $0.error(WireError(error))
      $0.endObject()
    }
    return bytes + Array("\n".utf8)
  }
}
