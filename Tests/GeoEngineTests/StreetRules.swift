import GeoModel
import GeoStore
import GeoSupport
import Testing

@testable import GeoEngine

@Suite("Streets") struct StreetRules {
  @Test("the nearest street is the one whose line is nearest, not the one whose ends are")
  func nearestByLine() throws {
    var town = Town(
      """
      a                                        b

                           p
                          cd
      """)
    town.street("Long Street", "ab")
    town.street("Short Street", "cd")
    let near = try town.ask("p")
    #expect(near.thoroughfare == "Short Street")
    var only = Town("a      p      b", metersPerCell: 100)
    only.street("Long Street", "ab")
    #expect(try only.ask("p").distanceMeters < 0.1)
  }

  @Test("the distance that is reported is the true one, in metres")
  func trueDistance() throws {
    var town = Town(
      """
      a    b

        p
      """)
    town.street("High Street", "ab", kind: .motorway)
    let found = try town.ask("p")
    #expect(abs(found.distanceMeters - 20) < 0.1)
    #expect(found.match == .street)
    #expect(abs(found.coordinate.latitude - town.coordinate("a").latitude) < 1e-6)
  }

  @Test("the street in front wins over a motorway that is a little nearer")
  func motorwaysCountLess() throws {
    var town = Town(
      """
      a            b

            p


      c            d
      """, metersPerCell: 5)
    town.street("Motorway", "ab", kind: .motorway)
    town.street("Front Street", "cd")
    #expect(try town.ask("p").thoroughfare == "Front Street")
  }

  @Test(
    "right on the line of a road for drivers only it is that road, unless another line is as near, and beside it is not",
    arguments: [StreetKind.motorway, .trunk, .link], [0, 1] as [Int8])
  func onMotorway(kind: StreetKind, layer: Int8) throws {
    // Rows are 2 m apart.
    var town = Town(
      """
      a      o      b
      e      q      f

             h

             r


      c             d
      """, metersPerCell: 2)
    town.street("A 100", "ab", kind: kind, isReference: true, layer: layer)
    town.street("Front Street", "cd")
    #expect(try town.ask("o").thoroughfare == "A 100")
    #expect(try town.ask("r").thoroughfare == "Front Street")
    town.house("7", "Front Street", at: "h")
    #expect(try town.ask("o").thoroughfare == "A 100" && town.ask("o").subThoroughfare == nil)
    town.street("Underpass", "ef")
    #expect(try town.ask("q").thoroughfare == "Underpass")
  }

  @Test("right on the line of a tunnel for drivers only it is the street above")
  func onMotorwayBelow() throws {
    var town = Town(
      """
      a      o      b

      c             d
      """, metersPerCell: 4)
    town.street("A 100", "ab", kind: .motorway, isReference: true, layer: -1)
    town.street("Above", "cd")
    #expect(try town.ask("o").thoroughfare == "Above")
  }

  @Test("a road's number is taken only when no named street is about as near")
  func namesBeforeReferences() throws {
    var town = Town(
      """
      a            b
            p

      c            d
      """, metersPerCell: 5)
    town.street("L 123", "ab", isReference: true)
    #expect(try town.ask("p").thoroughfare == "L 123")
    town.street("Front Street", "cd")
    #expect(try town.ask("p").thoroughfare == "Front Street")
  }

  @Test("a tunnel below counts less than the street above it")
  func tunnelsCountLess() throws {
    var town = Town(
      """
      a            b
            p



      c     q      d
      """, metersPerCell: 4)
    town.street("Tunnel", "ab", layer: -1)
    #expect(try town.ask("p").thoroughfare == "Tunnel")
    town.street("Above", "cd")
    #expect(try town.ask("p").thoroughfare == "Above")
    #expect(try town.ask("q").thoroughfare == "Above")
  }

  @Test("a square contains its points: they are 0 m away from it, however far its edges are")
  func squaresContain() throws {
    var town = Town(
      """
      a              b
      e              f
              p
      d              c
      """)
    town.street("Market Square", "abcda", kind: .pedestrian, isArea: true)
    town.street("Side Street", "ef", kind: .residential)
    let found = try town.ask("p")
    #expect(found.thoroughfare == "Market Square")
    #expect(found.distanceMeters == 0)
  }

  @Test("beyond a kilometre nothing is a street any more")
  func reach() throws {
    var town = Town("ab   p                 q", metersPerCell: 100)
    town.street("Lonely Road", "ab")
    #expect(try town.ask("p").thoroughfare == "Lonely Road")
    #expect(throws: GeocodingError(.placemarkNotFound)) { try town.ask("q") }
  }

  @Test("a maximum distance leaves out what is farther")
  func maximumDistance() throws {
    var town = Town(
      """
      a    b
        p
      """)
    town.street("High Street", "ab")
    #expect(try town.ask("p") { $0.maximumDistanceMeters = 12 }.thoroughfare == "High Street")
    #expect(throws: GeocodingError(.placemarkNotFound)) { try town.ask("p") { $0.maximumDistanceMeters = 8 } }
  }

  @Test("streets are found across the antimeridian, also near a pole", arguments: [-17.0, 0, 70, 89.5])
  func antimeridian(latitude: Double) throws {
    // Fifteen meters on either side.
    let degrees = 15 / 111_195 / cos(latitude * .pi / 180)
    var town = Town("ab", metersPerCell: 10, latitude: latitude, longitude: 180 - degrees)
    town.street("Date Line Street", "ab")
    let east = try Coordinate(latitude: latitude, longitude: -180 + degrees)
    let found = try town.withEngine { try $0.placemarks(for: PlacemarkQuery(coordinate: east)) }
    #expect(found[0].thoroughfare == "Date Line Street")
    #expect(abs(found[0].distanceMeters - 20) < 1)
  }

  @Test("nothing is found at the poles, without fuss")
  func poles() throws {
    var town = Town("ab")
    town.street("Far Away", "ab")
    for latitude in [90.0, -90, 89.99999, -89.99999] {
      let pole = try Coordinate(latitude: latitude, longitude: 12)
      #expect(throws: GeocodingError(.placemarkNotFound)) {
        try town.withEngine { try $0.placemarks(for: PlacemarkQuery(coordinate: pole)) }
      }
    }
  }

  @Test("longitude 180 and -180 are one place")
  func bothEndsOfTheWorld() throws {
    var town = Town("ab", metersPerCell: 10, latitude: 5, longitude: 179.9998)
    town.street("Last Street", "ab")
    for longitude in [180.0, -180] {
      let point = try Coordinate(latitude: 5, longitude: longitude)
      let found = try town.withEngine { try $0.placemarks(for: PlacemarkQuery(coordinate: point)) }
      #expect(found[0].thoroughfare == "Last Street")
    }
  }
}
