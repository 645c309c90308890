import GeoEngine
import GeoImport
import GeoModel
import GeoStore
import GeoTestKit
import OSMFile
import Testing

@testable import GeoNominatim

/// Placemarks and `/reverse` agree on one store, except where the API of `/reverse` requires a difference.
@Suite("Placemark and /reverse agree")
struct AgreementTests {
  /// A town of one municipality and one county with two streets, a suburb, houses, an interpolation and a shop.
  private static let drawing = """
    A . . . . . . . . . . . . . . . . . B
    . . . . . . . . . . . . . . . . . . .
    . . . h . . k . . . s . . n . . m . .
    . . C . . . . . . . . . . . . . . D .
    . . . . p . . . . . w . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . E . . . . . F . . . . . . . . . .
    . . . . q . r . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    H . . . . . . . . . . . . . . . . . G
    """

  /// Compares points at every tenth of a cell of the drawing, so that they lie before, beside and between all things.
  ///
  /// - Parameters:
  ///   - country: the code of the country.
  ///   - town: `admin_level` and further tags of the municipality.
  ///   - changed: the tags of nodes that differ from the defaults.
  private func comparison(
    country: String = "LI", town: (level: Int, tags: [String: String]) = (8, [:]),
    changed: [Character: [String: String]] = [:]
  ) throws -> FaceComparison {
    let folder = TemporaryFolder()
    let grid = Grid(AgreementTests.drawing)
    let tags: [Character: [String: String]] = [
      "h": ["addr:housenumber": "1", "addr:street": "Upper Street", "addr:postcode": "9490"],
      "k": ["addr:housenumber": "3", "addr:street": "Upper Street", "addr:postcode": "9490"],
      "p": ["addr:housenumber": "2", "addr:street": "Upper Street", "shop": "bakery", "name": "Bread"],
      "q": ["addr:housenumber": "7", "addr:place": "Green"],
      "r": ["addr:housenumber": "9", "addr:street": "Lower Street"],
      "s": ["amenity": "bench", "name": "Old Bench"], "w": ["place": "suburb", "name": "Green"],
      "n": ["addr:housenumber": "11", "addr:street": "Upper Street"],
      "m": ["addr:housenumber": "19", "addr:street": "Upper Street"],
    ].merging(changed) { $1 }
    let nodes = "ABCDEFGHhkmnpqrsw".sorted().map { letter in
      OSMNode(id: id(letter), x: grid[letter].x, y: grid[letter].y, tags: tags[letter] ?? [:])
    }
    let boundary = { (level: Int, name: String, more: [String: String]) in
      ["type": "boundary", "boundary": "administrative", "admin_level": "\(level)", "name": name]
        .merging(more) { $1 }
    }
    let path = folder.file("town.osm.pbf")
    try OSMFileWriter.write(
      path: path, nodes: nodes,
      ways: [
        way(1, "ABGHA", [:]), way(2, "CD", ["highway": "residential", "name": "Upper Street"]),
        way(3, "EF", ["highway": "footway", "name": "Lower Street"]), way(4, "nm", ["addr:interpolation": "odd"]),
      ],
      relations: [
        (2, "Land", ["ISO3166-1": country]), (4, "Canton", [:]), (6, "Shire", [:]), (town.level, "Town", town.tags),
      ].map { level, name, more in
        OSMRelation(id: Int64(level), members: [OSMMember(.way, 1, role: "outer")], tags: boundary(level, name, more))
      })
    let store = folder.file("town.sqlite")
    _ = try Importer(ImportOptions(threads: 1, worldLayer: nil)).run(extracts: [path], output: store)
    var comparison = FaceComparison(engine: try PlacemarkEngine(database: store))
    let (corner, end) = (grid["A"], grid["G"])
    for x in stride(from: corner.x, through: end.x, by: Int((end.x - corner.x) / 60)) {
      for y in stride(from: end.y, through: corner.y, by: Int((corner.y - end.y) / 30)) {
        try comparison.compare(at: Coordinate(FixedPoint(x: x, y: y)))
      }
    }
    return comparison
  }

