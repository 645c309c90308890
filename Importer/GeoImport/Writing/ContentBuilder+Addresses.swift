import GeoModel
import GeoStore
import GeoStoreWriting

extension ContentBuilder {
  /// Adds the address of an object if its tags form one, else at least the postal code of one that lends it.
  mutating func addAddress(
    _ tags: Tags, _ source: SourceReference, at point: FixedPoint, outline: RingRange?, isLender: Bool
  ) {
    guard !isWorldLayer else { return }
    guard let address = AddressTags(tags) else {
      if isLender { addLender(tags, source, at: point) }
      if tags.mask.contains(.street) { skipped.add(.addressWithoutNumber) }
      return
    }
    let (street, origin) = street(of: address)
    var record = AddressRecord(
      source: source, houseNumber: content.names.intern(address.houseNumber),
      houseName: intern(address.houseName ?? buildingName(tags)),
      street: street, streetOrigin: origin, postalCode: intern(address.postalCode), city: intern(address.city),
      point: point, outline: outline,
      parts: content.addParts(address.parts.map { AddressDetail($0.kind, content.names.intern($0.text)) }))
    content.addresses.append(record)
    for second in address.others {
      record.houseNumber = content.names.intern(second.houseNumber)
      record.street = content.names.intern(second.street)
      content.addresses.append(record)
    }
  }

  private mutating func addLender(_ tags: Tags, _ source: SourceReference, at point: FixedPoint) {
    let street = intern(tags[.street])
    content.addresses.append(
      AddressRecord(
        source: source, houseNumber: content.names.intern(""), houseName: nil, street: street,
        streetOrigin: street == nil ? .unknown : .tag, postalCode: intern(tags[.postcode]), city: intern(tags[.city]),
        point: point, outline: nil, isLender: true))
  }

  /// Adds a place of interest, if the tags are those of one and include a name.
  mutating func addFeature(_ tags: Tags, _ source: SourceReference, at point: FixedPoint, outline: RingRange?) {
    guard includesFeatures, !isWorldLayer, let category = FeatureClassifier.category(tags) else { return }
    guard let name = tags.fullName else { return skipped.add(.featureUnnamed) }
    content.features.append(
      FeatureRecord(
        source: source, name: content.names.intern(name), category: content.names.intern(category), point: point,
        outline: outline))
  }

  /// Returns the street or place of an address. Only `addr:street` is matched with ways later. Places and hamlets keep
  /// their name, and houses numbered within a block have no street.
  mutating func street(of address: AddressTags) -> (NameID?, StreetOrigin) {
    if let street = address.street { return (intern(street), .tag) }
    if let place = address.place { return (intern(place), .place) }
    if let hamlet = address.parts.first(where: { $0.kind == .hamlet }) { return (intern(hamlet.text), .place) }
    if address.isBlockNumber || address.parts.contains(where: { $0.kind == .block }) { return (nil, .place) }
    return (nil, .unknown)
  }

  /// The name of an object that is only a building, to be used as the house name; nil for other objects.
  private func buildingName(_ tags: Tags) -> String? {
    guard tags.mask.contains(.building), !tags.mask.intersects(ContentBuilder.namedOtherwise) else { return nil }
    return tags[.name]
  }

  private static let namedOtherwise = TagMask(
    .amenity, .shop, .tourism, .historic, .leisure, .office, .craft, .healthcare, .publicTransport, .railway, .manMade)
}

extension ContentBuilder {
  /// Completes the houses in `associatedStreet` and `street` relations with the relation's street, postal code and
  /// city, where they lack these. Of several relations the one with the lowest id counts, whatever the order of files.
  mutating func applyStreetRelations(_ batches: [RelationBatch]) {
    let listed = listedHouses(batches)
    guard listed.count > 0 else { return }
    let houses = HouseIndex(content.addresses, listed)
    var relations: [(id: Int64, batch: Int, index: Int)] = []
    for (position, batch) in batches.enumerated() {
      for index in batch.ids.indices where !batch.isDropped(index) && !batch.members(index).isEmpty {
        guard ContentBuilder.isStreetRelation(batch.tags[index]) else { continue }
        relations.append((batch.ids[index], position, index))
      }
    }
    for relation in relations.sorted(by: { $0.id < $1.id }) {
      let batch = batches[relation.batch]
      apply(batch.tags[relation.index], batch.members(relation.index), houses)
    }
  }

  private static func isStreetRelation(_ tags: Tags) -> Bool {
    tags.has(.type, "associatedStreet") || tags.has(.type, "street")
  }

  /// All objects that any relation lists as a house.
  private func listedHouses(_ batches: [RelationBatch]) -> NodeIndex {
    var listed = MappedArray<Int64>(in: content.workspace)
    for batch in batches {
      for member in batch.members where member.role == .house { listed.append(member.source.sortKey) }
    }
    return NodeIndex(listed)
  }

  /// Applies one relation to its houses.
  private mutating func apply(_ tags: Tags, _ members: Slice<MappedArray<RelationMember>>, _ houses: HouseIndex) {
    guard let text = tags[.street] ?? tags[.name] else { return }
    let street = content.names.intern(text)
    let postalCode = intern(tags[.postcode] ?? tags[.postalCode])
    let city = intern(tags[.city])
    for member in members where member.role == .house {
      guard let house = houses[member.source] else { continue }
      if content.addresses[house].street == nil {
        content.addresses[house].street = street
        content.addresses[house].streetOrigin = .relation
      }
      content.addresses[house].postalCode = content.addresses[house].postalCode ?? postalCode
      content.addresses[house].city = content.addresses[house].city ?? city
    }
  }
}

extension RelationMember {
  /// The reference to the member object.
  var source: SourceReference { SourceReference(type: type, id: id) }
}

/// Finds addresses by their map object.
struct HouseIndex {
  private var entries: MappedArray<KeyedPosition>

  /// Indexes the addresses of the wanted objects, given by sort key. Uses the workspace of the addresses.
  init(_ addresses: MappedArray<AddressRecord>, _ wanted: NodeIndex) {
    entries = MappedArray(in: addresses.workspace)
    for (position, address) in addresses.enumerated() {
      let key = address.source.sortKey
      guard wanted.position(of: key) != nil else { continue }
      entries.append(KeyedPosition(key: UInt64(bitPattern: key), position: position))
    }
    RadixSort.sort(&entries) { $0.key }
  }

  /// The position of an object's address; nil if it has none.
  subscript(source: SourceReference) -> Int? { entries.position(of: UInt64(bitPattern: source.sortKey)) }
}
