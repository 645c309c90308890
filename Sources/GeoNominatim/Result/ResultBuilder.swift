import GeoEngine
import GeoModel
import GeoStore

/// Describes what was found: its address, names and shape.
///
/// 1. The finest parts of the address are the thing's own name, its house number, and the street it belongs to.
/// 2. The coarser parts come with the street, or with the thing itself where it is as coarse as a street: areas around the
///    asked point, settlements around the street (``AddressContext``).
/// 3. Postal code and country close the address.
final class ResultBuilder {
  let lookup: ReverseLookup
  /// Gathers the coarser parts of addresses.
  private let context: AddressContext
  /// Tells how fine things are where they are.
  private let ranks: AddressRanks
  let countries: CountryNamer
  let postalCodes: PostalCodes

  /// Describes what a lookup finds, with its memory.
  init(lookup: ReverseLookup) {
    self.lookup = lookup
    ranks = AddressRanks(engine: lookup.engine, linked: lookup.linked)
    context = AddressContext(shelf: lookup.shelf, engine: lookup.engine, linked: lookup.linked, ranks: ranks)
    countries = CountryNamer(store: lookup.engine.reader)
    postalCodes = PostalCodes(engine: lookup.engine)
  }

  /// What a description depends on besides the thing itself.
  struct Situation {
    let point: FixedPoint
    let request: NominatimRequest
    let surroundings: Surroundings
    let names: NamedContext

    /// ISO 3166-1 alpha-2 of the country around the point, in small letters; nil at sea.
    var countryCode: String? { surroundings.countryCode?.lowercased() }
  }

  /// The answer in values.
  func result(_ found: FoundPlace, _ situation: Situation) throws(StoreError) -> NominatimResult {
    switch found {
    case .object(let object, let meters): try result(object, meters, situation)
    case .interpolation(let number): try result(number, situation)
    case .country(let country): try result(country, situation)
    }
  }

  // MARK: Objects

  /// An object of the store.
  private func result(
    _ object: KnownObject, _ meters: Double, _ situation: Situation
  ) throws(StoreError) -> NominatimResult {
    let linked = try lookup.linked.place(of: object)
    let rank = try ownRank(object)
    var result = ResultBuilder.bare(object, linked, situation.point)
    result.distanceMeters = meters
    result.name = situation.names.picker.name(of: object, linked: linked)
    result.countryCode = situation.countryCode
    result.ranks.address = rank
    result.addressType = AddressLabel.of(
      object.object.mainTag, place: linked?.object.mainTag.value ?? object.extra("place"), rank: rank,
      country: situation.countryCode)
    result.parts = try parts(of: object, result, situation)
    result.displayName = ResultBuilder.displayName(result.parts) ?? result.name ?? ""
    result.importance = ResultBuilder.importance(result.ranks)
    try addShape(of: object, &result, situation.request)
    if situation.request.includesEntrances { result.entrances = try entrances(of: object) }
    return result
  }

  /// The address of an object whose name, label and rank are known.
  private func parts(
    of object: KnownObject, _ result: NominatimResult, _ situation: Situation
  ) throws(StoreError) -> [AddressPart] {
    // What is finer than a street has the address of its street; everything else has one of its own.
    let isFine = object.object.ranks.search > 27
    let house = try lookup.parents.building(around: object) ?? object
    let parent = isFine ? try lookup.parents.parent(of: house) : nil
    var parts: [AddressPart] = []
    if let name = result.name { parts.append(own(object, name, result.addressType, result.ranks.address)) }
    if let number = house.houseNumber { parts.append(AddressPart(label: "house_number", name: number, rank: 28)) }
    try appendParent(parent, of: house, situation, &parts)
    try appendContext(isFine ? parent : object, object, situation, &parts)
    let code = try postalCodes.code(of: house, parent: parent, situation)
    try finish(&parts, postalCode: code, situation)
    return parts
  }

  /// The part that the object is of its own address.
  private func own(_ object: KnownObject, _ name: String, _ label: String, _ rank: UInt8) -> AddressPart {
    let isBoundary = object.object.mainTag == MapTag(key: "boundary", value: "administrative")
    let level = isBoundary && object.object.adminLevel < 15 ? object.object.adminLevel : nil
    let code = level == nil ? nil : object.name("ISO3166-2") ?? object.extra("ISO3166-2")
    return AddressPart(label: label, name: name, rank: rank, adminLevel: level, subdivisionCode: code, isOwn: true)
  }

