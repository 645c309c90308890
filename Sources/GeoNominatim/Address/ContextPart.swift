import GeoStore

/// A thing that is a part of addresses around it, before its name is chosen.
struct ContextPart {
  /// The thing.
  let object: KnownObject
  /// The settlement whose boundary it is; nil for none.
  var linked: KnownObject?
  /// Its rank in addresses.
  var rank: UInt8
  /// The key it is listed under.
  var label: String
  /// `admin_level` of a boundary.
  var adminLevel: UInt8?
  /// ISO 3166-2 code.
  var subdivisionCode: String?

  /// A part.
  init(_ object: KnownObject, linked: KnownObject?, rank: UInt8, country: String?) {
    self.object = object
    self.linked = linked
    self.rank = rank
    let tag = object.object.mainTag
    let place = linked?.object.mainTag.value ?? object.extra("place")
    label = AddressLabel.of(tag, place: place, rank: rank, country: country)
    guard tag.key == "boundary", tag.value == "administrative", object.object.adminLevel < 15 else { return }
    adminLevel = object.object.adminLevel
    subdivisionCode = object.name("ISO3166-2") ?? object.extra("ISO3166-2")
  }
}
