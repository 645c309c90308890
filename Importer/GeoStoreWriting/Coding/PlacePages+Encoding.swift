import GeoModel
import GeoStore

extension PlacePages {
  /// The bytes of a page.
  static func encode(_ places: [PlaceRecord]) -> [UInt8] {
    var bytes: [UInt8] = []
    for place in places {
      for value in [place.point.x, place.point.y] {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
      }
      bytes.append(place.kind.rawValue | (place.isCoarse ? 128 : 0))
      withUnsafeBytes(of: place.reachMeters.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}
