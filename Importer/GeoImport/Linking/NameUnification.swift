import GeoStore

/// Gives the ways of one street one name.
///
/// Of the ways that make up a street often only some carry translations. Ways of the same text that lie close together take
/// the name with the most translations, so that they share one name and each answers in every language.
enum NameUnification {
  /// Unifies the names of streets.
  static func apply(to content: inout StoreContent, _ index: StreetIndex) {
    // The best name of each street so far; it lives where the content does.
    var best = MappedArray(content.streets.lazy.map(\.name), in: content.workspace)
    index.forEachGroup { streets in
      guard let richest = richest(streets, content) else { return }
      for street in streets where isSameText(content.streets[street].name, richest, content) {
        if count(richest, content) > count(best[street], content) { best[street] = richest }
      }
    }
    for (street, name) in best.enumerated() { content.streets[street].name = name }
  }

  /// The name with the most translations among ways that do not all have the same; nil when there is nothing to gain.
  private static func richest(_ streets: [Int], _ content: StoreContent) -> NameID? {
    guard let first = streets.first.map({ content.streets[$0].name }) else { return nil }
    guard streets.contains(where: { content.streets[$0].name != first }) else { return nil }
    return streets.map { content.streets[$0].name }.max { count($0, content) < count($1, content) }
  }

  /// Whether two different names have the same local text.
  private static func isSameText(_ a: NameID, _ b: NameID, _ content: StoreContent) -> Bool {
    a != b && content.names.text(a) == content.names.text(b)
  }

  /// How many translations a name has.
  private static func count(_ name: NameID, _ content: StoreContent) -> Int { content.names.translationCount(name) }
}
