import Foundation
import GeoImport
import GeoModel
import GeoTestKit
import Testing

@testable import GeoEngine

@Suite("Roads")
struct RoadRules {
  /// A street of two ways with two corners and a named path beside it, a motorway of two carriageways with junctions
  /// and milestones, and a bridge over the motorway.
  private static let map = """
    <osm version="0.6">
    <node id="1" lat="47.1400" lon="9.5200"/><node id="2" lat="47.1400" lon="9.5220"/>
    <node id="3" lat="47.1400" lon="9.5230"/><node id="4" lat="47.1400" lon="9.5240"/>
    <node id="5" lat="47.1400" lon="9.5260"/>
    <node id="6" lat="47.1390" lon="9.5220"/><node id="7" lat="47.1410" lon="9.5220"/>
    <node id="8" lat="47.1390" lon="9.5240"/><node id="9" lat="47.1410" lon="9.5240"/>
    <node id="11" lat="47.14008" lon="9.5200"/><node id="12" lat="47.14008" lon="9.5260"/>
    <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/>
    <tag k="highway" v="secondary"/><tag k="name" v="Main Street"/><tag k="name:de" v="Hauptstraße"/>
    <tag k="maxspeed" v="25 mph"/><tag k="lanes" v="4"/><tag k="surface" v="asphalt"/></way>
    <way id="11"><nd ref="5"/><nd ref="4"/><nd ref="3"/>
    <tag k="highway" v="secondary"/><tag k="name" v="Main Street"/><tag k="maxspeed" v="XX:30"/></way>
    <way id="12"><nd ref="6"/><nd ref="2"/><nd ref="7"/>
    <tag k="highway" v="residential"/><tag k="name" v="A Street"/></way>
    <way id="13"><nd ref="8"/><nd ref="4"/><nd ref="9"/>
    <tag k="highway" v="residential"/><tag k="name" v="B Street"/></way>
    <node id="41" lat="47.1420" lon="9.5240"/>
    <way id="9"><nd ref="9"/><nd ref="41"/><tag k="highway" v="residential"/></way>
    <way id="14"><nd ref="11"/><nd ref="12"/><tag k="highway" v="path"/><tag k="name" v="Green Path"/></way>
    <node id="21" lat="47.1300" lon="9.5300">
    <tag k="highway" v="motorway_junction"/><tag k="ref" v="1"/><tag k="name" v="South"/></node>
    <node id="22" lat="47.1400" lon="9.5300"/><node id="23" lat="47.1450" lon="9.5300"/>
    <node id="24" lat="47.1500" lon="9.5300"><tag k="highway" v="motorway_junction"/><tag k="ref" v="2"/></node>
    <node id="25" lat="47.1500" lon="9.5298"/><node id="26" lat="47.1300" lon="9.5298"/>
    <node id="27" lat="47.1440" lon="9.5280"/><node id="28" lat="47.1440" lon="9.5320"/>
    <node id="31" lat="47.1410" lon="9.53005"><tag k="highway" v="milestone"/><tag k="distance" v="10"/></node>
    <node id="32" lat="47.1428" lon="9.53005"><tag k="highway" v="milestone"/><tag k="distance" v="10.2 km"/></node>
    <way id="20"><nd ref="21"/><nd ref="22"/><nd ref="23"/>
    <tag k="highway" v="motorway"/><tag k="ref" v="A 1"/><tag k="maxspeed" v="120"/><tag k="toll" v="yes"/>
    <tag k="destination" v="North"/></way>
    <way id="29"><nd ref="23"/><nd ref="24"/><tag k="highway" v="motorway"/><tag k="ref" v="A 1"/></way>
    <way id="21"><nd ref="25"/><nd ref="26"/><tag k="highway" v="motorway"/><tag k="ref" v="A 1"/></way>
    <way id="22"><nd ref="27"/><nd ref="28"/><tag k="highway" v="residential"/><tag k="name" v="Over Lane"/>
    <tag k="bridge" v="yes"/><tag k="bridge:name" v="Over Bridge"/></way>
    <node id="51" lat="47.1600" lon="9.5200"/><node id="52" lat="47.1600" lon="9.5300"/>
    <node id="53" lat="47.1600" lon="9.5240"/><node id="54" lat="47.1600" lon="9.5260"/>
    <node id="55" lat="47.16003" lon="9.5210"><tag k="railway" v="milestone"/><tag k="railway:position" v="7,0"/></node>
    <node id="56" lat="47.16003" lon="9.5290">
    <tag k="railway" v="milestone"/><tag k="railway:position" v="7.6"/></node>
    <way id="50"><nd ref="51"/><nd ref="53"/><nd ref="54"/><nd ref="52"/>
    <tag k="railway" v="rail"/><tag k="ref" v="5900"/><tag k="name" v="Valley Line"/><tag k="maxspeed" v="160"/></way>
    <node id="57" lat="47.1590" lon="9.5240"/><node id="58" lat="47.1610" lon="9.5240"/>
    <way id="51"><nd ref="57"/><nd ref="53"/><nd ref="58"/>
    <tag k="highway" v="residential"/><tag k="name" v="Crossing Road"/></way>
    <node id="59" lat="47.1590" lon="9.5270"/><node id="60" lat="47.1598" lon="9.5270"/>
    <way id="52"><nd ref="59"/><nd ref="60"/><tag k="highway" v="motorway_link"/></way>
    <node id="61" lat="47.1700" lon="9.5200"/><node id="62" lat="47.1700" lon="9.5400"/>
    <node id="63" lat="47.1680" lon="9.5180"/><node id="64" lat="47.1680" lon="9.5420"/>
    <node id="65" lat="47.1720" lon="9.5420"/><node id="66" lat="47.1720" lon="9.5180"/>
    <way id="60"><nd ref="61"/><nd ref="62"/><tag k="route" v="ferry"/><tag k="name" v="North Ferry"/></way>
    <way id="61"><nd ref="63"/><nd ref="64"/><nd ref="65"/><nd ref="66"/><nd ref="63"/>
    <tag k="natural" v="water"/><tag k="name" v="Wide Lake"/></way>
    <node id="71" lat="47.1800" lon="9.5200"/><node id="72" lat="47.1800" lon="9.5203"/>
    <node id="73" lat="47.1802" lon="9.5203"/><node id="74" lat="47.1802" lon="9.5200"/>
    <node id="75" lat="47.1798" lon="9.5198"/>
    <way id="70"><nd ref="71"/><nd ref="72"/><nd ref="73"/><nd ref="74"/><nd ref="71"/>
    <tag k="highway" v="residential"/><tag k="name" v="Ring"/><tag k="oneway" v="yes"/></way>
    <way id="71"><nd ref="71"/><nd ref="75"/><tag k="highway" v="residential"/><tag k="name" v="Spur"/></way>
    </osm>
    """

