import GeoModel
import GeoStore

extension ContentBuilder {
  /// Adds the settlements that are mapped as an area only, so that they reach beyond it, as those mapped as nodes do.
  ///
  /// 1. A town, village or hamlet of the extract counts; of its parts the area says all.
  /// 2. It stands at a point inside its largest polygon, with the reach of its kind.
  /// 3. It is not added where a settlement of the same name within that reach has a node: that one reaches beyond it already.
  mutating func addSettlementsOfAreas() {
    let outlined = content.areas.filter { !$0.isCoarse && $0.kind == .place && $0.placeKind.map(hasReach) ?? false }
    guard !outlined.isEmpty else { return }
    let names = Set(outlined.map { content.names.text($0.name) })
    var known: [String: [FixedPoint]] = [:]
    for place in content.places where !place.isCoarse && hasReach(place.kind) {
      let name = content.names.text(place.name)
      if names.contains(name) { known[name, default: []].append(place.point) }
    }
    for area in outlined {
      let name = content.names.text(area.name)
      guard let place = settlement(area), !place.isWithinReach(of: known[name] ?? []) else { continue }
      known[name, default: []].append(place.point)
      content.places.append(place)
    }
  }

  /// Whether settlements of a kind reach beyond what is mapped of them.
  private func hasReach(_ kind: PlaceKind) -> Bool {
    switch kind {
    case .city, .town, .village, .hamlet: true
    default: false
    }
  }

  /// A settlement in the middle of an area; nil where it has no inside.
  private func settlement(_ area: AreaRecord) -> PlaceRecord? {
    let largest = content.polygons(area.rings).max { $0[0].count < $1[0].count } ?? []
    guard let kind = area.placeKind, let point = InteriorPoint.of(largest.map { $0[...] }) else { return nil }
    return PlaceRecord(
      source: area.source, kind: kind, name: area.name, population: area.population, countryCode: nil, postalCode: nil,
      timeZone: area.timeZone, isCoarse: false,
      reachMeters: PlaceClassifier.reachMeters(kind, population: area.population), point: point)
  }
}

extension PlaceRecord {
  /// Whether one of some points is within the settlement's reach.
  fileprivate func isWithinReach(of points: [FixedPoint]) -> Bool {
    let projection = LocalProjection(origin: point)
    let squaredReach = Double(reachMeters) * Double(reachMeters)
    return points.contains { projection.project($0).squaredLength <= squaredReach }
  }
}
