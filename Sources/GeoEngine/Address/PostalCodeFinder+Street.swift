import GeoModel
import GeoStore

extension PostalCodeFinder {
  /// The nearest house of a street with a whole postal code in the same city; nil when there is none within
  /// ``Reach/postalCodeOnStreet``.
  ///
  /// The tiles around know the street of each house, so that only houses of the street are read. A small circle comes first,
  /// as nearly all are found there.
  ///
  /// - Parameter country: ISO code of the country, whose format the code must have.
  func nearest(
    to projection: LocalProjection, on street: NameID, city: AreaID?, country: String?
  ) throws(StoreError) -> House? {
    for radius in [Reach.surePostalCodeOnStreet, Reach.postalCodeOnStreet] {
      var best: House?
      let boxes = SearchBoxes(around: projection, radiusMeters: radius)
      for box in [boxes.first, boxes.second] {
        guard let box else { continue }
        try store.forEachTile(in: box) { tile throws(StoreError) in
          for address in tile.addresses where address.street == street {
            let meters = projection.project(address.point).squaredLength.squareRoot()
            guard meters < best?.distanceMeters ?? radius, tile.contains(address.point, area: city) else { continue }
            guard let code = try store.address(address.id).postalCode, try isWhole(code, country) else { continue }
            best = House(code: code, id: address.id, distanceMeters: meters)
          }
          return true
        }
      }
      if let best { return best }
    }
    return nil
  }
}

extension Tile {
  /// Whether a point of the tile lies in an area; true for no area.
  fileprivate func contains(_ point: FixedPoint, area: AreaID?) -> Bool {
    guard let area, !covering.contains(area) else { return true }
    for piece in pieces where piece.owner == .area(area) { return contains(point, piece: piece) }
    return false
  }
}
