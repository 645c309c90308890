import GeoEngine
import GeoModel
import GeoStore

/// An area or settlement that may be a coarser part of an address.
private struct ContextCandidate {
  let object: KnownObject
  /// The row of its name; nil if the engine does not know the area.
  var name: NameID?
  var rank: UInt8
  /// The precedence among parts of one rank.
  var order: Order

  enum Order: Int, Comparable {
    /// The settlement that is the city, or the municipality if no settlement is.
    case city, municipality
    /// Any other area, any other settlement.
    case area, settlement

    static func < (a: Order, b: Order) -> Bool { a.rawValue < b.rawValue }
  }
}

/// The coarser parts of an address: the areas and settlements that the engine found, as objects with ranks and labels.
///
/// 1. The areas that contain the point, with the named grounds that the engine does not know.
/// 2. The settlement that is the city, and its parts. A settlement that belongs to a boundary is represented by that
///    boundary.
/// 3. One part of each rank is kept, an area before a settlement, and the smaller of two areas. The city is always
///    kept, before the area of its rank.
extension ResultBuilder {
  /// Appends the parts, finest first. They are cached for all points with the same surroundings and settlements.
  ///
  /// - Parameters:
  ///   - below: the upper limit of address ranks.
  ///   - own: the answer itself, which is not part of its own surroundings; nil if it is not an object.
  func appendContext(
    _ below: UInt8, _ own: KnownObject?, _ situation: Situation, _ parts: inout [AddressPart]
  ) throws(StoreError) {
    let grounded = situation.grounded
    let grounds = lookup.closest.grounds.filter { $0.id != own?.object.id }
    let key = NamedContext.Key(
      surroundings: ObjectIdentifier(grounded.surroundings.identity), city: grounded.city?.id,
      cityOfHouse: grounded.isCityFromAddress ? grounded.placemark?.locality : nil, parts: grounded.parts.map(\.id),
      own: own.flatMap { $0.object.ranks.address < 26 ? $0.object.id : nil }, below: below, grounds: grounds.map(\.id))
    parts += try situation.names.parts(key, grounded.surroundings) { () throws(StoreError) in
      var parts = try contextParts(below, own, grounds, situation)
      if let city = key.cityOfHouse {
        parts.insert(
          AddressPart(label: "city", name: city, rank: 16), at: parts.firstIndex { $0.rank <= 16 } ?? parts.count)
      }
      return parts
    }
  }

  /// Makes the parts with their names.
  private func contextParts(
    _ below: UInt8, _ own: KnownObject?, _ grounds: [MapObjectSketch], _ situation: Situation
  ) throws(StoreError) -> [AddressPart] {
    guard below > 5 else { return [] }
    var candidates = try areas(situation.grounded, grounds) + settlements(situation.grounded)
    // The city is listed even if the answer is another settlement of the same rank.
    candidates.removeAll { $0.rank < 5 || $0.rank > below || $0.rank == below && $0.order > .municipality }
    candidates.removeAll { $0.object.object.id == own?.object.id }
    candidates.sort { ($1.rank, $0.order, $0.object.box.size) < ($0.rank, $1.order, $1.object.box.size) }
    var parts: [AddressPart] = []
    var last: ContextCandidate?
    for candidate in candidates {
      if let last, last.rank == candidate.rank, last.order > .city || candidate.order == .settlement { continue }
      last = candidate
      let known = try candidate.name.map { id throws(StoreError) in try name(id, situation) }
      guard let name = known ?? situation.pickedName(of: candidate.object, linked: nil) else { continue }
      let place = candidate.object.isNode ? nil : try lookup.linked.place(of: candidate.object)
      parts.append(
        AddressPart(
          candidate.object, named: name, label: label(of: candidate.object, place, candidate.rank, situation),
          rank: candidate.rank))
    }
    return parts
  }

  /// The areas around the point with their ranks.
  private func areas(
    _ grounded: GroundedPlacemark, _ grounds: [MapObjectSketch]
  ) throws(StoreError) -> [ContextCandidate] {
    var areas: [ContextCandidate] = []
    for area in grounded.surroundings.areas where area.kind == .administrative || area.kind == .place {
      guard let object = try lookup.linked.boundary(area), !object.object.names.isEmpty else { continue }
      let isCity = grounded.city == nil && area.id == grounded.surroundings.city?.id
      areas.append(ContextCandidate(object: object, name: area.name, rank: 0, order: isCity ? .municipality : .area))
    }
    for ground in grounds where !areas.contains(where: { $0.object.object.id == ground.id }) {
      areas.append(ContextCandidate(object: try lookup.shelf.object(ground.id), name: nil, rank: 0, order: .area))
    }
    for (index, rank) in try ranks.ranks(of: areas.map(\.object)).enumerated() { areas[index].rank = rank }
    return areas
  }

  /// The city and its parts, as far as they are settlements without a boundary.
  ///
  /// If the city is a municipality that only the world layer knows, it is not listed. Then no neighboring town is
  /// listed in its place either.
  private func settlements(_ grounded: GroundedPlacemark) throws(StoreError) -> [ContextCandidate] {
    var nodes: [ContextCandidate] = []
    let isCityCoarse = grounded.city == nil && grounded.surroundings.city?.isCoarse == true
    for place in grounded.settlements {
      if isCityCoarse, place.kind.mayBeCity { continue }
      guard let object = try lookup.shelf.settlement(place) else { continue }
      if place.id == grounded.city?.id {
        nodes.append(
          ContextCandidate(object: object, name: place.name, rank: object.object.ranks.address, order: .city))
      } else if try !lookup.linked.isLinked(object) {
        nodes.append(
          ContextCandidate(object: object, name: place.name, rank: try ranks.rank(of: object), order: .settlement))
      }
    }
    return nodes
  }
}
