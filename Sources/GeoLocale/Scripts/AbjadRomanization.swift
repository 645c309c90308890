// Arabic and Hebrew are written without most vowels, and ICU's rules give only the letters: `lqạhrh` for Cairo. These
// rules make the name pronounceable:
// 1. Each letter becomes its usual Latin one. Waw and yod are vowels only after a consonant, and not before a vowel.
// 2. The article ال becomes `Al-`.
// 3. An `a` breaks up runs of consonants: after the first consonant of a word, then after every second.

/// Romanizes names in Arabic and Hebrew letters so that readers of Latin script can pronounce them.
enum AbjadRomanization {
  /// The name in Latin letters; nil when it has letters that are not in the table.
  static func latin(_ name: String) -> String? {
    var words: [String] = []
    for word in name.split(separator: " ") {
      guard let latin = latin(word: word) else { return nil }
      if !latin.isEmpty { words.append(latin) }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func latin(word: Substring) -> String? {
    var scalars = word.unicodeScalars.filter { $0.properties.generalCategory != .format && $0 != "ـ" }[...]
    let hasArticle = scalars.count > 3 && scalars.starts(with: "ال".unicodeScalars)
    if hasArticle { scalars = scalars.dropFirst(2) }
    var sounds: [Sound] = []
    for scalar in scalars {
      if scalar.isASCII {
        sounds.append(Sound(text: String(scalar), kind: .other))
      } else if let sound = Self.sounds[scalar] {
        sounds.append(sound)
      } else if scalar.properties.generalCategory != .nonspacingMark {
        return nil
      }
    }
    let text = spoken(sounds)
    let capital = text.prefix(1).uppercased() + text.dropFirst()
    return hasArticle ? "Al-" + capital : capital
  }

  /// A letter's sound.
  private struct Sound {
    enum Kind { case consonant, vowel, either, other }
    var text: String
    var kind: Kind
    /// The vowel of a letter that is either.
    var vowel = ""
  }

  private static func spoken(_ sounds: [Sound]) -> String {
    var text = ""
    // The number of consonants at the end of the text, and whether a vowel precedes them.
    var run = 0
    var hasVowel = false
    for (index, sound) in sounds.enumerated() {
      let isBeforeVowel = index + 1 < sounds.count && sounds[index + 1].kind == .vowel
      let isVowel = sound.kind == .vowel || (sound.kind == .either && index > 0 && run > 0 && !isBeforeVowel)
      if sound.kind == .other || isVowel {
        text += sound.kind == .either ? sound.vowel : sound.text
        run = 0
        hasVowel = isVowel
      } else {
        if run == (hasVowel ? 2 : 1) {
          text += "a"
          run = 0
          hasVowel = true
        }
        text += sound.text
        run += 1
      }
    }
    return text
  }

  private static let sounds: [Unicode.Scalar: Sound] = {
    var sounds: [Unicode.Scalar: Sound] = [:]
    for entry in table.split(whereSeparator: \.isWhitespace) {
      let parts = entry.split(separator: "=", omittingEmptySubsequences: false)
      let letters = parts[0].unicodeScalars
      let latin = parts[1].split(separator: "/").map(String.init)
      let isVowel = latin.first.map { "aeiou".contains($0) } ?? true
      for letter in letters {
        sounds[letter] = Sound(
          text: latin.first ?? "", kind: latin.count > 1 ? .either : isVowel ? .vowel : .consonant,
          vowel: latin.last ?? "")
      }
    }
    return sounds
  }()

  /// Letters with their sound, and a vowel after a slash where they may be one. Letters of Persian and Urdu are
  /// included.
  private static let table = """
    اأآىةٱ=a إ=i ب=b ت=t ث=th ج=j ح=h خ=kh د=d ذ=dh ر=r ز=z س=s ش=sh ص=s ض=d ط=t ظ=z ع=a غ=gh ف=f ق=q ك=k ل=l م=m ن=n ه=h و=w/u ي=y/i
    ؤ=w/u ئ=y/i پ=p چ=ch ژ=zh گ=g ک=k ی=y/i ٹ=t ڈ=d ڑ=r ں=n ہھۀ=h ۃ=a ے=e ڤ=v ۆ=o ێ=e ڕ=r ڵ=l ە=a ړ=r ډ=d ټ=t ښ=sh ږ=zh ڼ=n ې=e ۍ=i
    א=a ב=b ג=g ד=d ה=h ו=v/o ז=z ח=h ט=t י=y/i כ=k ך=kh ל=l מם=m נן=n ס=s ע=a פ=p ף=f צץ=ts ק=k ר=r ש=sh ת=t
    ء=
    """
}
