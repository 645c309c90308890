import GeoModel
import GeoStore

extension ContentBuilder {
  /// Gives the houses in `associatedStreet` and `street` relations what the relation knows and they do not say themselves:
  /// the street, the postal code and the city.
  mutating func applyStreetRelations(_ batches: [RelationBatch]) {
    let listed = listedHouses(batches)
    guard listed.count > 0 else { return }
    let houses = HouseIndex(content.addresses, listed)
    for batch in batches {
      for index in batch.ids.indices where !batch.isDropped(index) && !batch.members(index).isEmpty {
        apply(batch.tags[index], batch.members(index), houses)
      }
    }
  }

  /// All objects that some relation lists as a house.
  private func listedHouses(_ batches: [RelationBatch]) -> NodeIndex {
    var listed = MappedArray<Int64>(in: content.workspace)
    for batch in batches {
      for member in batch.members where member.role == .house { listed.append(HouseIndex.key(member.source)) }
    }
    return NodeIndex(listed)
  }

  /// Applies one relation to its houses.
  private mutating func apply(_ tags: Tags, _ members: Slice<MappedArray<RelationMember>>, _ houses: HouseIndex) {
    let isStreet = tags.has(.type, "associatedStreet") || tags.has(.type, "street")
    guard isStreet, let text = tags[.street] ?? tags[.name] else { return }
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
  /// The member as an object.
  var source: SourceReference { SourceReference(type: type, id: id) }
}
