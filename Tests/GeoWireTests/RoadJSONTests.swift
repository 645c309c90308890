import Foundation
import GeoModel
import Testing

@testable import GeoWire

@Suite("Roads on the wire")
struct RoadJSONTests {
  private func placemark() throws -> Placemark {
    let coordinate = try Coordinate(latitude: 47.5, longitude: 9.25)
    var road = PlacemarkRoad(
      roadClass: "motorway", way: SourceReference(type: .way, id: 7), coordinate: coordinate, distanceMeters: 1.5)
    (road.name, road.ref, road.direction, road.destination) = ("Long \"Road\"", "A 9", .northEast, "Berlin")
    (road.isBridge, road.isTunnel, road.structureName) = (true, true, "High Bridge")
    road.crossStreets = .between("1st", "2nd")
    road.hundredBlock = 1200
    road.previousJunction = RoadJunction(ref: "72", name: "West", distanceMeters: 12.5)
    road.nextJunction = RoadJunction(ref: nil, name: "East", distanceMeters: 100)
    (road.kilometer, road.surface, road.hasToll, road.isOneway) = (512.5, "asphalt", false, true)
    (road.lanes, road.access) = (3, "private")
    road.maxSpeed = RoadSpeed(text: "RU:urban", kilometersPerHour: 60, origin: .implicit)
    var placemark = Placemark(coordinate: coordinate, distanceMeters: 0, match: .street, source: nil)
    placemark.road = road
    return placemark
  }

  @Test("a road survives the way, with all its members, also by Swift's own encoders")
  func wholeWay() throws {
    let placemark = try placemark()
    var bytes: [UInt8] = []
    PlacemarkJSON.append(placemark, to: &bytes)
    var parser = JSONParser()
    #expect(try parser.parse(bytes) { Placemark($0) } == placemark)
    #expect(try JSONDecoder().decode(Placemark.self, from: Data(bytes)) == placemark)
    let encoder = JSONEncoder()
    #expect(try JSONDecoder().decode(Placemark.self, from: try encoder.encode(placemark)) == placemark)
  }

  @Test("what is not known or not so is left out")
  func bare() throws {
    var placemark = try placemark()
    let coordinate = placemark.coordinate
    placemark.road = PlacemarkRoad(
      roadClass: "road", way: SourceReference(type: .way, id: 7), coordinate: coordinate, distanceMeters: 0)
    var bytes: [UInt8] = []
    PlacemarkJSON.append(placemark, to: &bytes)
    let road =
      #""road":{"class":"road","way":{"type":"way","id":7},"coordinate":{"latitude":47.5,"longitude":9.25},"distanceMeters":0}"#
    #expect(String(decoding: bytes, as: UTF8.self).contains(road))
  }

  @Test("columns of a road")
  func columns() throws {
    let placemark = try placemark()
    var row = JSONWriter()
    row.row([.road, .roadRef, .roadWay, .roadDirection, .crossStreet, .junction, .kilometer, .maxSpeed], of: placemark)
    #expect(
      String(decoding: row.bytes, as: UTF8.self)
        == #"["Long \"Road\"","A 9","way/7","Berlin","between 1st and 2nd","between 72 West and East",512.5,60]"#)
  }

  @Test(
    "options of roads need 'road', and are checked",
    arguments: [
      #""profile":"driving""#, #""bearingDegrees":5"#, #""road":true,"bearingDegrees":361"#,
      #""road":true,"profile":"flying""#,
      #""road":1"#, #""road":true,"speedMetersPerSecond":-1"#,
    ])
  func refusals(members: String) throws {
    let text =
      #"{"id":1,"method":"reverseGeocode","params":{"coordinate":{"latitude":1,"longitude":2},"# + members + "}}"
    var parser = JSONParser()
    let request = try parser.parse(Array(text.utf8)) { WireRequest($0) }
    #expect(throws: WireError.self) { try request.call.get() }
  }
}
