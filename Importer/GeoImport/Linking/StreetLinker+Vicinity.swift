import GeoLocale
import GeoModel
import GeoStore
import GeoSupport

extension StreetLinker {
  /// Houses whose street no way bears take the nearest way with a similar name, if there is one close by.
  mutating func linkSimilarNames(of houses: MappedArray<Int>) {
    let vicinity = VicinityIndex(content, for: houses.lazy.map { [content] in content.addresses[$0].point })
    // More names would be forgotten sooner than used again.
    var folded = BoundedCache<NameID, String>(capacity: 100_000)
    for house in houses {
      guard let wanted = content.addresses[house].street.map({ fold($0, &folded) }) else { continue }
      let street = vicinity.nearestStreet(to: content.addresses[house].point, content) {
        SimilarNames.areSimilar(fold(content.streets[$0].name, &folded), wanted)
      }
      if let street { content.addresses[house].street = content.streets[street].name }
    }
  }

  /// A name folded word by word, mostly once: the key of a whole name has its words joined.
  private func fold(_ name: NameID, _ folded: inout BoundedCache<NameID, String>) -> String {
    folded.value(for: name) {
      content.names.text(name).split { $0 == " " || $0 == "-" }.map { NameFolding.key(for: String($0)) }
        .joined(separator: " ")
    }
  }

  /// Houses and interpolations without any street take the nearest named way.
  mutating func linkToVicinity() {
    let vicinity = VicinityIndex(content, for: homelessPoints())
    for house in content.addresses.indices where content.addresses[house].streetOrigin == .unknown {
      guard let street = vicinity.nearestStreet(to: content.addresses[house].point, content) else { continue }
      content.addresses[house].street = content.streets[street].name
      content.addresses[house].streetOrigin = .vicinity
    }
    for stretch in content.interpolations.indices where content.interpolations[stretch].streetOrigin == .unknown {
      let middle = content.middle(of: content.interpolations[stretch].line)
      guard let street = vicinity.nearestStreet(to: middle, content) else { continue }
      content.interpolations[stretch].street = content.streets[street].name
      content.interpolations[stretch].streetOrigin = .vicinity
    }
  }
}

extension StreetLinker {
  /// Points of the houses and interpolations without any street.
  private func homelessPoints() -> MappedArray<FixedPoint> {
    var points = MappedArray<FixedPoint>(in: content.workspace)
    for house in content.addresses where house.streetOrigin == .unknown { points.append(house.point) }
    for stretch in content.interpolations where stretch.streetOrigin == .unknown {
      points.append(content.middle(of: stretch.line))
    }
    return points
  }
}

extension StoreContent {
  /// The vertex in the middle of a line.
  func middle(of line: PointRange) -> FixedPoint { points[line.start + line.count / 2] }
}
