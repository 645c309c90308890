import GeoModel
import GeoStore

/// An answer in values: everything that the formats write, and nothing that they would have to look up.
package struct NominatimResult: Sendable {
  /// The row in the store, which holds until the next import; nil for what the world layer answers.
  package var placeID: Int64?
  /// The OpenStreetMap object; nil for what the world layer answers.
  package var source: SourceReference?
  /// The key of the main tag, such as `amenity`.
  package var category: String
  /// The value of the main tag, such as `cafe`.
  package var type: String
  /// How fine it is.
  package var ranks: MapObjectRanks
  /// What it is in an address, such as `road`.
  package var addressType: String
  /// A value from 0 to 1 for how well known it is, from its rank alone.
  package var importance: Double
  /// The point of a node, the place of a line nearest to the asked point, or a point within an area.
  package var center: FixedPoint
  /// The box of the shape; around nodes one of the size that is usual for their kind.
  package var box: FixedBox
  /// Meters from the asked point to the shape.
  package var distanceMeters: Double
  /// The name in the asked languages; nil when it has none.
  package var name: String?
  /// The parts of the address in one line.
  package var displayName: String
  /// The parts of the address, finest first; its own name is the first of them.
  package var parts: [AddressPart]
  /// ISO 3166-1 alpha-2 of the country, in small letters; nil at sea.
  package var countryCode: String?
  /// All names as mapped.
  package var names: [MapTag]
  /// All other tags, without those of the address.
  package var extraTags: [MapTag]
  /// Doors of the building; nil when none is known.
  package var entrances: [MapEntrance]?
  /// The shape, simplified as asked; nil unless it was asked for.
  package var shape: MapGeometry?
}

/// A part of an address.
package struct AddressPart: Hashable, Sendable {
  /// The key it is listed under, such as `road`.
  package var label: String
  /// The name in the asked languages.
  package var name: String
  /// How fine it is, 4 (country) to 30 (house, place of interest).
  package var rank: UInt8
  /// `admin_level` of a boundary; nil for other parts.
  package var adminLevel: UInt8?
  /// ISO 3166-2 code of a boundary; nil when it has none.
  package var subdivisionCode: String?
  /// Whether it is the answered object itself.
  package var isOwn: Bool

  /// A part.
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

  /// An object as a part.
  init(_ object: KnownObject, named name: String, label: String, rank: UInt8, isOwn: Bool = false) {
    let level = object.boundaryLevel
    self.init(
      label: label, name: name, rank: rank, adminLevel: level,
      subdivisionCode: level == nil ? nil : object.subdivisionCode, isOwn: isOwn)
  }
}
