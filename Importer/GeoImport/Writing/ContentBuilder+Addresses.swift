import GeoModel
import GeoStore

extension ContentBuilder {
  /// Adds the address of an object, if its tags are one.
  mutating func addAddress(_ tags: Tags, _ source: SourceReference, at point: FixedPoint, outline: RingRange?) {
    guard !isWorldLayer else { return }
    guard let address = AddressTags(tags) else {
      if tags.mask.contains(.street) { skipped.add(.addressWithoutNumber) }
      return
    }
    let (street, origin) = street(of: address)
    content.addresses.append(
      AddressRecord(
        source: source, houseNumber: content.names.intern(address.houseNumber),
        houseName: intern(address.houseName ?? buildingName(tags)),
        street: street, streetOrigin: origin, postalCode: intern(address.postalCode), city: intern(address.city),
        point: point, outline: outline))
  }

  /// Adds a place of interest, if the tags are those of one and have a name.
  mutating func addFeature(_ tags: Tags, _ source: SourceReference, at point: FixedPoint, outline: RingRange?) {
    guard includesFeatures, !isWorldLayer, let category = FeatureClassifier.category(tags) else { return }
    guard let name = tags.fullName else { return skipped.add(.featureUnnamed) }
    content.features.append(
      FeatureRecord(
        source: source, name: content.names.intern(name), category: content.names.intern(category), point: point,
        outline: outline))
  }

  /// Streets are looked for by `addr:street`; a place stays the name it is.
  mutating func street(of address: AddressTags) -> (NameID?, AddressRecord.StreetOrigin) {
    if let street = address.street { return (intern(street), .tag) }
    if let place = address.place { return (intern(place), .place) }
    return (nil, .unknown)
  }

  /// The name of a building that is nothing but a building, so that the name is the house's.
  private func buildingName(_ tags: Tags) -> String? {
    guard tags.mask.contains(.building), !tags.mask.intersects(ContentBuilder.namedOtherwise) else { return nil }
    return tags[.name]
  }

  private static let namedOtherwise = TagMask(
    .amenity, .shop, .tourism, .historic, .leisure, .office, .craft, .healthcare, .publicTransport, .railway, .manMade)
}
