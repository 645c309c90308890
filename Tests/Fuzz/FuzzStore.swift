import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit

/// A small store with something of every kind, the same in every run.
final class FuzzStore {
  /// The store's file.
  var path: String { store.path }
  /// The file's bytes.
  let bytes: [UInt8]
  /// The size of a page in bytes, from SQLite's header.
  var pageSize: Int { Int(bytes[16]) << 8 | Int(bytes[17]) }
  /// Points with and without data: in town, beside it, on the other side of the globe, at the antimeridian.
  let points: [FixedPoint]
  private let store: TemporaryStore

  /// Makes the store.
  init() throws {
    let grid = Grid(
      """
      A . . . . . . . B
      . E . . . F . . .
      . . . H . . . . .
      . S . X . . T . .
      . G . . . K . . .
      D . . . . . . . C
      """)
    var content = StoreContent()
    let town = grid.line("ABCDA")
    content.area("Liechtenstein", level: 2, countryCode: "LI", ring: town)
    content.area(
      "Musterdorf", level: 8, labelPlace: SourceReference(type: .node, id: 1), timeZone: "Europe/Vaduz",
      polygons: [[town, grid.line("EFKGE")]], translations: ["de": "Musterdorf!"])
    content.area("Coarse land", level: 2, countryCode: "LI", isCoarse: true, ring: grid.line("ABCDA"))
    content.place("Musterdorf", kind: .town, population: 7_000, timeZone: "Europe/Vaduz", at: grid["X"])
    content.interpolation("1", "9", street: "Lindenweg", postalCode: "9490", grid.line("STC"))
    content.feature("Museum", category: "tourism=museum", at: grid["F"], outline: grid.line("FKTF"))
    var random = SeededGenerator(seed: 3)
    let centers = [grid["X"], FixedPoint(x: 1_799_990_000, y: -170_000_000), FixedPoint(x: 0, y: 899_000_000)]
    func near(_ center: FixedPoint) -> FixedPoint {
      FixedPoint(
        x: min(center.x + Int32.random(in: -20_000...20_000, using: &random), 1_800_000_000),
        y: min(center.y + Int32.random(in: -20_000...20_000, using: &random), 900_000_000))
    }
    for index in 0..<48 {
      let center = centers[index % centers.count]
      let line = (0...index % 9 + 1).map { _ in near(center) }
      content.street("Street \(index / 2)", line, layer: Int8(index % 2), postalCode: "94\(index % 5)")
      content.address("\(index)", street: "Street \(index / 2)", postalCode: "94\(index % 5)", at: line[0])
      let rings = [line + [near(center), line[0]]]
      let shape: MapObjectRecord.Shape =
        index % 3 == 0
        ? .point(line[0])
        : index % 3 == 1 ? .line(content.addLine(line)) : .polygons(content.addPolygons([rings]))
      content.object(
        "amenity=bench", name: "Bench \(index)", rank: UInt8(14 + index % 17), address: UInt8(14 + index % 17),
        tags: [(.extra, "note", "\(index)")], houseNumber: index % 4 == 0, shape)
    }
    content.address("7", street: "Lindenweg", city: "Musterdorf", at: grid["H"], outline: grid.line("HXTH"))
    points = [grid["X"], grid["C"], grid["K"]] + centers.dropFirst()
    store = try TemporaryStore(content)
    guard let bytes = fileBytes(store.path) else {
      throw StoreError(.unwritable, "\(store.path) cannot be read again")
    }
    self.bytes = bytes
  }
}
