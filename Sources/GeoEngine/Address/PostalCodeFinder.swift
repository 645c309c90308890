import GeoModel
import GeoStore

/// Finds the nearest house with a postal code, for points whose own house and street have none.
///
/// 1. Circles of growing radius are searched, so that in towns a few tiles are enough.
/// 2. A house counts when it lies in the area that is the point's city, if there is one.
/// 3. Rows are read nearest first, and what was read is remembered: the houses of a quarter without codes are asked for
///    again by the next point.
final class PostalCodeFinder {
  /// A postal code and the house it was taken from.
  struct Found {
    /// The code's row.
    var code: NameID
    /// The house.
    var source: SourceReference
    /// Metres from the asked point to the house.
    var distanceMeters: Double
  }

  private struct House {
    var id: AddressID
    var squaredMeters: Double
  }

  private let store: StoreReader
  private var withoutCode = Set<AddressID>()
  private var houses: [House] = []
  private static let capacity = 65_536
  private static let rings = [100.0, 250, 600, Reach.postalCode]

  init(store: StoreReader) { self.store = store }

  /// The nearest postal code in the same city; nil when there is none within ``Reach/postalCode``.
  ///
  /// - Parameter country: ISO code of the country, whose format the code must have.
  func nearest(
    to projection: LocalProjection, city: StoredArea?, country: String?
  ) throws(StoreError) -> Found? {
    for radius in PostalCodeFinder.rings {
      try collect(within: radius, projection, city)
      if let found = try nearestOfCollected(country) { return found }
    }
    return nil
  }

  private func collect(within radius: Double, _ projection: LocalProjection, _ city: StoredArea?) throws(StoreError) {
    houses.removeAll(keepingCapacity: true)
    let boxes = SearchBoxes(around: projection, radiusMeters: radius)
    for box in [boxes.first, boxes.second] {
      guard let box else { continue }
      try store.forEachTile(in: box) { tile throws(StoreError) in
        collect(from: tile, within: radius, projection, city)
        return true
      }
    }
    houses.sort { $0.squaredMeters < $1.squaredMeters }
  }

  private func collect(from tile: Tile, within radius: Double, _ projection: LocalProjection, _ city: StoredArea?) {
    for address in tile.addresses where !withoutCode.contains(address.id) {
      let squared = projection.project(address.point).squaredLength
      guard squared <= radius * radius, tile.contains(address.point, area: city) else { continue }
      houses.append(House(id: address.id, squaredMeters: squared))
    }
  }

  private func nearestOfCollected(_ country: String?) throws(StoreError) -> Found? {
    for house in houses {
      let row = try store.address(house.id)
      if let code = row.postalCode, PostalCodeFormat.isWhole(try store.name(code), inCountry: country) {
        return Found(code: code, source: row.source, distanceMeters: house.squaredMeters.squareRoot())
      }
      if withoutCode.count >= PostalCodeFinder.capacity { withoutCode.removeAll(keepingCapacity: true) }
      withoutCode.insert(house.id)
    }
    return nil
  }
}

extension Tile {
  /// Whether a point of the tile lies in an area; true for no area.
  fileprivate func contains(_ point: FixedPoint, area: StoredArea?) -> Bool {
    guard let area, !covering.contains(area.id) else { return true }
    for piece in pieces where piece.owner == .area(area.id) { return contains(point, piece: piece) }
    return false
  }
}
