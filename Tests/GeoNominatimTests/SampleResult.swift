import GeoModel
import GeoStore

@testable import GeoNominatim

extension NominatimResult {
  /// A bakery in a village, invented for the formats.
  static let bakery = NominatimResult(
    placeID: 17, source: SourceReference(type: .node, id: 4711), category: "shop", type: "bakery",
    ranks: MapObjectRanks(search: 30, address: 30), addressType: "shop", importance: 0.25,
    center: FixedPoint(x: 95_036_065, y: 470_600_000),
    box: FixedBox(minX: 95_035_565, minY: 470_599_500, maxX: 95_036_565, maxY: 470_600_500), distanceMeters: 12.6,
    name: "Brot & \"Co\"", displayName: "Brot & \"Co\", 29, Gasse, Mils, 9496, Land",
    parts: [
      AddressPart(label: "shop", name: "Brot & \"Co\"", rank: 30, isOwn: true),
      AddressPart(label: "house_number", name: "29", rank: 28), AddressPart(label: "road", name: "Gasse", rank: 26),
      AddressPart(label: "village", name: "Mils", rank: 18),
      AddressPart(label: "village", name: "Mils-Dorf", rank: 16, adminLevel: 8, subdivisionCode: "LI-01"),
      AddressPart(label: "postcode", name: "9496", rank: 5), AddressPart(label: "country", name: "Land", rank: 4),
    ],
    countryCode: "li", names: [MapTag(key: "name", value: "Brot & \"Co\""), MapTag(key: "name:en", value: "Bread")],
    extraTags: [MapTag(key: "opening_hours", value: "Mo <8")], entrances: nil, shape: nil)
}
