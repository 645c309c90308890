import GeoModel
import GeoStore
import GeoSupport

/// The address ranks of things whose rank depends on their surroundings.
///
/// 1. Each administrative boundary around a point ranks finer than the boundary around it. If its level does not make
///    it so, it is two ranks finer, but at most 25.
/// 2. A boundary with a settlement of its own has the settlement's rank, if that is finer than the boundary around it.
/// 3. A settlement in a boundary of the same rank that is not its own is a part of another settlement, and ranks two
///    finer. A `place` area in a boundary as fine or finer ranks two finer than this boundary.
final class AddressRanks {
  /// Finds the settlement of a boundary and the boundaries around a settlement.
  private let linked: LinkedPlaces
  private var nodes = BoundedCache<MapObjectID, UInt8>(capacity: 16_384)

  /// Shares its caches with the rest of a responder.
  init(linked: LinkedPlaces) { self.linked = linked }

  /// The ranks of areas that contain one point.
  ///
  /// - Parameter areas: coarse to fine.
  func ranks(of areas: [KnownObject]) throws(StoreError) -> [UInt8] {
    var ranks: [UInt8] = []
    var parent: UInt8 = 3
    for area in areas {
      var rank = area.object.ranks.address
      guard rank > 4 else {
        ranks.append(rank)
        continue
      }
      if AddressRanks.isAdministrative(area) {
        if parent >= rank { rank = parent >= 24 ? 25 : parent + 2 }
        rank = try rankOfPlace(area, parent) ?? rank
        parent = rank
      } else if area.object.mainTag.key == "place", (16...23).contains(rank), parent >= rank, parent < 24 {
        rank = parent + 2
      }
      ranks.append(rank)
    }
    return ranks
  }

  /// The rank of a boundary's own settlement, if it is finer than the boundary around.
  private func rankOfPlace(_ boundary: KnownObject, _ parent: UInt8) throws(StoreError) -> UInt8? {
    let rank =
      try linked.place(of: boundary)?.object.ranks.address
      ?? boundary.extra("place").flatMap(AddressRanks.rank(ofPlace:))
    guard let rank, rank > parent, rank < 26 else { return nil }
    return rank
  }

  /// The address rank of any object. For boundaries it depends on those around them.
  func rank(of object: KnownObject) throws(StoreError) -> UInt8 {
    let rank = object.object.ranks.address
    guard (5...25).contains(rank) else { return rank }
    if object.isNode { return try self.rank(ofNode: object) }
    guard AddressRanks.isAdministrative(object) else { return rank }
    let boundaries = try linked.boundaries(around: object)
    return zip(boundaries, try ranks(of: boundaries)).first { $0.0.object.id == object.object.id }?.1 ?? rank
  }

  /// The rank of a settlement mapped as a node.
  func rank(ofNode node: KnownObject) throws(StoreError) -> UInt8 {
    let rank = node.object.ranks.address
    guard node.object.mainTag.key == "place", (16...23).contains(rank) else { return rank }
    return try nodes.value(for: node.object.id) { () throws(StoreError) in
      try isPart(node, rank) ? rank + 2 : rank
    }
  }

  /// Whether a settlement lies in a boundary of the same rank that is not its own.
  private func isPart(_ node: KnownObject, _ rank: UInt8) throws(StoreError) -> Bool {
    for boundary in try linked.boundaries(around: node, where: { $0.source?.type == .relation })
    where boundary.object.ranks.address == rank {
      if try linked.place(of: boundary)?.object.id != node.object.id { return true }
    }
    return false
  }

  /// Whether an area is an administrative boundary, which may contain others.
  static func isAdministrative(_ area: KnownObject) -> Bool {
    area.object.mainTag == MapTag(key: "boundary", value: "administrative") && area.object.source.type == .relation
  }

  /// The address rank for the `place` tag of a boundary.
  private static func rank(ofPlace kind: String) -> UInt8? {
    switch kind {
    case "county", "district": 12
    case "municipality": 14
    case "city", "town", "village": 16
    case "borough": 18
    case "suburb", "hamlet", "croft": 20
    case "quarter", "subdivision", "allotments": 22
    case "neighbourhood": 24
    default: nil
    }
  }
}
