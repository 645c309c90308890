import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport

extension ContentBuilder {
  /// Adds settlements that are mapped only as an area, so that they have a reach beyond it, like those mapped as nodes.
  ///
  /// 1. Only cities, towns, villages and hamlets of extracts are added. For parts of a settlement the area is enough.
  /// 2. The settlement's point lies inside the area's polygon with the most vertices. Its reach is that of its kind.
  /// 3. It is not added if a settlement of the same name has a node within that reach, because that node already
  ///    extends beyond the area.
  mutating func addSettlementsOfAreas() {
    let outlined = content.areas.filter { !$0.isCoarse && $0.kind == .place && $0.placeKind.map(hasReach) ?? false }
    guard !outlined.isEmpty else { return }
    let names = Set(outlined.map { content.names.text($0.name) })
    var known: [String: [FixedPoint]] = [:]
    for place in content.places where !place.isCoarse && hasReach(place.kind) {
      let name = content.names.text(place.name)
      if names.contains(name) { known[name, default: []].append(place.point) }
    }
    // The number of settlements of its name that an area is compared with on average.
    var allowance = WorkAllowance(each: 1_024)
    for area in outlined {
      let name = content.names.text(area.name)
      allowance.next()
      guard let place = settlement(area), !place.isWithinReach(of: known[name] ?? [], &allowance) else { continue }
      known[name, default: []].append(place.point)
      content.places.append(place)
    }
  }

  /// Whether settlements of a kind have a reach beyond their mapped area.
  private func hasReach(_ kind: PlaceKind) -> Bool {
    switch kind {
    case .city, .town, .village, .hamlet: true
    default: false
    }
  }

  /// A settlement at a point inside an area; nil if the area has no inside.
  private func settlement(_ area: AreaRecord) -> PlaceRecord? {
    let largest = content.polygons(area.rings).max { $0[0].count < $1[0].count } ?? []
    guard let kind = area.placeKind, let point = InteriorPoint.of(largest.map { $0[...] }) else { return nil }
    return PlaceRecord(
      source: area.source, kind: kind, name: area.name, population: area.population, countryCode: nil, postalCode: nil,
      timeZone: area.timeZone, isCoarse: false,
      reachMeters: PlaceClassifier.reachMeters(kind, population: area.population), point: point)
  }
}

extension ContentBuilder {
  /// Merges the translations of a municipality or quarter and of the settlement that is its label or center, if their
  /// local names are equal. Often only the settlement has translations. Where both have one, the area's wins.
  mutating func shareNamesOfLabels() {
    // A parish and the town in it may share a center.
    var labelled: [SourceReference: [Int]] = [:]
    for (position, area) in content.areas.enumerated() where area.level >= ContentBuilder.municipality {
      if let label = area.labelPlace { labelled[label, default: []].append(position) }
    }
    guard !labelled.isEmpty else { return }
    for position in content.places.indices {
      guard let source = content.places[position].source else { continue }
      for area in labelled[source] ?? [] {
        let (own, other) = (content.areas[area].name, content.places[position].name)
        guard own != other, content.names.text(own) == content.names.text(other) else { continue }
        let shared = content.names.intern(content.names[own].completed(by: content.names[other]))
        content.areas[area].name = shared
        content.places[position].name = shared
      }
    }
  }

  /// Larger areas, which have lower levels, may differ from their capital in some languages: Québec, Quebec City.
  private static let municipality: UInt8 = 7
}

extension NameTable.Name {
  /// The name, completed with translations that only the other name has.
  func completed(by other: NameTable.Name) -> NameTable.Name {
    let known = Set(translations.map(\.language))
    return NameTable.Name(text, translations: translations + other.translations.filter { !known.contains($0.language) })
  }
}

extension PlaceRecord {
  /// Whether any of the points is within the settlement's reach.
  fileprivate func isWithinReach(of points: [FixedPoint], _ allowance: inout WorkAllowance) -> Bool {
    let projection = LocalProjection(origin: point)
    let squaredReach = Double(reachMeters) * Double(reachMeters)
    return points.contains { allowance.spend(1) && projection.project($0).squaredLength <= squaredReach }
  }
}