  private static func engine(withObjects: Bool = true) throws -> PlacemarkEngine {
    let folder = TemporaryFolder()
    let (file, store) = (folder.file("map.osm"), folder.file("map.sqlite"))
    try map.write(toFile: file, atomically: true, encoding: .utf8)
    var options = ImportOptions(threads: 1, worldLayer: nil)
    options.includesObjects = withObjects
    _ = try Importer(options).run(extracts: [file], output: store)
    return try PlacemarkEngine(database: store)
  }

  private func road(
    _ latitude: Double, _ longitude: Double, languages: [String] = [], _ change: (inout RoadQuery) -> Void = { _ in }
  ) throws -> PlacemarkRoad? {
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
    query.languages = languages
    var road = RoadQuery()
    change(&road)
    query.road = road
    return try RoadRules.engine().placemarks(for: query)[0].road
  }

  @Test("a point on a street is at a corner, or between two, over the ends of ways")
  func corners() throws {
    #expect(try road(47.1400, 9.52215)?.crossStreets == .at("A Street"))
    let between = try #require(try road(47.1400, 9.5232))
    #expect(between.name == "Main Street" && between.way == SourceReference(type: .way, id: 11))
    #expect(Set(between.crossStreets?.names ?? []) == ["A Street", "B Street"])
    #expect(between.direction == nil && between.distanceMeters < 0.1)
    let west = try road(47.1400, 9.5232) { $0.bearingDegrees = 270 }
    #expect(west?.crossStreets == .between("B Street", "A Street") && west?.direction == .west)
    let east = try road(47.1400, 9.5226) { $0.bearingDegrees = 95 }
    #expect(east?.crossStreets == .between("A Street", "B Street") && east?.direction == .east)
    #expect(try road(47.1400, 9.5250)?.crossStreets == .near("B Street"))
  }

