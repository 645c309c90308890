import GeoLocale
import GeoModel
import GeoStore

// How houses get their street:
// 0. The ways of one street get one name (see NameUnification).
// 1. A relation that lists the house gives it the relation's street, unless the house names one itself.
// 2. `addr:street` is looked for among the ways whose names mean the same, up to `reachMeters` away; the nearest gives its
//    name, so that a house and its street share one name whatever the spelling. Without such a way the text stays as it is.
//    But a way within 200 m whose name is nearly the same (see SimilarNames) is taken to be meant.
// 3. `addr:place` stays the name of a place.
// 4. A node without a street takes that of the building it stands in (see AddressCompletion).
// 5. A house without either gets the nearest named way within 200 m.

/// Gives houses and interpolations their streets.
struct StreetLinker {
  /// How far a way with the name of `addr:street` may be from the house.
  static let reachMeters = 3_000.0

  private var content: StoreContent
  private let index: StreetIndex
  private var keys: [NameID: UInt32?] = [:]

  /// A linker of what was gathered.
  init(_ content: consuming StoreContent) {
    self.content = content
    index = StreetIndex(self.content)
  }

  /// The content with streets given to its houses and interpolations.
  consuming func linked() -> StoreContent {
    NameUnification.apply(to: &content, index)
    for position in content.addresses.indices where isToBeFound(content.addresses[position].streetOrigin) {
      let address = content.addresses[position]
      if let street = address.street { content.addresses[position].street = name(meant: street, near: address.point) }
    }
    for position in content.interpolations.indices where isToBeFound(content.interpolations[position].streetOrigin) {
      let record = content.interpolations[position]
      guard let street = record.street, let first = content.vertices(record.line).first else { continue }
      content.interpolations[position].street = name(meant: street, near: first)
    }
    linkSimilarNames()
    AddressCompletion.apply(to: &content)
    linkToVicinity()
    return content
  }

  /// Whether the street is a text that should be the name of a way.
  private func isToBeFound(_ origin: AddressRecord.StreetOrigin) -> Bool { origin == .tag || origin == .relation }

  /// Houses whose street no way bears take the nearest way with a similar name, if there is one close by.
  private mutating func linkSimilarNames() {
    let houses = content.addresses.indices.filter {
      guard isToBeFound(content.addresses[$0].streetOrigin), let street = content.addresses[$0].street else {
        return false
      }
      return key(of: street) == nil
    }
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

  private func fold(_ name: NameID, _ folded: inout [NameID: String]) -> String {
    if let known = folded[name] { return known }
    let key = NameFolding.key(for: content.names[name].text)
    folded[name] = key
    return key
  }

  private mutating func linkToVicinity() {
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

  /// The name of the nearest way whose name means the same; the name itself when there is none within reach.
  private mutating func name(meant name: NameID, near point: FixedPoint) -> NameID {
    guard let key = key(of: name) else { return name }
    let projection = LocalProjection(origin: point)
    var best: (name: NameID, squared: Double)?
    index.forEachStreet(key, near: point, withinMeters: StreetLinker.reachMeters) { street in
      let record = content.streets[street]
      let squared = LineDistance.squaredMeters(projection, to: content.vertices(record.line))
      if squared < (best?.squared ?? StreetLinker.reachMeters * StreetLinker.reachMeters) {
        best = (record.name, squared)
      }
    }
    return best?.name ?? name
  }

  private mutating func key(of name: NameID) -> UInt32? {
    if let known = keys[name] { return known }
    let key = index.key(of: content.names[name].text)
    keys[name] = .some(key)
    return key
  }
}

extension StoreContent {
  /// The vertex in the middle of a line.
  func middle(of line: PointRange) -> FixedPoint { points[line.start + line.count / 2] }
}