  private func id(_ letter: Character) -> Int64 { Int64(letter.unicodeScalars.first!.value) }

  private func way(_ id: Int64, _ letters: String, _ tags: [String: String]) -> OSMWay {
    OSMWay(id: id, refs: letters.map(self.id), tags: tags)
  }

  @Test("in a drawn town")
  func town() throws {
    let comparison = try comparison()
    #expect(comparison.disagreements.prefix(5) == [])
    #expect(comparison.count > 1_500)
    // The bench is the answer around itself, without a number; the suburb is not a street.
    let places = comparison.accounted[.placeOfInterest] ?? [:]
    #expect((1...300).contains(places[.houseNumber] ?? 0) && places[.city] == nil && places[.country] == nil)
    #expect(comparison.accounted[.rank]?.keys.sorted { $0.rawValue < $1.rawValue } == [.street])
    // Liechtenstein has no states, and its parishes are cities.
    #expect(comparison.accounted[.furtherLevel].map { Array($0.keys) } == [.state])
  }

  @Test("where a village is the city for some houses of a street, and for others a part of the town")
  func village() throws {
    let house = ["addr:housenumber": "3", "addr:street": "Upper Street", "addr:city": "Green"]
    let comparison = try comparison(
      country: "AD", town: (7, ["place": "town"]), changed: ["w": ["place": "village", "name": "Green"], "k": house])
    #expect(comparison.disagreements.prefix(5) == [])
  }

  @Test("a comparison finds what differs")
  func finds() throws {
    // An engine that knows another town disagrees at every house.
    let comparison = try comparison()
    #expect(comparison.policy(.houseNumber, placemark("5"), nil) == nil)
    #expect(comparison.policy(.street, placemark("5"), nil) == nil)
  }

  private func placemark(_ number: String) -> Placemark {
    var placemark = Placemark(
      coordinate: Coordinate(FixedPoint(x: 0, y: 0)), distanceMeters: 1, match: .address, source: nil)
    (placemark.subThoroughfare, placemark.thoroughfare) = (number, "Upper Street")
    return placemark
  }

  #if DEBUG
    /// Without optimization the import of all extracts takes minutes, so fewer points of one extract are used.
    private static let (extract, count) = ("liechtenstein-autauga-alabama-2021-01-06.osm.pbf", 500)
  #else
    private static let (extract, count) = ("scale/merged-17-extracts.osm.pbf", 10_000)
  #endif

  @Test("on real extracts", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
  func extracts() throws {
    let folder = TemporaryFolder()
    let path = folder.file("extract.sqlite")
    let options = ImportOptions(threads: 2, worldLayer: SharedData.packageRoot + "/data/world.osm.pbf")
    _ = try Importer(options).run(extracts: [SharedData.path(AgreementTests.extract)], output: path)
    var comparison = FaceComparison(engine: try PlacemarkEngine(database: path))
    for point in try points(in: path) { try comparison.compare(at: point) }
    print(comparison.report)
    #expect(comparison.disagreements.prefix(5) == [])
    #expect(comparison.count == AgreementTests.count)
  }

  /// Random points around houses and street corners: six of ten within 60 m, three within 500 m, one within 3 km.
  private func points(in path: String) throws -> [Coordinate] {
    let store = try StoreReader(path: path)
    var anchors: [FixedPoint] = []
    try store.forEachTile(in: store.info.bounds ?? .world) { tile in
      anchors += tile.addresses.lazy.map(\.point)
      for street in tile.streets {
        anchors += tile.vertices(of: street.line).prefix(1)
      }
      return true
    }
    var random = SeededGenerator(seed: 20_210_106)
    return (0..<AgreementTests.count).map { index in
      let reach = index % 10 < 6 ? 60.0 : index % 10 < 9 ? 500 : 3_000
      let projection = LocalProjection(origin: anchors.randomElement(using: &random)!)
      let (x, y) = (
        Double.random(in: -reach...reach, using: &random), Double.random(in: -reach...reach, using: &random)
      )
      return Coordinate(projection.unproject(LocalPoint(x: x, y: y)))
    }
  }
}
