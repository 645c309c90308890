import GeoModel

extension JSONWriter {
  /// A placemark as a value. `address` is always there, even when nothing is known, so that clients may look into it
  /// without asking first.
  public mutating func placemark(_ placemark: Placemark) {
    beginObject()
    key("coordinate")
    coordinate(placemark.coordinate)
    member("title", placemark.title)
    member("subtitle", placemark.subtitle)
    member("name", placemark.name)
    key("address")
    beginObject()
    addressMembers(placemark)
    endObject()
    member("formattedAddress", placemark.formattedAddress)
    matchMembers(placemark)
    if let source = placemark.source { member("source", source) }
    qualityMembers(placemark)
    extraMembers(placemark)
    endObject()
  }

  /// `{"latitude":…,"longitude":…}`.
  public mutating func coordinate(_ coordinate: Coordinate) {
    beginObject()
    key("latitude")
    degrees(coordinate.latitude)
    key("longitude")
    degrees(coordinate.longitude)
    endObject()
  }

  /// A key and an OpenStreetMap object: `{"type":"way","id":1}`.
  public mutating func member(_ name: StaticString, _ source: SourceReference) {
    key(name)
    beginObject()
    key("type")
    string(source.type.rawValue)
    key("id")
    integer(source.id)
    endObject()
  }

  /// The fields of the address, fine to coarse, inside an object that the caller opened.
  mutating func addressMembers(_ placemark: Placemark) {
    member("houseNumber", placemark.subThoroughfare)
    member("street", placemark.thoroughfare)
    member("neighborhood", placemark.neighborhood)
    member("suburb", placemark.subLocality)
    member("city", placemark.locality)
    member("county", placemark.subAdministrativeArea)
    member("state", placemark.administrativeArea)
    member("stateCode", placemark.administrativeAreaCode)
    member("postalCode", placemark.postalCode)
    member("country", placemark.country)
    member("countryCode", placemark.isoCountryCode)
    member("inlandWater", placemark.inlandWater)
    member("ocean", placemark.ocean)
    member("areasOfInterest", placemark.areasOfInterest)
    member("timeZone", placemark.timeZone)
  }

  mutating func matchMembers(_ placemark: Placemark) {
    member("match", placemark.match.rawValue)
    key("distanceMeters")
    meters(placemark.distanceMeters)
  }

  mutating func qualityMembers(_ placemark: Placemark) {
    member("coarseFields", placemark.coarseFields)
    if let distance = placemark.coarseBorderDistanceMeters {
      key("coarseBorderDistanceMeters")
      meters(distance)
    }
    member("transliteratedFields", placemark.transliteratedFields)
  }

  /// What only comes when the query asked for it.
  private mutating func extraMembers(_ placemark: Placemark) {
    if let areas = placemark.areas { self.areas(areas) }
    if let trace = placemark.trace { self.trace(trace) }
    if let overlay = placemark.overlay {
      key("overlay")
      geometry(overlay)
    }
  }
}
