import GeoModel

extension JSONWriter {
  /// Writes `road`: the road that the point is on; unknown and false values are left out.
  mutating func road(_ road: PlacemarkRoad) {
    member("road") { json in
      json.member("name", road.name)
      json.member("ref", road.ref)
      json.member("class", road.roadClass)
      json.member("way", road.way)
      json.key("coordinate")
      json.coordinate(road.coordinate)
      json.member("distanceMeters", meters: road.distanceMeters)
      json.member("direction", road.direction?.rawValue)
      json.member("destination", road.destination)
      if road.isBridge { json.member("bridge", true) }
      if road.isTunnel { json.member("tunnel", true) }
      json.member("structureName", road.structureName)
      json.positionMembers(of: road)
      json.ruleMembers(of: road)
    }
  }

  /// Writes the position of the point on the road.
  private mutating func positionMembers(of road: PlacemarkRoad) {
    if let streets = road.crossStreets {
      member("crossStreets") { json in
        json.member("position", streets.position)
        json.member("names", streets.names)
      }
    }
    if let block = road.hundredBlock { member("hundredBlock", block) }
    if let junction = road.previousJunction { member("previousJunction", junction) }
    if let junction = road.nextJunction { member("nextJunction", junction) }
    if let kilometer = road.kilometer { member("kilometer", meters: kilometer) }
  }

  private mutating func member(_ name: StaticString, _ junction: RoadJunction) {
    member(name) { json in
      json.member("ref", junction.ref)
      json.member("name", junction.name)
      json.member("distanceMeters", meters: junction.distanceMeters)
    }
  }

  /// Writes the rules that apply on the road.
  private mutating func ruleMembers(of road: PlacemarkRoad) {
    if let speed = road.maxSpeed {
      member("maxSpeed") { json in
        json.member("text", speed.text)
        if let value = speed.kilometersPerHour { json.member("kilometersPerHour", meters: value) }
        json.member("origin", speed.origin.rawValue)
      }
    }
    member("surface", road.surface)
    if let hasToll = road.hasToll { member("toll", hasToll) }
    if road.isOneway { member("oneway", true) }
    if let lanes = road.lanes { member("lanes", lanes) }
    member("access", road.access)
  }
}

extension PlacemarkRoad {
  /// Reads a road as a client gets it; nil if a required member is missing.
  init?(_ node: JSONNode) {
    guard let roadClass = node.member("class")?.string, let way = SourceReference(node.member("way")),
      let coordinate = Coordinate(node.member("coordinate"))
    else { return nil }
    self.init(
      roadClass: roadClass, way: way, coordinate: coordinate,
      distanceMeters: node.member("distanceMeters")?.double ?? 0)
    name = node.member("name")?.string
    ref = node.member("ref")?.string
    direction = node.member("direction")?.string.flatMap(CompassPoint.init(rawValue:))
    destination = node.member("destination")?.string
    isBridge = node.member("bridge")?.bool ?? false
    isTunnel = node.member("tunnel")?.bool ?? false
    structureName = node.member("structureName")?.string
    crossStreets = node.member("crossStreets").flatMap(CrossStreets.init)
    hundredBlock = node.member("hundredBlock")?.integer
    previousJunction = node.member("previousJunction").map(RoadJunction.init)
    nextJunction = node.member("nextJunction").map(RoadJunction.init)
    kilometer = node.member("kilometer")?.double
    maxSpeed = node.member("maxSpeed").flatMap(RoadSpeed.init)
    surface = node.member("surface")?.string
    hasToll = node.member("toll")?.bool
    isOneway = node.member("oneway")?.bool ?? false
    lanes = node.member("lanes")?.integer
    access = node.member("access")?.string
  }
}

extension CrossStreets {
  fileprivate init?(_ node: JSONNode) {
    self.init(position: node.member("position")?.string ?? "", names: node.member("names")?.strings ?? [])
  }
}

extension RoadJunction {
  fileprivate init(_ node: JSONNode) {
    self.init(
      ref: node.member("ref")?.string, name: node.member("name")?.string,
      distanceMeters: node.member("distanceMeters")?.double ?? 0)
  }
}

extension RoadSpeed {
  fileprivate init?(_ node: JSONNode) {
    guard let text = node.member("text")?.string,
      let origin = node.member("origin")?.string.flatMap(Origin.init(rawValue:))
    else { return nil }
    self.init(text: text, kilometersPerHour: node.member("kilometersPerHour")?.double, origin: origin)
  }
}
