import GeoLocale
import GeoStore
import GeoSupport

/// Decides whether two rows of names mean the same street.
///
/// One text may have several rows, with different translations.
///
/// Two names are the same:
/// 1. when they are spelled the same except for case, accents, usual abbreviations, articles and prepositions;
/// 2. or when one is the other in another language of the map.
final class SpellingMatcher {
  private struct Pair: Hashable {
    var a: NameID
    var b: NameID
  }

  /// Hashes that distinguish most names without a comparison. They are computed once for each name, as the street name
  /// of every house near a point is compared.
  private struct Fingerprint {
    var key: UInt64
    var keyWithoutSmallWords: UInt64
    /// One bit for the key of each translation.
    var translations: UInt64 = 0

    init(_ text: String) {
      key = NameFolding.keyHash(for: text)
      keyWithoutSmallWords = SmallWords.keyHashWithout(text)
    }

    mutating func insert(translation text: String) {
      translations |= Fingerprint.bit(NameFolding.keyHash(for: text))
    }

    /// Returns false for names that surely differ.
    @inline(__always) func mayBeSame(_ other: Fingerprint) -> Bool {
      key == other.key || keyWithoutSmallWords == other.keyWithoutSmallWords
        || translations & Fingerprint.bit(other.key) | other.translations & Fingerprint.bit(key) != 0
    }

    @inline(__always) private static func bit(_ hash: UInt64) -> UInt64 { 1 &<< (hash & 63) }
  }

  private let store: StoreReader
  @exclusivity(unchecked) private var fingerprints = SlotTable<Fingerprint>(slotBits: 15)
  @exclusivity(unchecked) private var known = BoundedCache<Pair, Bool>(capacity: 16_384)

  init(store: StoreReader) { self.store = store }

  /// Whether two names mean the same street.
  func isSame(_ a: NameID, _ b: NameID) throws(StoreError) -> Bool {
    if a == b { return true }
    return try fingerprint(of: a).mayBeSame(try fingerprint(of: b)) ? compare(a, b) : false
  }

  @inline(__always) private func fingerprint(of name: NameID) throws(StoreError) -> Fingerprint {
    if let known = fingerprints[UInt64(name.rawValue)] { return known }
    return try makeFingerprint(of: name)
  }

  private func makeFingerprint(of name: NameID) throws(StoreError) -> Fingerprint {
    var made = Fingerprint(try store.name(name))
    for translation in try store.translations(name) { made.insert(translation: translation.text) }
    fingerprints.keep(made, for: UInt64(name.rawValue))
    return made
  }

  private func compare(_ a: NameID, _ b: NameID) throws(StoreError) -> Bool {
    let pair = a < b ? Pair(a: a, b: b) : Pair(a: b, b: a)
    if let answer = known[pair] { return answer }
    let first = try store.name(a)
    let second = try store.name(b)
    var answer =
      first == second || NameFolding.key(for: first) == NameFolding.key(for: second)
      || SmallWords.keyWithout(first) == SmallWords.keyWithout(second)
    if !answer { answer = try isTranslation(first, of: b) }
    if !answer { answer = try isTranslation(second, of: a) }
    known[pair] = answer
    return answer
  }

  private func isTranslation(_ text: String, of name: NameID) throws(StoreError) -> Bool {
    let translations = try store.translations(name)
    if translations.isEmpty { return false }
    let key = NameFolding.key(for: text)
    return translations.contains { NameFolding.key(for: $0.text) == key }
  }
}

/// Decides whether a house's `addr:city` means a settlement of the map.
///
/// It does:
/// 1. when the names are spelled the same except for case and accents;
/// 2. or when the house names the settlement in another language of the map: `Helsingfors` for Helsinki;
/// 3. or when both have the same number of words, and each word equals its counterpart or abbreviates it with a dot
///    (`Lauf a.d.Pegnitz`, `Lauf an der Pegnitz`).
final class SettlementNameMatcher {
  private let store: StoreReader
  @exclusivity(unchecked) private var known = SlotTable<Bool>(slotBits: 12)

  init(store: StoreReader) { self.store = store }

  /// Whether the name in an address is the settlement's.
  func isSame(_ city: NameID, as place: NameID) throws(StoreError) -> Bool {
    if city == place { return true }
    let pair = (UInt64(city.rawValue) << 32) + UInt64(place.rawValue)
    if let answer = known[pair] { return answer }
    let answer = try compare(city, place)
    known.keep(answer, for: pair)
    return answer
  }

  private func compare(_ city: NameID, _ place: NameID) throws(StoreError) -> Bool {
    let mapped = try store.name(city)
    let local = try store.name(place)
    let key = NameFolding.key(for: mapped)
    if mapped == local || key == NameFolding.key(for: local) { return true }
    for translation in try store.translations(place) where NameFolding.key(for: translation.text) == key { return true }
    return SettlementNameMatcher.isAbbreviated(mapped, local)
  }

  /// Whether one name abbreviates the other (rule 3 above).
  static func isAbbreviated(_ a: String, _ b: String) -> Bool {
    let count = countWords(a)
    guard count > 1, count == countWords(b) else { return false }
    let (first, second) = (words(a), words(b))
    guard first.count == second.count else { return false }
    return zip(first, second).allSatisfy { $0.matches($1) || $1.matches($0) }
  }

  private struct Word {
    var key: String
    var isAbbreviated: Bool

    func matches(_ other: Word) -> Bool { key == other.key || (isAbbreviated && other.key.hasPrefix(key)) }
  }

  /// Counts the words of a name without splitting it. Most names differ in the count already.
  private static func countWords(_ text: String) -> Int {
    var (count, isInWord) = (0, false)
    for byte in text.utf8 {
      let isWord = !" .-()".utf8.contains(byte)
      if isWord, !isInWord { count += 1 }
      isInWord = isWord
    }
    return count
  }

  private static func words(_ text: String) -> [Word] {
    var words: [Word] = []
    var word = ""
    func end(isAbbreviated: Bool) {
      if !word.isEmpty { words.append(Word(key: word.lowercased(), isAbbreviated: isAbbreviated)) }
      word = ""
    }
    for character in text {
      switch character {
      case ".": end(isAbbreviated: true)
      case " ", "-", "(", ")": end(isAbbreviated: false)
      default: word.append(character)
      }
    }
    end(isAbbreviated: false)
    return words
  }
}
