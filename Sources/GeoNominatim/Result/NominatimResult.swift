import GeoModel
import GeoStore

/// An answer as values: everything that the formats write, so that they need not look up anything.
package struct NominatimResult: Sendable {
  /// The id of the row in the store, valid until the next import; nil for things of the world layer.
  package var placeID: Int64?
  /// The OpenStreetMap object; nil for things of the world layer.
  package var source: SourceReference?
  /// The key of the main tag, such as `amenity`.
  package var category: String
  /// The value of the main tag, such as `cafe`.
  package var type: String
  /// The ranks in searches and addresses.
  package var ranks: MapObjectRanks
  /// The label in an address, such as `road`.
  package var addressType: String
  /// The importance from 0 to 1, derived from the rank alone.
  package var importance: Double
  /// The point of a node, the place on a line nearest to the requested point, or a point within an area.
  package var center: FixedPoint
  /// The box of the shape; for a node, a box of the usual size for its kind.
  package var box: FixedBox
  /// The distance from the requested point to the shape, in meters.
  package var distanceMeters: Double
  /// The name in the requested languages; nil when it has none.
  package var name: String?
  /// The parts of the address in one line.
  package var displayName: String
  /// The parts of the address, finest first. The thing's own name comes first.
  package var parts: [AddressPart]
  /// ISO 3166-1 alpha-2 of the country, in small letters; nil at sea.
  package var countryCode: String?
  /// All names as mapped.
  package var names: [MapTag]
  /// All other tags, except those of the address.
  package var extraTags: [MapTag]
  /// The entrances of the building; nil when none is known.
  package var entrances: [MapEntrance]?
  /// The shape, simplified as requested; nil unless requested.
  package var shape: MapGeometry?
}

/// A part of an address.
package struct AddressPart: Hashable, Sendable {
  /// The key in the address, such as `road`.
  package var label: String
  /// The name in the requested languages.
  package var name: String
  /// The address rank, from 4 (country) to 30 (house, place of interest); 0 for an answer that belongs to no address.
  package var rank: UInt8
  /// `admin_level` of a boundary; nil for other parts.
  package var adminLevel: UInt8?
  /// ISO 3166-2 code of a boundary; nil when it has none.
  package var subdivisionCode: String?
  /// Whether it is the answer itself.
  package var isOwn: Bool

  /// Creates a part.
  package init(
    label: String, name: String, rank: UInt8, adminLevel: UInt8? = nil, subdivisionCode: String? = nil,
    isOwn: Bool = false
  ) {
    self.label = label
    self.name = name
    self.rank = rank
    self.adminLevel = adminLevel
    self.subdivisionCode = subdivisionCode
    self.isOwn = isOwn
  }

  /// Creates a part from an object.
  init(_ object: KnownObject, named name: String, label: String, rank: UInt8, isOwn: Bool = false) {
    let level = object.boundaryLevel
    self.init(
      label: label, name: name, rank: rank, adminLevel: level,
      subdivisionCode: level == nil ? nil : object.subdivisionCode, isOwn: isOwn)
  }
}
