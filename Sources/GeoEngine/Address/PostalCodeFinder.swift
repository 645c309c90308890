import GeoModel
import GeoStore

/// Finds the nearest house with a postal code, for points whose own house and street have none.
///
/// 1. Circles of growing radius around the middle of the point's tile are searched until one holds a whole code.
/// 2. Let D be how far that house is from the middle, and h half the tile's diagonal. For every point of the tile the
///    nearest code is within D + 2h of the middle: those houses are kept with the tile, and the next point that asks only
///    looks through them.
/// 3. A house counts when it lies in the area that is the point's city, if there is one.
/// 4. Tiles wider than ``widestTileMeters`` are searched for the point itself; they lie where houses are few.
final class PostalCodeFinder {
  /// A house with a postal code.
  struct House {
    /// The code's row.
    var code: NameID
    /// The house.
    var source: SourceReference
    /// Where it is.
    var point: FixedPoint
  }

  private struct Key: Hashable {
    var box: FixedBox
    var city: AreaID?
  }

  private let store: StoreReader
  private var known: [Key: [House]] = [:]
  private var withoutCode = Set<AddressID>()
  private var candidates: [(id: AddressID, meters: Double)] = []
  /// Tiles whose houses are kept; a list has some dozens.
  private static let capacity = 16_384
  private static let addressCapacity = 131_072
  private static let rings = [100.0, 250, 600, Reach.postalCode]
  private static let widestTileMeters = 800.0

  init(store: StoreReader) { self.store = store }

  /// The nearest postal code in the same city, and how far its house is in metres; nil when there is none within
  /// ``Reach/postalCode``.
  ///
  /// - Parameter country: ISO code of the country, whose format the code must have.
  func nearest(
    to projection: LocalProjection, in tile: Tile, city: AreaID?, country: String?
  ) throws(StoreError) -> (house: House, distanceMeters: Double)? {
    let houses = try houses(around: projection, tile, city, country)
    var best: (house: House, distanceMeters: Double)?
    for house in houses {
      let meters = projection.project(house.point).squaredLength.squareRoot()
      if meters < best?.distanceMeters ?? Reach.postalCode { best = (house, meters) }
    }
    return best
  }

  private func houses(
    around projection: LocalProjection, _ tile: Tile, _ city: AreaID?, _ country: String?
  ) throws(StoreError) -> [House] {
    let middle = LocalProjection(origin: tile.box.middle)
    let corner = middle.project(FixedPoint(x: tile.box.maxX, y: tile.box.maxY)).squaredLength.squareRoot()
    guard corner * 2 <= PostalCodeFinder.widestTileMeters else { return try search(projection, 0, city, country) }
    let key = Key(box: tile.box, city: city)
    if let houses = known[key] { return houses }
    if known.count >= PostalCodeFinder.capacity { known.removeAll(keepingCapacity: true) }
    let houses = try search(middle, corner * 2, city, country)
    known[key] = houses
    return houses
  }

  /// The houses with codes around the middle of a circle: the nearest, and all that are at most `margin` farther.
  private func search(
    _ middle: LocalProjection, _ margin: Double, _ city: AreaID?, _ country: String?
  ) throws(StoreError) -> [House] {
    for ring in PostalCodeFinder.rings {
      try collect(within: ring + margin, of: middle, city)
      var found: [House] = []
      var farthest = ring
      for candidate in candidates {
        if candidate.meters > farthest { break }
        guard let house = try house(candidate.id, country) else { continue }
        if found.isEmpty { farthest = candidate.meters + margin }
        found.append(house)
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Gathers all houses of a circle, nearest first.
  private func collect(within radius: Double, of middle: LocalProjection, _ city: AreaID?) throws(StoreError) {
    candidates.removeAll(keepingCapacity: true)
    let boxes = SearchBoxes(around: middle, radiusMeters: radius)
    for box in [boxes.first, boxes.second] {
      guard let box else { continue }
      try store.forEachTile(in: box) { tile throws(StoreError) in
        for address in tile.addresses {
          let squared = middle.project(address.point).squaredLength
          guard squared <= radius * radius, !withoutCode.contains(address.id) else { continue }
          if tile.contains(address.point, area: city) { candidates.append((address.id, squared.squareRoot())) }
        }
        return true
      }
    }
    candidates.sort { $0.meters < $1.meters }
  }

  /// A house when it has a whole code; one without is remembered, so that its row is read once.
  private func house(_ id: AddressID, _ country: String?) throws(StoreError) -> House? {
    let row = try store.address(id)
    if let code = row.postalCode, PostalCodeFormat.isWhole(try store.name(code), inCountry: country) {
      return House(code: code, source: row.source, point: row.point)
    }
    if withoutCode.count >= PostalCodeFinder.addressCapacity { withoutCode.removeAll(keepingCapacity: true) }
    withoutCode.insert(id)
    return nil
  }
}

extension FixedBox {
  /// The point in the middle.
  fileprivate var middle: FixedPoint {
    FixedPoint(x: Int32((Int64(minX) + Int64(maxX)) / 2), y: Int32((Int64(minY) + Int64(maxY)) / 2))
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