  @Test("where a road with a name and one without begin at one point, it is on the former")
  func nameless() throws {
    #expect(try road(47.1410, 9.5240)?.name == "B Street")
    #expect(try road(47.1415, 9.5240)?.way == SourceReference(type: .way, id: 9))
  }

  @Test("a walk goes around a closed road once, also if what was read is forgotten meanwhile", arguments: [1, 4_096])
  func closedRoad(capacity: Int) throws {
    let map = RoadMap(store: try RoadRules.engine().store, capacity: capacity)
    let point = FixedPoint(x: 95_203_000, y: 471_801_000)
    var chooser = RoadChooser(RoadQuery(), LocalProjection(origin: point), isOnWater: false)
    try chooser.choose(from: map)
    let place = try #require(chooser.best?.place)
    var meters = 0.0
    try RoadWalk(map: map, start: place, sign: 1, isAhead: true).go(withinMeters: 1_000) { step in
      meters = step.meters
      return true
    }
    #expect(place.way.name == "Ring" && abs(meters - 56) < 1)
  }

  @Test("what holds on a road, and its name in a language")
  func rules() throws {
    let street = try #require(try road(47.1400, 9.5206, languages: ["de"]))
    #expect(street.name == "Hauptstraße" && street.roadClass == "secondary")
    #expect(street.lanes == 4 && street.surface == "asphalt" && !street.isOneway && street.hasToll == nil)
    #expect(street.maxSpeed?.text == "25 mph" && street.maxSpeed?.origin == .tagged)
    #expect(abs((street.maxSpeed?.kilometersPerHour ?? 0) - 40.2) < 0.1)
    let implied = try road(47.1400, 9.5250)?.maxSpeed
    #expect(implied == RoadSpeed(text: "XX:30", kilometersPerHour: 30, origin: .implicit))
    #expect(try road(47.1395, 9.5220)?.maxSpeed == nil)
  }

  @Test("a point on a motorway is on it, also under a bridge, between its junctions and milestones")
  func motorway() throws {
    let road = try #require(try road(47.1419, 9.5300))
    #expect(road.ref == "A 1" && road.name == nil && road.isOneway && road.hasToll == true)
    #expect(road.direction == .north && road.destination == "North" && road.crossStreets == nil)
    #expect(road.previousJunction?.title == "1 South" && road.nextJunction?.title == "2")
    #expect(abs((road.previousJunction?.distanceMeters ?? 0) - 1_323) < 3)
    #expect(abs((road.nextJunction?.distanceMeters ?? 0) - 901) < 3)
    #expect(abs((road.kilometer ?? 0) - 10.1) < 0.01)
    #expect(try self.road(47.1440, 9.53001)?.ref == "A 1")
    let bridge = try self.road(47.1440, 9.5310)
    #expect(bridge?.name == "Over Lane" && bridge?.isBridge == true && bridge?.structureName == "Over Bridge")
  }

