import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoEngine
@testable import GeoStore

@Suite("A city that houses around need not be asked for") struct TileCityRules {
  private static let center = FixedPoint(x: 95_000_000, y: 471_000_000)

  private func near(_ meters: Double, _ generator: inout SeededGenerator) -> FixedPoint {
    LocalProjection(origin: TileCityRules.center).unproject(
      LocalPoint(
        x: Double.random(in: -meters...meters, using: &generator),
        y: Double.random(in: -meters...meters, using: &generator)))
  }

  private func square(_ meters: Double) -> [FixedPoint] {
    let projection = LocalProjection(origin: TileCityRules.center)
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    return corners.map { projection.unproject(LocalPoint(x: $0.0 * meters, y: $0.1 * meters)) }
  }

  /// A town whose houses name one of two cities or none, among areas and settlements that the seed chooses.
  private func town(_ seed: UInt64) -> StoreContent {
    var generator = SeededGenerator(seed: seed)
    var content = StoreContent()
    content.area("Land", level: 2, countryCode: "LI", isCoarse: seed % 2 == 0, ring: square(30_000))
    switch seed % 5 {
    case 0: content.area("Alba", level: 8, ring: square(900))
    case 1: content.area("Alba", level: 8, isCoarse: true, ring: square(1_500))
    case 2:
      content.area("Alba", level: 0, kind: .place, placeKind: .city, isCoarse: true, polygons: [[square(1_500)]])
    default: break
    }
    let names = ["Alba", "alba", "Bera", "Cera"]
    for kind in [PlaceKind.town, .village, .hamlet, .city] where Bool.random(using: &generator) {
      content.place(
        names.randomElement(using: &generator)!, kind: kind,
        reachMeters: Float.random(in: 600...6_000, using: &generator),
        isCoarse: Int.random(in: 0..<3, using: &generator) == 0, at: near(2_000, &generator))
    }
    for index in 0..<12 {
      let start = near(1_500, &generator)
      content.street("Street \(index % 6)", [start, FixedPoint(x: start.x + 20_000, y: start.y + 5_000)])
    }
    let cities = (0..<Int.random(in: 1...3, using: &generator)).map { _ in names.randomElement(using: &generator)! }
    let spread = Double.random(in: 100...2_500, using: &generator)
    let share = Int.random(in: 0...4, using: &generator)
    for index in 0..<60 {
      let namesCity = Int.random(in: 0..<4, using: &generator) < share
      content.address(
        "\(index)", street: index % 4 == 0 ? nil : "Street \(Int.random(in: 0..<7, using: &generator))",
        postalCode: index % 3 == 0 ? "94\(Int.random(in: 90...93, using: &generator))" : nil,
        city: namesCity ? cities.randomElement(using: &generator)! : nil, at: near(spread, &generator))
    }
    return content
  }

  @Test("tiles list cities as far as an answer looks at houses")
  func reach() {
    let farthest = [
      Reach.house, Reach.postalCode, Reach.postalCodeOnStreet, Reach.houseWithCity,
      2 * Reach.house + Reach.besideNamedHouse,
    ]
    #expect(farthest.allSatisfy { $0 < NearbyCities.farthestMeters })
  }

  @Test("answers are those for which houses are asked, at 60 points of 100 random towns")
  func asksNobody() throws {
    var sure = 0
    for seed in 1...100 as ClosedRange<UInt64> {
      let store = try TemporaryStore(town(seed))
      let (engine, other) = (
        try PlacemarkEngine(database: store.path), try PlacemarkEngine(database: store.path)
      )
      other.usesCitiesOfTiles = false
      var generator = SeededGenerator(seed: seed + 1_000)
      for _ in 0..<60 {
        var query = PlacemarkQuery(coordinate: Coordinate(near(2_500, &generator)))
        for detail in [PlacemarkDetail.city, .suburb, .street, .address] {
          query.detail = detail
          query.limit = detail == .address ? 3 : 1
          query.includesTrace = detail == .street
          let expected = try? other.placemarks(for: query)
          #expect((try? engine.placemarks(for: query)) == expected, "seed \(seed), \(query)")
        }
        let builder = try engine.builder(for: query, .placemark, isGrounded: false)
        _ = try engine.choose(builder)
        if try builder.cityWhateverHousesSay(AddressFacts()) != nil { sure += 1 }
      }
    }
    #expect(sure > 1_000 && sure < 5_500, "\(sure) of 6,000 points need no house")
  }
}
