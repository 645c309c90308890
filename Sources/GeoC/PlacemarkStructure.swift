import CGeocode
import GeoModel
import GeoSupport

/// Placemarks as the structure of the C interface, in one piece of memory: the structure, then its texts.
enum PlacemarkStructure {
  /// A structure for the caller to free; nil when there is no memory.
  static func make(_ placemark: Placemark) -> UnsafeMutablePointer<geocode_placemark>? {
    let lines = placemark.formattedAddress.isEmpty ? nil : placemark.formattedAddress.joined(separator: "\n")
    let texts: [(WritableKeyPath<geocode_placemark, UnsafePointer<CChar>?>, String?)] = [
      (\.title, placemark.title), (\.subtitle, placemark.subtitle), (\.formatted_address, lines),
      (\.name, placemark.name), (\.house_number, placemark.subThoroughfare), (\.street, placemark.thoroughfare),
      (\.neighborhood, placemark.neighborhood), (\.suburb, placemark.subLocality), (\.city, placemark.locality),
      (\.county, placemark.subAdministrativeArea), (\.state, placemark.administrativeArea),
      (\.state_code, placemark.administrativeAreaCode), (\.postal_code, placemark.postalCode),
      (\.country, placemark.country), (\.country_code, placemark.isoCountryCode),
      (\.inland_water, placemark.inlandWater), (\.ocean, placemark.ocean), (\.time_zone, placemark.timeZone),
      (\.match, placemark.match.rawValue), (\.source, placemark.source?.path),
    ]
    let room = texts.reduce(MemoryLayout<geocode_placemark>.size) { $0 + ($1.1.map { $0.utf8.count + 1 } ?? 0) }
    guard let memory = malloc(room) else { return nil }
    var structure = geocode_placemark()
    structure.size = MemoryLayout<geocode_placemark>.size
    structure.latitude = AnswerColumns.rounded(placemark.coordinate.latitude, 7)
    structure.longitude = AnswerColumns.rounded(placemark.coordinate.longitude, 7)
    structure.distance_meters = AnswerColumns.rounded(placemark.distanceMeters, 1)
    var next = (memory + MemoryLayout<geocode_placemark>.size).assumingMemoryBound(to: CChar.self)
    for case (let field, let text?) in texts {
      structure[keyPath: field] = UnsafePointer(next)
      for byte in text.utf8 {
        next.pointee = CChar(bitPattern: byte)
        next += 1
      }
      next.pointee = 0
      next += 1
    }
    let placed = memory.bindMemory(to: geocode_placemark.self, capacity: 1)
    placed.initialize(to: structure)
    return placed
  }
}