  @Test("a point on a railway is on its line, between its milestones, unless a road crosses there or it drives")
  func railway() throws {
    let line = try #require(try road(47.16001, 9.5250))
    #expect(line.roadClass == "rail" && line.ref == "5900" && line.name == "Valley Line" && line.crossStreets == nil)
    #expect(abs((line.kilometer ?? 0) - 7.3) < 0.01 && line.maxSpeed?.text == "160")
    #expect(try road(47.1600, 9.52401)?.name == "Crossing Road")
    #expect(try road(47.1604, 9.5240)?.crossStreets == nil)
    // Beside the line, and for cars, other roads count.
    #expect(try road(47.16020, 9.5250)?.name == "Crossing Road")
    #expect(try road(47.16001, 9.5250) { $0.profile = .driving }?.name == "Crossing Road")
  }

  @Test("a ramp without a name is a road; on water a ferry's line counts from afar")
  func rampsAndFerries() throws {
    let ramp = try #require(try road(47.1594, 9.52701))
    #expect(
      ramp.way == SourceReference(type: .way, id: 52) && ramp.roadClass == "motorway_link" && ramp.isOneway == false)
    let ferry = try #require(try road(47.1704, 9.5300))
    #expect(ferry.name == "North Ferry" && ferry.roadClass == "ferry" && ferry.crossStreets == nil)
    #expect(try road(47.1704, 9.5300) { $0.profile = .driving }?.name == "North Ferry")
  }

  @Test("the bearing of what moves chooses the carriageway")
  func bearings() throws {
    func way(_ bearing: Double?, _ speed: Double? = nil) throws -> Int64? {
      try road(47.1425, 9.52991) {
        ($0.bearingDegrees, $0.speedMetersPerSecond) = (bearing, speed)
      }?.way.id
    }
    #expect(try way(nil) == 20 && way(2) == 20 && way(360) == 20)
    #expect(try way(180) == 21 && way(170, 30) == 21)
    // The bearing of a stationary receiver is ignored.
    #expect(try way(180, 0.2) == 20)
  }

  @Test("who moves, and how exactly it is known where, choose the road")
  func profiles() throws {
    func name(_ profile: RoadProfile, accuracy: Double? = nil) throws -> String? {
      try road(47.14007, 9.5210) { ($0.profile, $0.accuracyMeters) = (profile, accuracy) }?.name
    }
    #expect(try name(.any) == "Green Path" && name(.walking) == "Green Path")
    #expect(try name(.driving) == "Main Street")
    #expect(try name(.any, accuracy: 15) == "Main Street")
    #expect(try road(47.1425, 9.5300) { $0.profile = .walking }?.name == "Over Lane")
  }

  @Test("nothing is said unless asked for; what makes no sense, and a store without objects, are errors")
  func errors() throws {
    let engine = try RoadRules.engine()
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: 47.14, longitude: 9.521))
    #expect(try engine.placemarks(for: query)[0].road == nil)
    for (bearing, speed, accuracy) in [(361.0, 0.0, 0.0), (.nan, 0, 0), (0, -1, 0), (0, .nan, 0), (0, 0, .infinity)] {
      var road = RoadQuery()
      (road.bearingDegrees, road.speedMetersPerSecond, road.accuracyMeters) = (bearing, speed, accuracy)
      query.road = road
      let error = #expect(throws: GeocodingError.self) { try engine.placemarks(for: query) }
      #expect(error?.code == .invalidQuery)
    }
    query.road = RoadQuery()
    let error = #expect(throws: GeocodingError.self) {
      try RoadRules.engine(withObjects: false).placemarks(for: query)
    }
    #expect(error?.message.contains("--without-objects") == true)
  }

  @Test("an explanation says why it is this road")
  func trace() throws {
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: 47.14007, longitude: 9.5210))
    (query.includesTrace, query.road) = (true, RoadQuery())
    let entry = try RoadRules.engine().placemarks(for: query)[0].trace?.last
    #expect(entry?.field == "road" && entry?.value == "Green Path" && entry?.rule == "nearest road")
    #expect(entry?.runnerUp == "Main Street, 8 m")
  }
}
