import GeoLocale

/// Compares the sound of names in any script, by their consonants in Latin letters.
struct NameLikeness {
  private let latin = NameChooser(languages: ["en"])

  /// Whether at least half of the consonants of the longer name are in the other one, in the same order.
  func isLikely(_ name: String, _ english: String) -> Bool { share(name, english) ?? 0 >= 0.5 }

  /// The part of the longer name's consonants that are in the other one in the same order, 0 to 1; nil if a name has
  /// none (Uyo).
  func share(_ name: String, _ english: String) -> Double? {
    let a = Self.consonants(latin.choose(local: name, countryCode: nil) { _ in nil }.text)
    let b = Self.consonants(english)
    guard !a.isEmpty, !b.isEmpty else { return nil }
    return Double(Self.common(a, b)) / Double(max(a.count, b.count))
  }

  /// The consonants of a text. Those that languages use for each other count as equal, and doubled ones count once.
  private static func consonants(_ text: String) -> [Character] {
    var result: [Character] = []
    for character in text.lowercased() {
      guard let letter = character.unicodeScalars.first.map({ Character($0) }), let sound = sounds[letter] else {
        continue
      }
      if result.last != sound { result.append(sound) }
    }
    return result
  }

  private static let sounds: [Character: Character] = {
    var sounds: [Character: Character] = [:]
    for group in ["bpfvw", "dt", "gkqcjx", "szšžçćčśź", "l", "r", "m", "nñń", "h"] {
      for letter in group { sounds[letter] = group.first }
    }
    // These letters stand for sounds of two groups, or for sounds that not all scripts write.
    sounds["h"] = nil
    sounds["w"] = nil
    return sounds
  }()

  /// The length of the longest common subsequence.
  private static func common(_ a: [Character], _ b: [Character]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (index, y) in b.enumerated() {
        let above = row[index + 1]
        row[index + 1] = x == y ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[b.count]
  }
}
