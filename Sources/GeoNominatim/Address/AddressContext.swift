import GeoEngine
import GeoModel
import GeoStore

/// A thing that is a part of addresses around it, before its name is chosen.
struct ContextPart {
  /// The thing.
  let object: KnownObject
  /// The row of its name.
  let name: NameID?
  /// Its rank in addresses.
  var rank: UInt8
  /// The key it is listed under.
  var label: String
  /// `admin_level` of a boundary.
  var adminLevel: UInt8?
  /// ISO 3166-2 code.
  var subdivisionCode: String?

  /// A part.
  ///
  /// - Parameter linked: the settlement whose boundary it is; nil for none.
  init(_ object: KnownObject, name: NameID?, linked: KnownObject?, rank: UInt8, country: String?) {
    self.object = object
    self.name = name
    self.rank = rank
    let tag = object.object.mainTag
    let place = linked?.object.mainTag.value ?? object.extra("place")
    label = AddressLabel.of(tag, place: place, rank: rank, country: country)
    adminLevel = object.boundaryLevel
    subdivisionCode = adminLevel == nil ? nil : object.subdivisionCode
  }
}

/// Lists the coarser parts of an address: the areas and settlements that the engine found, as objects with ranks and labels.
///
/// 1. The areas that contain the point, with the named grounds that the engine does not know.
/// 2. The settlement that is the city, and its parts. One that is the middle of a listed boundary is that boundary.
/// 3. Of each rank one part is kept, an area before a settlement; the city always.
struct AddressContext {
  let shelf: ObjectShelf
  let linked: LinkedPlaces
  let ranks: AddressRanks

  /// An area or settlement with its rank.
  private struct Candidate {
    let object: KnownObject
    var name: NameID?
    var rank: UInt8
    /// What goes first among parts of one rank: the city, then areas.
    var order: Int
    /// A measure of size of areas.
    var size = 0.0
  }

  /// The parts of addresses at a point, finest first.
  ///
  /// - Parameters:
  ///   - grounded: what the engine knows about the point.
  ///   - grounds: areas around the point that it does not know, such as housing estates.
  ///   - own: the answer itself, which is no part of what is around it; nil for what is no object.
  ///   - below: only ranks in addresses below this one.
  func parts(
    _ grounded: GroundedPlacemark, grounds: [MapObjectSketch], except own: KnownObject?, below: UInt8
  ) throws(StoreError) -> [ContextPart] {
    guard below > 5 else { return [] }
    var candidates = try areas(grounded, grounds) + settlements(grounded)
    // The city is listed even where the answer is another settlement of the same rank.
    candidates.removeAll { $0.rank < 5 || $0.rank > below || $0.rank == below && $0.order > 0 }
    candidates.removeAll { $0.object.object.id == own?.object.id }
    candidates.sort { ($0.rank, $0.order, $0.size) < ($1.rank, $1.order, $1.size) }
    var parts: [ContextPart] = []
    let country = grounded.surroundings.countryCode?.lowercased()
    var last: Candidate?
    for candidate in candidates {
      if let last, last.rank == candidate.rank, last.order > 0 || candidate.order > 1 { continue }
      last = candidate
      let place = candidate.object.isNode ? nil : try linked.place(of: candidate.object)
      parts.append(
        ContextPart(candidate.object, name: candidate.name, linked: place, rank: candidate.rank, country: country))
    }
    return parts.reversed()
  }

  /// The areas around the point with their ranks.
  private func areas(
    _ grounded: GroundedPlacemark, _ grounds: [MapObjectSketch]
  ) throws(StoreError) -> [Candidate] {
    var areas: [Candidate] = []
    for area in grounded.surroundings.areas where area.kind == .administrative || area.kind == .place {
      guard let object = try linked.boundary(area), !object.object.names.isEmpty else { continue }
      areas.append(Candidate(object: object, name: area.name, rank: 0, order: 1, size: object.box.size))
    }
    for ground in grounds where !areas.contains(where: { $0.object.object.id == ground.id }) {
      let object = try shelf.object(ground.id)
      areas.append(Candidate(object: object, name: nil, rank: 0, order: 1, size: object.box.size))
    }
    for (index, rank) in try ranks.ranks(of: areas.map(\.object)).enumerated() { areas[index].rank = rank }
    return areas
  }

  /// The city and its parts, as far as they are settlements without a boundary.
  private func settlements(_ grounded: GroundedPlacemark) throws(StoreError) -> [Candidate] {
    var nodes: [Candidate] = []
    for place in grounded.settlements {
      guard let object = try shelf.settlement(place) else { continue }
      if place.id == grounded.city?.id {
        nodes.append(Candidate(object: object, name: place.name, rank: object.object.ranks.address, order: 0))
      } else if try !linked.isLinked(object) {
        nodes.append(Candidate(object: object, name: place.name, rank: try ranks.rank(ofNode: object), order: 2))
      }
    }
    return nodes
  }
}
