import GeoLocale
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport

// How houses get their streets:
// 0. All ways of one street get the same name (see NameUnification).
// 1. A house listed in a street relation gets the relation's street, unless it has an `addr:street` itself.
// 2. `addr:street` is matched with ways of the same folded name up to `reachMeters` away. The house takes the name of
//    the nearest, so that both share one name whatever the spelling. The second choice is a way that has the text as
//    its name in another language. The third choice is a way within 200 m with a similar name (see SimilarNames).
//    Without any such way, the text stays as it is.
// 3. `addr:place` stays the name of a place.
// 4. A node without a street takes that of the building around it (see AddressCompletion).
// 5. A house without a street or place gets the nearest named way within 200 m.

/// Links houses and interpolations to their streets.
struct StreetLinker {
  /// The maximum distance between a house and the way named by its `addr:street`.
  static let reachMeters = 3_000.0

  var content: StoreContent
  private let index: StreetIndex
  /// The key of each name: ``unknown`` if not looked up yet, ``none`` if no street has the name.
  private var keys: MappedArray<UInt32>

  /// The average number of vertices to compare for a house, all of ways with the name of its street.
  private var allowance = WorkAllowance(each: 2_048)

  private static let unknown = UInt32.max
  private static let none = UInt32.max - 1

  /// Creates a linker of unlinked content.
  init(_ content: consuming StoreContent) {
    self.content = content
    index = StreetIndex(self.content)
    keys = MappedArray(repeating: StreetLinker.unknown, count: self.content.names.count, in: self.content.workspace)
  }

  /// The ranges and rows that were dropped while linking.
  struct LeftOut {
    /// The number of address ranges without a street.
    var ranges = 0
    /// The dropped rows of address tables, with the position of their table.
    var rows: [(table: Int, reason: SkipReason)] = []
  }

  /// Links houses and interpolations to streets, and returns the linked content and the dropped rows.
  ///
  /// - Parameter tablesWin: whether the table's house is kept, not the map's, if both have it.
  consuming func linked(tablesWin: Bool = false) -> (content: StoreContent, leftOut: LeftOut) {
    NameUnification.apply(to: &content, index)
    linkInterpolations()
    var left = LeftOut(ranges: linkRanges())
    linkSimilarNames(of: linkTranslated(linkHouses()))
    AddressCompletion.apply(to: &content)
    linkToVicinity()
    left.rows = dropTwins(tablesWin: tablesWin)
    return (content, left)
  }

  /// Gives houses the name of the way that their `addr:street` means.
  ///
  /// - Returns: the houses without such a way.
  private mutating func linkHouses() -> MappedArray<Int> {
    var unmatched = MappedArray<Int>(in: content.workspace)
    for house in content.addresses.indices where isToBeFound(content.addresses[house].streetOrigin) {
      guard let street = content.addresses[house].street else { continue }
      if let name = name(meant: street, near: content.addresses[house].point) {
        content.addresses[house].street = name
      } else {
        unmatched.append(house)
      }
    }
    return unmatched
  }

  /// Links houses that name their street in another language than the map does.
  ///
  /// - Returns: the houses without such a way.
  private mutating func linkTranslated(_ houses: MappedArray<Int>) -> MappedArray<Int> {
    guard !houses.isEmpty, !content.streets.isEmpty else { return houses }
    let translations = StreetIndex(translationsOf: content)
    var unmatched = MappedArray<Int>(in: content.workspace)
    for house in houses {
      let record = content.addresses[house]
      let key = record.street.flatMap { translations.key(of: content.names.text($0)) }
      if let key, let name = nearestName(key, in: translations, to: record.point) {
        content.addresses[house].street = name
      } else {
        unmatched.append(house)
      }
    }
    return unmatched
  }

  /// Gives interpolations the name of the way that they mean, searched from their first vertex.
  private mutating func linkInterpolations() {
    for position in content.interpolations.indices where isToBeFound(content.interpolations[position].streetOrigin) {
      let record = content.interpolations[position]
      guard let street = record.street, let first = content.vertices(record.line).first else { continue }
      content.interpolations[position].street = name(meant: street, near: first) ?? street
    }
  }

  /// Whether the street is a text that should be the name of a way.
  private func isToBeFound(_ origin: StreetOrigin) -> Bool { origin == .tag || origin == .relation }

  /// The name of the nearest way with the same folded name; nil if none is within reach.
  private mutating func name(meant name: NameID, near point: FixedPoint) -> NameID? {
    street(meant: name, near: point).map { content.streets[$0].name }
  }

