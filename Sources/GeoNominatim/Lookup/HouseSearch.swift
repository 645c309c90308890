import GeoLocale
import GeoModel
import GeoStore

/// Finds the house that stands for a place on a street: the nearest one that belongs to it.
final class HouseSearch {
  /// Objects that were read.
  private let shelf: ObjectShelf
  /// Tells which street a house belongs to.
  private let parents: ParentFinder
  private var houses: [MapObjectSketch] = []

  /// Shares what it needs with the rest of a responder.
  init(shelf: ObjectShelf, parents: ParentFinder) {
    self.shelf = shelf
    self.parents = parents
  }

  /// The nearest house of a street; nil when there is none within ``Reach/houseOnStreet``.
  func house(on street: KnownObject, near point: FixedPoint, _ filter: LayerFilter) throws(StoreError)
    -> MapObjectSketch?
  {
    guard !street.object.names.isEmpty else { return nil }
    for ring in HouseSearch.rings {
      if let house = try house(on: street, near: point, within: ring, filter) { return house }
    }
    return nil
  }

  /// Most houses are close: the second circle is seldom needed.
  private static let rings = [40.0, Reach.houseOnStreet]

  /// The nearest house of a street within a circle.
  private func house(
    on street: KnownObject, near point: FixedPoint, within meters: Double, _ filter: LayerFilter
  ) throws(StoreError) -> MapObjectSketch? {
    houses.removeAll(keepingCapacity: true)
    try shelf.store.objects(around: point, withinMeters: meters, ranks: 30...30) { object in
      if filter.isAddressPoint(object) { houses.append(object) }
    }
    houses.sort { ($0.distanceMeters, $0.id.rawValue) < ($1.distanceMeters, $1.id.rawValue) }
    for house in houses where try parents.isParent(street, of: try shelf.object(house.id)) { return house }
    return nil
  }
}
