import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoEngine

// Of houses with outlines, only candidates are measured; a trace measures all of them.
@Suite("What is measured for an answer changes nothing in it") struct MeasuringRules {
  /// The points where the answer differs from one that measures every house within reach.
  private func differences(_ engine: PlacemarkEngine, at points: [Coordinate]) throws -> [Coordinate] {
    points.filter { point in
      var query = PlacemarkQuery(coordinate: point)
      let answer = try? engine.placemarks(for: query).first
      query.includesTrace = true
      var thorough = try? engine.placemarks(for: query).first
      thorough?.trace = nil
      return answer != thorough
    }
  }

  @Test("at 300 random points among 500 angled houses of several tiles")
  func random() throws {
    var random = SeededGenerator(seed: 20)
    var town = Town("")
    let extent: Int32 = 100_000
    func place() -> FixedPoint {
      FixedPoint(
        x: 95_000_000 + Int32.random(in: 0...extent, using: &random),
        y: 471_000_000 + Int32.random(in: 0...extent, using: &random))
    }
    let names = (0..<12).map { town.content.names.intern("Street \($0)") }
    for (index, name) in names.enumerated() {
      town.content.streets.append(
        StreetRecord(
          source: SourceReference(type: .way, id: Int64(index + 1)), name: name, isReference: false, kind: .residential,
          isArea: false, layer: 0, postalCode: nil, line: town.content.addLine([place(), place()])))
    }
    for number in 1...500 {
      let corner = place()
      func moved(_ x: Int32, _ y: Int32) -> FixedPoint { FixedPoint(x: corner.x + x, y: corner.y + y) }
      let (long, wide) = (Int32.random(in: 1_000...6_000, using: &random), Int32.random(in: 200...900, using: &random))
      let ring = [
        corner, moved(long, 0), moved(long, wide), moved(wide, wide), moved(wide, long), moved(0, long), corner,
      ]
      town.content.addresses.append(
        AddressRecord(
          source: SourceReference(type: .way, id: Int64(1_000 + number)),
          houseNumber: town.content.names.intern("\(number)"), houseName: nil,
          street: names.randomElement(using: &random), streetOrigin: .tag, postalCode: nil, city: nil,
          point: moved(wide / 2, wide / 2), outline: number % 5 == 0 ? nil : town.content.addPolygons([[ring]])))
    }
    let points = (0..<300).map { _ in Coordinate(place()) }
    let found = try town.withEngine { try differences($0, at: points) }
    #expect(found == [])
  }

  @Test("a house whose box contains the point gives way to one whose walls are nearer")
  func boxes() throws {
    var town = Town(
      """
      ab       kl
            p  nm



       c     d
      f      e



      s               t
      """)
    town.street("Street", "st")
    town.house("1", "Street", outline: "abcdef")
    town.house("2", "Street", outline: "klmn")
    town.house("3", "Way", outline: "cde")
    let found = try town.ask("p")
    #expect(found.subThoroughfare == "2" && found.match == .address)
    #expect(abs(found.distanceMeters - 30) < 0.1)
  }
}
