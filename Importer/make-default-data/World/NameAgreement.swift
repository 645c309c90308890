import GeoLocale

// Natural Earth's names of cities are labels of Wikidata, some of which belong to a neighbor, to the province, or to nothing near: East
// Providence is `Providence`, Al Mansurah `sharkia`, Busan in Arabic a quarter of Casablanca.
//
// 1. A name that the gazetteer has, too, is right.
// 2. An English or local one in Latin letters must sound like the gazetteer's main name, and not be another city's. Others must only not
//    sound like something else: they may be translated, and spelling them in our letters is a guess. Chinese characters say nothing, as
//    every language reads them its own way.
// 3. Where the English name is another city's, so are all others: only names of step 1 are taken. Where it is just wrong, others are
//    taken that surely sound like the main name.

/// Whether Natural Earth's name of a city is one of that city.
struct NameAgreement {
  private let main: [String: String]
  private let known: [String: Set<String>]
  private let mainKeys: Set<String>
  private let likeness = NameLikeness()
  /// The ids whose English name is another city's, and those where it is wrong otherwise.
  private var strangers: Set<String> = []
  private var mixed: Set<String> = []
  /// The English names that are right; others may sound like them, too (Allahabad for Prayagraj).
  private var english: [String: String] = [:]

  /// Learns the gazetteer's names.
  ///
  /// - Parameters:
  ///   - main: its main names, by id.
  ///   - alternates: its alternate names, by the same.
  ///   - english: Natural Earth's English names, by the same.
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
  /// - Parameter isMain: whether it is to be the English or the local one.
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
