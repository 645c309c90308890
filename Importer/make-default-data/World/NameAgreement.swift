import GeoLocale

// Natural Earth's names of cities are labels of Wikidata. Some belong to a neighbor, to the province, or to something
// unrelated: East Providence is `Providence`, Al Mansurah is `sharkia`, and Busan in Arabic is a quarter of Casablanca.
//
// 1. A name that the gazetteer also has is right.
// 2. An English or local name in Latin letters must sound like the gazetteer's main name, and must not be another
//    city's. Other names may be translated, and their transcription is a guess. They are rejected only if they sound
//    quite different. Names in Chinese characters cannot be judged, as every language reads these in its own way.
// 3. If the English name is another city's, only names of step 1 are accepted. If it is wrong otherwise, only names
//    that clearly sound like the main name are.

/// Decides whether Natural Earth's name of a city belongs to that city.
struct NameAgreement {
  private let main: [String: String]
  private let known: [String: Set<String>]
  private let mainKeys: Set<String>
  private let likeness = NameLikeness()
  /// The ids whose English name is another city's, and those whose English name is wrong otherwise.
  private var strangers: Set<String> = []
  private var mixed: Set<String> = []
  /// The correct English names. Other names may sound like these instead (Allahabad for Prayagraj).
  private var english: [String: String] = [:]

  /// Prepares the comparison with the gazetteer's names.
  ///
  /// - Parameters:
  ///   - main: its main names, by id.
  ///   - alternates: its alternate names, by id.
  ///   - english: Natural Earth's English names, by id.
  init(main: [String: String], alternates: [String: [Substring]], english: [String: String]) {
    self.main = main
    mainKeys = Set(main.values.map(NameFolding.key))
    known = Dictionary(
      uniqueKeysWithValues: main.map { id, name in
        (id, Set((alternates[id] ?? []).map { NameFolding.key(for: String($0)) } + [NameFolding.key(for: name)]))
      })
    let wrong = english.filter { !accepts($1, of: $0, isMain: true) }
    strangers = Set(wrong.filter { mainKeys.contains(NameFolding.key(for: $1)) }.keys)
    mixed = Set(wrong.keys).subtracting(strangers)
    self.english = english.filter { wrong[$0.key] == nil }
  }

  /// Whether a name is one of a city's.
  ///
  /// - Parameter isMain: whether it is the English or the local name.
  func accepts(_ name: String, of id: String, isMain: Bool) -> Bool {
    guard let main = main[id] else { return true }
    let key = NameFolding.key(for: name)
    if known[id]?.contains(key) == true { return true }
    if strangers.contains(id) { return false }
    let isMixed = mixed.contains(id)
    if isMain, PlaceNames.isLatin(name) { return !mainKeys.contains(key) && likeness.share(name, main) ?? 0 > 0.5 }
    if name.unicodeScalars.contains(where: { $0.properties.isIdeographic }) { return !isMixed }
    let shares = [main, english[id]].compactMap { $0.flatMap { likeness.share(name, $0) } }
    return shares.max().map { $0 > (isMixed ? 0.65 : 0.25) } ?? !isMixed
  }
}
