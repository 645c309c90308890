import GeoEngine
import GeoModel
import GeoStore

/// Describes a thing that was found: its address, names and shape.
///
/// 1. The finest parts of the address are the thing's own name, its house number, and its street.
/// 2. The coarser parts are the areas and settlements around it (``appendContext(_:_:_:_:)``).
/// 3. Postal code and country complete the address.
///
/// The engine has chosen number, street, city and code; this class gives the parts the labels of this API.
final class ResultBuilder {
  let lookup: ReverseLookup
  /// Determines the address ranks of things by their surroundings.
  let ranks: AddressRanks

  /// Creates a builder for the results of a lookup; shares its caches.
  init(lookup: ReverseLookup) {
    self.lookup = lookup
    ranks = AddressRanks(linked: lookup.linked)
  }

  /// The inputs of a description besides the thing itself.
  struct Situation {
    let point: FixedPoint
    let request: NominatimRequest
    /// The engine's result for the place of the answer.
    let grounded: GroundedPlacemark
    let names: NamedContext

    /// ISO 3166-1 alpha-2 of the country, in small letters; nil at sea.
    var countryCode: String? { grounded.countryCode }

    /// The name of an object in the languages of the request; nil when it has none.
    ///
    /// - Parameter linked: the settlement of a boundary.
    func pickedName(of object: KnownObject, linked: KnownObject?) -> String? {
      names.picker.name(of: object, linked: linked, country: grounded.surroundings.countryCode)
    }
  }

  /// The answer as values.
  func result(_ found: FoundPlace, _ situation: Situation) throws(StoreError) -> NominatimResult {
    var result: NominatimResult
    switch found.thing {
    case .object(let object): result = try self.result(object, situation)
    case .placemark: result = try matched(situation)
    case .country(let country): result = try self.result(country, situation)
    }
    if situation.grounded.isSeenElsewhere {
      // These are codes of the map's country.
      for index in result.parts.indices { result.parts[index].subdivisionCode = nil }
    }
    result.distanceMeters = found.distanceMeters
    return result
  }

  // MARK: Objects

  /// Describes an object of the store.
  private func result(_ object: KnownObject, _ situation: Situation) throws(StoreError) -> NominatimResult {
    let linked = try lookup.linked.place(of: object)
    var result = ResultBuilder.bare(object, linked, situation.point)
    result.name = sideName(of: object, situation) ?? situation.pickedName(of: object, linked: linked)
    result.countryCode = situation.countryCode
    result.ranks.address = try ranks.rank(of: object)
    result.addressType = label(of: object, linked, result.ranks.address, situation)
    result.parts = try parts(of: object, result, situation)
    result.displayName = ResultBuilder.displayName(result.parts) ?? result.name ?? ""
    result.importance = ResultBuilder.importance(result.ranks)
    try addShape(of: object, &result, situation.request)
    if situation.request.includesEntrances {
      let entrances = try lookup.shelf.store.entrances(of: object.object)
      result.entrances = entrances.isEmpty ? nil : entrances
    }
    return result
  }

  /// The name of the side of a street on which the point is, if the sides have names of their own.
  ///
  /// The engine determines the side.
  private func sideName(of object: KnownObject, _ situation: Situation) -> String? {
    guard situation.grounded.street == object.object.source,
      object.name("name:left") != nil || object.name("name:right") != nil
    else { return nil }
    return situation.grounded.placemark?.thoroughfare
  }

  /// The address of an object whose name, label and rank are known.
  private func parts(
    of object: KnownObject, _ result: NominatimResult, _ situation: Situation
  ) throws(StoreError) -> [AddressPart] {
    var parts: [AddressPart] = []
    if let name = result.name {
      parts.append(
        AddressPart(object, named: name, label: result.addressType, rank: result.ranks.address, isOwn: true))
    }
    // Things finer than a street have the address of their house and street. For all others the address begins with the
    // coarser parts.
    let isFine = object.object.ranks.search > 27 || situation.grounded.house?.source == object.object.source
    let rank = result.ranks.address
    var below = rank == 0 ? min(object.object.ranks.search, 25) : min(rank, 25)
    if isFine { below = try appendHouse(object, situation, &parts) }
    try appendContext(below, object, situation, &parts)
    finish(&parts, object, situation)
    return parts
  }

  /// The key under which an object is listed, by the rules of the map's country: keys are cached for all points of view.
  ///
  /// - Parameter linked: the settlement of a boundary.
  func label(of object: KnownObject, _ linked: KnownObject?, _ rank: UInt8, _ situation: Situation) -> String {
    AddressLabel.of(
      object.object.mainTag, place: linked?.object.mainTag.value ?? object.extra("place"), rank: rank,
      country: situation.grounded.surroundings.countryCode?.lowercased())
  }

