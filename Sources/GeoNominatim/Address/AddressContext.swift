import GeoEngine
import GeoModel
import GeoStore

/// Gathers what contains a point, and the settlements around the street there: the coarser parts of an address.
///
/// 1. The areas that contain the asked point, with their ranks.
/// 2. Settlements without boundaries that name the street, or whatever is answered instead. They are taken from coarse to
///    fine: each must lie in the areas that are coarser than itself, and goes first if it is near the settlement before.
/// 3. Of each rank one part is kept: an area before a node, a near node before a far one.
final class AddressContext {
  /// Objects that were read.
  private let shelf: ObjectShelf
  /// Tells what contains a settlement.
  private let engine: PlacemarkEngine
  /// Tells which settlement a boundary is that of.
  private let linked: LinkedPlaces
  /// Tells how fine things are where they are.
  private let ranks: AddressRanks
  /// Finds the settlements around a street.
  private let settlements: SettlementNodes

  /// Shares everything it needs with the rest of a responder.
  init(shelf: ObjectShelf, engine: PlacemarkEngine, linked: LinkedPlaces, ranks: AddressRanks) {
    self.shelf = shelf
    self.engine = engine
    self.linked = linked
    self.ranks = ranks
    settlements = SettlementNodes(shelf: shelf, linked: linked, ranks: ranks)
  }

  /// The parts of addresses at a point, finest first.
  ///
  /// - Parameters:
  ///   - surroundings: those of the asked point.
  ///   - smallAreas: areas around the point that the engine does not know, such as housing estates.
  ///   - base: the street, or what is answered instead; nil when nothing finer than areas is known.
  ///   - below: only ranks in addresses below this one.
  func parts(
    _ surroundings: Surroundings, smallAreas: [MapObjectSketch], base: KnownObject?, below: UInt8
  ) throws(StoreError) -> [ContextPart] {
    guard below > 5 else { return [] }
    let country = surroundings.countryCode?.lowercased()
    let areas = try self.areas(surroundings, smallAreas, except: base)
    var candidates = areas.filter { (5..<below).contains($0.rank) }
      .map { Candidate(object: $0.object, rank: $0.rank, distance: $0.object.box.size, isNode: false) }
    if let base {
      for node in try settlements.nodes(around: base, below: below) where node.object.object.id != base.object.id {
        candidates.append(
          Candidate(object: node.object, rank: node.rank, distance: node.weightedMeters, isNode: true))
      }
    }
    candidates.sort { ($0.rank, $0.isNode ? 1 : 0, $0.distance) < ($1.rank, $1.isNode ? 1 : 0, $1.distance) }
    var parts: [ContextPart] = []
    for candidate in try chosen(candidates) {
      let place = candidate.isNode ? nil : try linked.place(of: candidate.object)
      parts.append(ContextPart(candidate.object, linked: place, rank: candidate.rank, country: country))
    }
    return parts.reversed()
  }

  /// An area around the point or a settlement near the street.
  private struct Candidate {
    let object: KnownObject
    var rank: UInt8
    /// Meters of nodes; a measure of size of areas.
    var distance: Double
    var isNode: Bool
  }

  /// One candidate of each rank, each in agreement with the coarser ones.
  private func chosen(_ candidates: [Candidate]) throws(StoreError) -> [Candidate] {
    var chosen: [Candidate] = []
    var boundary: SourceReference?
    var lastNode: KnownObject?
    var index = 0
    while index < candidates.count {
      let rank = candidates[index].rank
      let sameRank = candidates[index...].prefix { $0.rank == rank }
      index += sameRank.count
      guard let pick = try pick(sameRank, boundary, lastNode) else { continue }
      chosen.append(pick)
      if pick.isNode {
        lastNode = pick.object
      } else if rank != 5, rank != 11 {
        // What the engine does not know cannot be tested; it is small, and nothing finer stands in it.
        if pick.object.object.mainTag.key != "landuse" { boundary = pick.object.object.source }
        lastNode = nil
      }
    }
    return chosen
  }

  /// The best of one rank: areas first, then the nearest settlement that is near the one before, else the nearest of all.
  private func pick(
    _ candidates: ArraySlice<Candidate>, _ boundary: SourceReference?, _ lastNode: KnownObject?
  ) throws(StoreError) -> Candidate? {
    var far: Candidate?
    for candidate in candidates {
      if !candidate.isNode { return candidate }
      if let boundary, try !isInside(candidate.object, boundary) { continue }
      guard let lastNode, !isNear(candidate.object, lastNode) else { return candidate }
      far = far ?? candidate
    }
    return far
  }

  /// Whether a settlement lies in the finest boundary that was chosen so far.
  private func isInside(_ node: KnownObject, _ boundary: SourceReference) throws(StoreError) -> Bool {
    try engine.surroundings(of: node.center).areas.contains { $0.source == boundary }
  }

  /// Whether a settlement lies in the square of the one that was chosen before it.
  private func isNear(_ node: KnownObject, _ last: KnownObject) -> Bool {
    let place = LocalProjection(origin: last.center).project(node.center)
    let half = Reach.naming(last.object.ranks.search)
    return abs(place.x) <= half && abs(place.y) <= half
  }

  /// The areas around the point with their ranks, coarse to fine.
  private func areas(
    _ surroundings: Surroundings, _ smallAreas: [MapObjectSketch], except base: KnownObject?
  ) throws(StoreError) -> [(object: KnownObject, rank: UInt8)] {
    var objects: [KnownObject] = []
    for area in surroundings.areas where area.kind == .administrative || area.kind == .place {
      if let object = try linked.boundary(area), !object.object.names.isEmpty { objects.append(object) }
    }
    for sketch in smallAreas where !objects.contains(where: { $0.object.id == sketch.id }) {
      objects.append(try shelf.object(sketch.id))
    }
    let ranks = try ranks.ranks(of: objects)
    return zip(objects, ranks).filter { $0.0.object.id != base?.object.id }.map { (object: $0.0, rank: $0.1) }
  }
}

extension SettlementNodes.Node {
  /// The distance as far as it decides between settlements of one rank: a city counts from farther away than a village.
  fileprivate var weightedMeters: Double {
    guard rank == 16 else { return distanceMeters }
    switch object.object.ranks.search {
    case 15: return distanceMeters * 0.2
    case 16: return distanceMeters * 0.25
    case 18: return distanceMeters * 0.5
    default: return distanceMeters
    }
  }
}
