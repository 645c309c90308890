import GeoModel
import GeoStore
import GeoSupport

/// The borders between countries of the extract.
///
/// 1. Where no country is known, as on the high seas, nothing is abroad.
/// 2. Borders are rare: most tiles lie in one country. Whether a border runs through a tile is remembered.
final class CountryBorders {
  let store: StoreReader
  /// Whether tiles have a piece of a border, by their corner.
  @exclusivity(unchecked) private var crossed = SlotTable<Bool>(slotBits: 12)
  /// Whether areas are countries of the extract.
  @exclusivity(unchecked) private var countries = SlotTable<Bool>(slotBits: 12)

  init(store: StoreReader) { self.store = store }

  /// Whether a border between countries of the extract runs through a tile.
  func cross(_ tile: Tile) throws(StoreError) -> Bool {
    let corner = tile.box
    let key = UInt64(UInt32(bitPattern: corner.minX)) << 32 | UInt64(UInt32(bitPattern: corner.minY))
    if let isCrossed = crossed[key] { return isCrossed }
    var isCrossed = false
    for position in tile.pieces.areas {
      guard case .area(let id) = tile.pieces[position].owner, try isRealCountry(id) else { continue }
      isCrossed = true
    }
    crossed.keep(isCrossed, for: key)
    return isCrossed
  }

  /// Whether a place lies in the same country of the extract as the points of a hierarchy, or both lie in none.
  func isHome(_ point: FixedPoint, _ hierarchy: Hierarchy) throws(StoreError) -> Bool {
    let tile = try store.tile(containing: point)
    var isInCountry = false
    for id in tile.covering where try isRealCountry(id) {
      if hierarchy.realCountries.contains(id) { return true }
      isInCountry = true
    }
    // Nearly all tiles have no border.
    guard try cross(tile) else { return !isInCountry && hierarchy.realCountries.isEmpty }
    for id in tile.areas(containing: point) where try isRealCountry(id) {
      if hierarchy.realCountries.contains(id) { return true }
      isInCountry = true
    }
    return !isInCountry && hierarchy.realCountries.isEmpty
  }

  private func isRealCountry(_ area: AreaID) throws(StoreError) -> Bool {
    if let known = countries[UInt64(area.rawValue)] { return known }
    let isReal = try store.area(area).isRealCountry
    countries.keep(isReal, for: UInt64(area.rawValue))
    return isReal
  }
}
