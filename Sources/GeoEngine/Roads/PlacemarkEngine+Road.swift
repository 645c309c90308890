import GeoModel
import GeoStore

extension PlacemarkEngine {
  /// Checks that a road query is valid and that the store has map objects.
  ///
  /// - Throws: ``GeocodingError`` of code `invalidQuery` whose message explains what to do.
  func check(_ road: RoadQuery) throws(GeocodingError) {
    try road.check()
    guard store.hasObjects else { throw PlacemarkEngine.noObjects }
  }

  /// The error of queries that need map objects, for a store without them.
  static let noObjects = GeocodingError(
    .invalidQuery, "this store has no map objects; import its extracts again without --without-objects")

  /// Adds the road that a point is on to its placemarks.
  func addRoad(_ road: RoadQuery, of query: PlacemarkQuery, to placemarks: inout [Placemark]) throws(StoreError) {
    guard let first = placemarks.first else { return }
    let map = roadMap ?? RoadMap(store: store)
    roadMap = map
    var chooser = RoadChooser(
      road, LocalProjection(origin: FixedPoint(query.coordinate).withinTheWorld),
      isOnWater: first.ocean != nil || first.inlandWater != nil)
    try chooser.choose(from: map)
    guard let place = chooser.best?.place else { return }
    let describer = RoadDescriber(
      map: map, place: place, query: road, namer: namers.namer(for: query.languages), country: first.isoCountryCode)
    var found = try describer.road()
    found.hundredBlock = first.hundredBlock(on: found.name)
    for index in placemarks.indices {
      placemarks[index].road = found
      placemarks[index].trace?.append(chooser.trace(of: found))
    }
  }
}

extension RoadChooser {
  /// The reason for the choice of this road.
  fileprivate func trace(of road: PlacemarkRoad) -> TraceEntry {
    let isNearest = road.distanceMeters <= nearestMeters
    let other = second.map { place in
      let name = place.way.name ?? place.way.ref ?? place.way.roadClass
      return "\(name), \(Int(place.meters.rounded())) m"
    }
    return TraceEntry(
      field: "road", value: road.ref ?? road.name ?? road.roadClass,
      rule: isNearest ? "nearest road" : query.usedBearing == nil ? "larger road" : "road in the direction of travel",
      source: road.way, distanceMeters: road.distanceMeters, runnerUp: other)
  }
}