  /// The rank of the answer itself, which depends on what is around where it is a boundary or a settlement.
  private func ownRank(_ object: KnownObject) throws(StoreError) -> UInt8 {
    let rank = object.object.ranks.address
    guard (5...25).contains(rank) else { return rank }
    if object.isNode { return try ranks.rank(ofNode: object) }
    guard AddressRanks.isAdministrative(object) else { return rank }
    var areas: [KnownObject] = []
    for area in try lookup.engine.surroundings(of: object.center).areas where area.kind == .administrative {
      if let boundary = try lookup.linked.boundary(area) { areas.append(boundary) }
    }
    let all = try ranks.ranks(of: areas)
    return zip(areas, all).first { $0.0.object.id == object.object.id }?.1 ?? rank
  }

  // MARK: Address

  /// The street, or the settlement that stands for it; a place that only the house knows is named after the house's tag.
  private func appendParent(
    _ parent: KnownObject?, of object: KnownObject, _ situation: Situation, _ parts: inout [AddressPart]
  ) throws(StoreError) {
    if let place = object.place, object.street == nil, parent.map({ !ParentFinder.isCalled($0, place) }) ?? true {
      parts.append(AddressPart(label: "locality", name: place, rank: 25))
    }
    guard let parent, let name = situation.names.picker.name(of: parent, linked: nil) else { return }
    let rank = try ownRank(parent)
    let label = AddressLabel.of(
      parent.object.mainTag, place: parent.extra("place"), rank: rank, country: situation.countryCode)
    parts.append(AddressPart(label: label, name: name, rank: rank))
  }

  /// The coarser parts, kept for all points that have the same surroundings and the same street.
  ///
  /// - Parameters:
  ///   - base: the street, or what is answered instead of one; nil when there is none.
  ///   - object: what is answered; nil for what is no object of the store.
  func appendContext(
    _ base: KnownObject?, _ object: KnownObject?, _ situation: Situation, _ parts: inout [AddressPart]
  ) throws(StoreError) {
    let below = try base.map { base throws(StoreError) in try finestRank(below: base) } ?? 25
    let small = lookup.closest.smallAreas.filter { $0.id != object?.object.id }
    let key = NamedContext.Key(
      surroundings: ObjectIdentifier(situation.surroundings.identity), base: base?.object.id, below: below,
      smallAreas: small.map(\.id))
    parts += try situation.names.parts(key, situation.surroundings) { () throws(StoreError) in
      try context.parts(situation.surroundings, smallAreas: small, base: base, below: below)
    }
  }

  /// The rank that the coarser parts of an object's address stay below: neighborhoods go with streets, and with what is no part
  /// of any address whatever is coarser than it would be.
  private func finestRank(below base: KnownObject) throws(StoreError) -> UInt8 {
    let rank = try ownRank(base)
    return rank == 0 ? min(base.object.ranks.search, 25) : min(rank, 25)
  }

  /// Closes an address with postal code and country.
  func finish(
    _ parts: inout [AddressPart], postalCode: String?, _ situation: Situation
  ) throws(StoreError) {
    if let postalCode {
      let index = parts.firstIndex { !$0.isOwn && $0.rank < 5 } ?? parts.count
      parts.insert(AddressPart(label: "postcode", name: postalCode, rank: 5), at: index)
    }
    guard let country = try situation.names.country(situation.surroundings, countries) else { return }
    parts.append(AddressPart(label: "country", name: country, rank: 4))
  }

  /// The names of all parts, without those that repeat the part before; nil for no parts.
  static func displayName(_ parts: [AddressPart]) -> String? {
    var text = ""
    var last: String?
    for part in parts where part.name != last {
      if last != nil { text += ", " }
      text += part.name
      last = part.name
    }
    return last == nil ? nil : text
  }

  /// How well known something is, guessed from its rank.
  static func importance(_ ranks: MapObjectRanks) -> Double { 0.40001 - Double(ranks.search) / 75 }
}