  // MARK: Address

  /// Appends house number and street, or the settlement that replaces the street.
  ///
  /// - Parameter object: the answer; nil for a number between two houses.
  /// - Returns: the rank below which the coarser parts begin.
  func appendHouse(
    _ object: KnownObject?, _ situation: Situation, _ parts: inout [AddressPart]
  ) throws(StoreError) -> UInt8 {
    let placemark = situation.grounded.placemark
    // If the engine has no house for an object, the object's own tags give the address.
    let own = situation.grounded.house == nil ? object : nil
    if let number = own?.houseNumber ?? placemark?.subThoroughfare {
      parts.append(AddressPart(label: "house_number", name: number, rank: 28))
    }
    guard let street = own?.street ?? own?.place ?? placemark?.thoroughfare else { return 25 }
    let isPlace =
      own?.street == nil && (own?.place != nil || situation.grounded.house?.streetOrigin == .place)
    guard isPlace else {
      parts.append(AddressPart(label: "road", name: street, rank: 26))
      return 25
    }
    guard let place = try settlement(named: street, situation) else {
      parts.append(AddressPart(label: "locality", name: street, rank: 25))
      return 25
    }
    let rank = try ranks.rank(of: place)
    parts.append(AddressPart(label: label(of: place, nil, rank, situation), name: street, rank: rank))
    return min(rank, 25)
  }

  /// The settlement around the point with this name.
  private func settlement(named name: String, _ situation: Situation) throws(StoreError) -> KnownObject? {
    for place in situation.grounded.settlements {
      let text = try self.name(place.name, situation)
      if text == name, let object = try lookup.shelf.settlement(place) { return object }
    }
    return nil
  }

  /// The name of a row in the languages of the request.
  func name(_ id: NameID, _ situation: Situation) throws(StoreError) -> String {
    try lookup.engine.name(id, languages: situation.request.engineLanguages, in: situation.grounded.surroundings)
  }

  /// Completes an address with parts that only the placemark has, the postal code and the country.
  ///
  /// Countries, states, counties and postal areas get no code.
  func finish(_ parts: inout [AddressPart], _ object: KnownObject?, _ situation: Situation) {
    let placemark = situation.grounded.placemark
    let rank = object?.object.ranks.address ?? 30
    for part in placemark?.coarseParts ?? [] where rank == 0 || part.rank < rank { complete(&parts, with: part) }
    let hasCode = (rank == 0 || rank > 12) && object?.object.mainTag.value != "postal_code"
    if hasCode, let code = placemark?.postalCode {
      let index = parts.firstIndex { !$0.isOwn && $0.rank < 5 } ?? parts.count
      parts.insert(AddressPart(label: "postcode", name: code, rank: 5), at: index)
    }
    guard let country = placemark?.country else { return }
    parts.append(AddressPart(label: "country", name: country, rank: 4))
  }

  /// Adds a part from the placemark, such as a state of the world layer, if no object represents its level.
  ///
  /// A name that is already listed on another level is not repeated.
  private func complete(_ parts: inout [AddressPart], with part: AddressPart) {
    let level = GeocodeJSONLevel.of(part.rank)
    let isListed = parts.contains { $0.name == part.name || $0.rank > 5 && GeocodeJSONLevel.of($0.rank) == level }
    guard !isListed else { return }
    parts.insert(part, at: parts.firstIndex { !$0.isOwn && $0.rank < part.rank } ?? parts.count)
  }

  /// The names of all parts, without repetitions of the part before; nil for no parts.
  static func displayName(_ parts: [AddressPart]) -> String? {
    guard !parts.isEmpty else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(128)
    for (index, part) in parts.enumerated() where index == 0 || part.name != parts[index - 1].name {
      if index > 0 { text += ", ".utf8 }
      text += part.name.utf8
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The importance of a thing, estimated from its rank.
  static func importance(_ ranks: MapObjectRanks) -> Double { 0.40001 - Double(ranks.search) / 75 }
}

extension Placemark {
  /// City, county and state as parts of an address, finest first.
  var coarseParts: [AddressPart] {
    let fields: [(String, String?, UInt8)] = [
      ("city", locality, 16), ("county", subAdministrativeArea, 12), ("state", administrativeArea, 8),
    ]
    return fields.compactMap { label, name, rank in name.map { AddressPart(label: label, name: $0, rank: rank) } }
  }
}
