import GeoEngine
import GeoModel
import GeoStore

/// Answers from a store whose import left the map objects out: the engine's placemark in the words of this API. There are no
/// places of interest then, no tags, no shapes but points, and the address has one part for each level.
struct PlainResult {
  let engine: PlacemarkEngine

  /// The answer; nil when nothing is known at the point, or when addresses are not wanted.
  func result(_ point: FixedPoint, _ request: NominatimRequest) throws(StoreError) -> NominatimResult? {
    guard request.layers.contains(.address) else { return nil }
    var query = PlacemarkQuery(coordinate: Coordinate(point))
    query.languages = request.languages
    query.detail = PlainResult.detail(request.maximumRank)
    do throws(GeocodingError) {
      let placemark = try engine.placemarks(for: query)[0]
      let parts = PlainResult.parts(placemark)
      return parts.isEmpty ? nil : result(placemark, parts, request)
    } catch {
      if error.code == .placemarkNotFound { return nil }
      throw StoreError(.damaged, error.message)
    }
  }

  /// A placemark in the words of this API.
  private func result(
    _ placemark: Placemark, _ parts: [AddressPart], _ request: NominatimRequest
  ) -> NominatimResult {
    let (tag, rank, label) = PlainResult.kind(placemark, parts)
    // A house has a name only if it says so; everything coarser is called as the first part of its address.
    let name = rank == 30 ? placemark.name : parts[0].name
    let center = FixedPoint(placemark.coordinate)
    return NominatimResult(
      placeID: nil, source: placemark.source, category: tag.key, type: tag.value,
      ranks: MapObjectRanks(search: rank, address: rank), addressType: label,
      importance: ResultBuilder.importance(MapObjectRanks(search: rank, address: rank)), center: center,
      box: NodeExtent.box(around: center, tag), distanceMeters: placemark.distanceMeters, name: name,
      displayName: ResultBuilder.displayName(parts) ?? "", parts: parts,
      countryCode: placemark.isoCountryCode?.lowercased(),
      names: name.map { [MapTag(key: "name", value: $0)] } ?? [], extraTags: [], entrances: nil,
      shape: request.geometry == nil ? nil : .point(center))
  }

  /// How fine a placemark is to be.
  private static func detail(_ maximumRank: UInt8) -> PlacemarkDetail {
    switch maximumRank {
    case ...4: .country
    case ...9: .state
    case ...12: .county
    case ...18: .city
    case ...25: .suburb
    case ...27: .street
    default: .address
    }
  }

  /// One part for each field of the placemark, finest first.
  private static func parts(_ placemark: Placemark) -> [AddressPart] {
    let fields: [(String, String?, UInt8)] = [
      ("house_number", placemark.subThoroughfare, 28), ("road", placemark.thoroughfare, 26),
      ("neighbourhood", placemark.neighborhood, 24), ("suburb", placemark.subLocality, 19),
      ("city", placemark.locality, 16), ("county", placemark.subAdministrativeArea, 12),
      ("state", placemark.administrativeArea, 8), ("postcode", placemark.postalCode, 5),
      ("country", placemark.country, 4),
    ]
    return fields.compactMap { label, name, rank in name.map { AddressPart(label: label, name: $0, rank: rank) } }
  }

  /// The main tag that would say what was matched, its rank, and its label.
  private static func kind(_ placemark: Placemark, _ parts: [AddressPart]) -> (tag: MapTag, rank: UInt8, label: String)
  {
    if placemark.subThoroughfare != nil { return (MapTag(key: "place", value: "house"), 30, "place") }
    if placemark.thoroughfare != nil { return (MapTag(key: "highway", value: "road"), 26, "road") }
    let part = parts.first { $0.label != "postcode" }
    return part.map { (MapTag(key: "place", value: $0.label), $0.rank, $0.label) }
      ?? (MapTag(key: "place", value: "postcode"), 21, "postcode")
  }
}
