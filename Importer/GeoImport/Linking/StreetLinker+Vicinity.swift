import GeoLocale
import GeoModel
import GeoStore

extension StreetLinker {
  /// Houses whose street no way bears take the nearest way with a similar name, if there is one close by.
  mutating func linkSimilarNames(of houses: [Int]) {
    let vicinity = VicinityIndex(content, for: houses.map { content.addresses[$0].point })
    var folded: [NameID: String] = [:]
    for house in houses {
      guard let wanted = content.addresses[house].street.map({ fold($0, &folded) }) else { continue }
      let street = vicinity.nearestStreet(to: content.addresses[house].point, content) {
        SimilarNames.areSimilar(fold(content.streets[$0].name, &folded), wanted)
      }
      if let street { content.addresses[house].street = content.streets[street].name }
    }
  }

  /// A name folded word by word, once.
  private func fold(_ name: NameID, _ folded: inout [NameID: String]) -> String {
    if let known = folded[name] { return known }
    let words = content.names[name].text.split { $0 == " " || $0 == "-" }
    // Folded word by word: a whole name's key has its words joined.
    let key = words.map { NameFolding.key(for: String($0)) }.joined(separator: " ")
    folded[name] = key
    return key
  }

  /// Houses and interpolations without any street take the nearest named way.
  mutating func linkToVicinity() {
    let houses = content.addresses.indices.filter { content.addresses[$0].streetOrigin == .unknown }
    let stretches = content.interpolations.indices.filter { content.interpolations[$0].streetOrigin == .unknown }
    let middles = stretches.map { content.middle(of: content.interpolations[$0].line) }
    let vicinity = VicinityIndex(content, for: houses.map { content.addresses[$0].point } + middles)
    for house in houses {
      guard let street = vicinity.nearestStreet(to: content.addresses[house].point, content) else { continue }
      content.addresses[house].street = content.streets[street].name
      content.addresses[house].streetOrigin = .vicinity
    }
    for (stretch, middle) in zip(stretches, middles) {
      guard let street = vicinity.nearestStreet(to: middle, content) else { continue }
      content.interpolations[stretch].street = content.streets[street].name
      content.interpolations[stretch].streetOrigin = .vicinity
    }
  }
}

extension StoreContent {
  /// The vertex in the middle of a line.
  func middle(of line: PointRange) -> FixedPoint { points[line.start + line.count / 2] }
}
