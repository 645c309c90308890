import Foundation
import GeoEngine
import GeoModel
import GeoStore

/// The honest measure of lent postal codes: known codes are hidden from the import, and the engine is queried at those
/// houses.
///
/// 1. The hidden codes are those of houses that have one in the full store and none in the other.
/// 2. The engine uses only the other store. It is queried at each house, and its code is compared with the hidden one.
/// 3. Two simpler rules are compared as well: the nearest house with a code, and the nearest center of all houses of a
///    code, as in geocoders that keep one point for each code.
struct HiddenCodes {
  /// The results for the hidden codes of one region.
  private struct Score {
    var houses = 0
    var right = 0
    var missing = 0
    var rightByNearest = 0
    var rightByMiddle = 0
  }

  /// A house with its code.
  private struct House {
    var point: FixedPoint
    var code: String
  }

  let store: String
  let fullStore: String

  /// Prints the share of codes that were found again, by region.
  func compare() throws {
    let known = try houses(of: store)
    let hidden = try houses(of: fullStore).filter { known[$0.key] == nil }.sorted { $0.key.id < $1.key.id }.map(\.value)
    let regions = Dictionary(grouping: known.values, by: HiddenCodes.region)
    let middles = regions.mapValues(HiddenCodes.middles)
    let engine = try PlacemarkEngine(database: store)
    var scores: [String: Score] = [:]
    for house in hidden {
      let region = HiddenCodes.region(house)
      let query = PlacemarkQuery(coordinate: Coordinate(house.point))
      let placemark = try ReferenceComparison.placemarks(query, engine).first
      var score = scores[region] ?? Score()
      score.houses += 1
      if let code = placemark?.postalCode {
        if bare(code) == house.code { score.right += 1 }
      } else {
        score.missing += 1
      }
      let neighbors = regions[region] ?? []
      if nearest(neighbors, to: house.point) == house.code { score.rightByNearest += 1 }
      if nearest(middles[region] ?? [], to: house.point) == house.code { score.rightByMiddle += 1 }
      scores[region] = score
    }
    print("region                houses   ours       without    nearest    middle of the code's houses")
    for (region, score) in scores.sorted(by: { $0.key < $1.key }) { printRow(region, score) }
    printRow(
      "all",
      scores.values.reduce(into: Score()) { sum, score in
        sum.houses += score.houses
        sum.right += score.right
        sum.missing += score.missing
        sum.rightByNearest += score.rightByNearest
        sum.rightByMiddle += score.rightByMiddle
      })
  }

  private func printRow(_ name: String, _ score: Score) {
    let parts = [score.right, score.missing, score.rightByNearest, score.rightByMiddle].map {
      String(format: "%6.1f %%   ", Double($0) * 100 / Double(max(score.houses, 1)))
    }
    print(
      name.padding(toLength: 20, withPad: " ", startingAt: 0) + String(format: "%8d", score.houses) + parts.joined())
  }

  // MARK: Houses

  /// The houses of a store with a code that is not a list, by object.
  private func houses(of path: String) throws -> [SourceReference: House] {
    let store = try StoreReader(path: path)
    var ids: [AddressID] = []
    try store.forEachTile(in: .world) { tile in
      ids += tile.addresses.map(\.id)
      return true
    }
    var houses: [SourceReference: House] = [:]
    for id in ids {
      let row = try store.address(id)
      guard let name = row.postalCode else { continue }
      houses[row.source] = House(point: row.point, code: bare(try store.name(name)))
    }
    return houses
  }

  private func bare(_ code: String) -> String { code.uppercased().filter { $0 != " " && $0 != "-" } }

  /// The region of a sample town: a square of one degree.
  private static func region(_ house: House) -> String {
    "\(Int((Double(house.point.y) / 1e7).rounded(.down))) N \(Int((Double(house.point.x) / 1e7).rounded(.down))) E"
  }

  // MARK: Simpler rules

  private func nearest(_ houses: [House], to point: FixedPoint) -> String? {
    let projection = LocalProjection(origin: point)
    return houses.min { projection.project($0.point).squaredLength < projection.project($1.point).squaredLength }?.code
  }

  /// One point for each code, in the center of its houses.
  private static func middles(_ houses: [House]) -> [House] {
    Dictionary(grouping: houses, by: \.code).map { code, houses in
      let x = houses.reduce(0) { $0 + Int64($1.point.x) } / Int64(houses.count)
      let y = houses.reduce(0) { $0 + Int64($1.point.y) } / Int64(houses.count)
      return House(point: FixedPoint(x: Int32(x), y: Int32(y)), code: code)
    }
  }
}
