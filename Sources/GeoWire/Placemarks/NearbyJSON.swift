import GeoModel

extension JSONWriter {
  /// Writes the objects around a point as an object with `things`, nearest first.
  package mutating func things(_ things: [NearbyThing]) {
    object { json in
      json.member("things", array: things) { $0.thing($1) }
    }
  }

  private mutating func thing(_ thing: NearbyThing) {
    object { json in
      json.member("title", thing.title)
      json.member("name", thing.name)
      json.member("kind", thing.kind)
      json.key("distanceMeters")
      json.meters(thing.distanceMeters)
      if let bearing = thing.bearingDegrees {
        json.key("bearingDegrees")
        json.meters(bearing)
      }
      json.key("coordinate")
      json.coordinate(thing.coordinate)
      json.member("formattedAddress", thing.formattedAddress)
      json.member("source", thing.source)
    }
  }
}