  /// The nearest way with the same folded name; nil if none is within reach.
  mutating func street(meant name: NameID, near point: FixedPoint) -> Int? {
    guard let key = key(of: name) else { return nil }
    return nearest(key, in: index, to: point)
  }

  /// The name of the nearest way under a key of an index; nil if none is within reach.
  private mutating func nearestName(_ key: UInt32, in index: StreetIndex, to point: FixedPoint) -> NameID? {
    nearest(key, in: index, to: point).map { content.streets[$0].name }
  }

  private mutating func nearest(_ key: UInt32, in index: StreetIndex, to point: FixedPoint) -> Int? {
    let projection = LocalProjection(origin: point)
    var best: (street: Int, squared: Double)?
    allowance.next()
    index.forEachStreet(key, near: point, withinMeters: StreetLinker.reachMeters) { street in
      let record = content.streets[street]
      guard allowance.spend(4 + record.line.count) else { return false }
      let squared = LineDistance.squaredMeters(projection, to: content.vertices(record.line))
      guard squared < StreetLinker.reachMeters * StreetLinker.reachMeters else { return true }
      if let best {
        guard squared < best.squared || squared == best.squared && record.comesBefore(content.streets[best.street])
        else { return true }
      }
      best = (street, squared)
      return true
    }
    return best?.street
  }

  /// The key of a name, folded once; nil if no street has the name.
  private mutating func key(of name: NameID) -> UInt32? {
    let position = Int(name.rawValue)
    if keys[position] == StreetLinker.unknown {
      keys[position] = index.key(of: content.names.text(name)) ?? StreetLinker.none
    }
    return keys[position] == StreetLinker.none ? nil : keys[position]
  }
}

extension StreetLinker {
  /// Links houses whose street is not the name of any way to the nearest way with a similar name, if one is close by.
  mutating func linkSimilarNames(of houses: MappedArray<Int>) {
    guard !content.streets.isEmpty else { return }
    var vicinity = VicinityIndex(content, for: houses.lazy.map { [content] in content.addresses[$0].point })
    // A house has about a dozen names around it.
    var comparisons = WorkAllowance(each: 32, start: 1 << 20)
    // Bounds the memory of the folded names.
    var folded = BoundedCache<NameID, SimilarNames.Key>(capacity: 100_000)
    for house in houses {
      guard let wanted = content.addresses[house].street.map({ fold($0, &folded) }) else { continue }
      // The ways nearby have only a few different names.
      comparisons.next()
      var verdicts: [NameID: Bool] = [:]
      let street = vicinity.nearestStreet(to: content.addresses[house].point, content) {
        let name = content.streets[$0].name
        if let known = verdicts[name] { return known }
        guard comparisons.spend(1) else { return false }
        let isMeant = SimilarNames.areSimilar(fold(name, &folded), wanted)
        verdicts[name] = isMeant
        return isMeant
      }
      if let street { content.addresses[house].street = content.streets[street].name }
    }
  }

  /// Folds a name word by word and caches the result. `NameFolding` would join the words of a whole name.
  private func fold(_ name: NameID, _ folded: inout BoundedCache<NameID, SimilarNames.Key>) -> SimilarNames.Key {
    folded.value(for: name) {
      let words = content.names.text(name).unicodeScalars.split { $0 == " " || $0 == "-" }
      return SimilarNames.Key(words.map { NameFolding.key(for: String($0)) }.joined(separator: " "))
    }
  }

  /// Links houses and interpolations without a street to the nearest named way.
  mutating func linkToVicinity() {
    var vicinity = VicinityIndex(content, for: homelessPoints())
    for house in content.addresses.indices where content.addresses[house].isHomeless {
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
  /// The points of the houses and interpolations without a street.
  private func homelessPoints() -> MappedArray<FixedPoint> {
    var points = MappedArray<FixedPoint>(in: content.workspace)
    for house in content.addresses where house.isHomeless { points.append(house.point) }
    for stretch in content.interpolations where stretch.streetOrigin == .unknown {
      points.append(content.middle(of: stretch.line))
    }
    return points
  }
}

extension StoreContent {
  /// The middle vertex of a line.
  func middle(of line: PointRange) -> FixedPoint { points[line.start + line.count / 2] }
}

extension AddressRecord {
  /// Whether nothing in the data names the street of the house.
  fileprivate var isHomeless: Bool { streetOrigin == .unknown && !isLender }
}
