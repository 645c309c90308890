import CICU

/// A set of writing systems by ICU's numbers, one bit each; cheap to build and compare for every name of a placemark.
struct Scripts: Hashable, Sendable {
  private var words: SIMD4<UInt64> = .zero

  /// Latin, which readers of every language are assumed to read.
  static let latin = Scripts(codes: ["Latn"])

  /// Creates the set from ISO 15924 codes; a code for several scripts (`Jpan`) counts as all of them.
  init(codes: [String]) {
    for code in codes { Self.parts(of: code).forEach { insert(icu_script_value($0)) } }
  }

  /// Creates the set of the scripts of a text's letters; ignores characters without a script, such as digits.
  init(of text: some StringProtocol) {
    for scalar in text.unicodeScalars {
      let script = Self.script(of: scalar)
      if script > Self.lastNeutral { insert(script) }
    }
  }

  /// Whether the set is empty, as for a text without letters.
  var isEmpty: Bool { words == .zero }
  /// Whether more than one script is used.
  var isMixed: Bool { words.indices.reduce(0) { $0 + words[$1].nonzeroBitCount } > 1 }

  /// Whether all scripts are among those of another set.
  func isSubset(of other: Scripts) -> Bool { words & ~other.words == .zero }
  /// The scripts of both sets.
  func union(_ other: Scripts) -> Scripts {
    var union = self
    union.words |= other.words
    return union
  }

  /// Whether the set has a script, such as `Cyrl`.
  func contains(_ code: String) -> Bool {
    let (word, bit) = Self.place(icu_script_value(code))
    return words[word] & bit != 0
  }

  private mutating func insert(_ script: Int32) {
    let (word, bit) = Self.place(script)
    words[word] |= bit
  }

  /// The bit of a script; one that ICU does not know (-1) has the last bit.
  private static func place(_ script: Int32) -> (word: Int, bit: UInt64) {
    let number = min(UInt32(bitPattern: script), 255)
    return (Int(number >> 6), 1 << UInt64(number & 63))
  }

  /// Common (0) and inherited (1) come before the first script of ICU's list.
  private static let lastNeutral: Int32 = 1

  /// The script of a character; does not call ICU for ASCII.
  private static func script(of scalar: Unicode.Scalar) -> Int32 {
    if scalar.isASCII { return scalar.properties.isAlphabetic ? latinValue : 0 }
    return icu_script_of(scalar.value)
  }

  private static let latinValue = icu_script_value("Latn")

  /// The single scripts that a code stands for.
  private static func parts(of code: String) -> [String] {
    switch code {
    case "Hans", "Hant": ["Hani"]
    case "Jpan": ["Hani", "Hira", "Kana"]
    case "Kore": ["Hang", "Hani"]
    case "Hrkt": ["Hira", "Kana"]
    default: [code]
    }
  }
}

/// Finds the part of a name in given scripts: `Hong Kong` in `香港 Hong Kong`.
enum ScriptRuns {
  /// The longest run of words in the scripts, without separators around it; nil when there is none.
  static func part(of name: String, in scripts: Scripts) -> String? {
    var best: ArraySlice<Substring> = []
    let words = name.split(separator: " ")
    var start = 0
    for index in 0...words.count where index == words.count || !fits(words[index], scripts) {
      let run = trimmed(words[start..<index])
      if length(run) > length(best) { best = run }
      start = index + 1
    }
    return best.isEmpty ? nil : best.joined(separator: " ")
  }

  /// Whether a word can be in a run: it has only letters of the scripts, or no letters.
  private static func fits(_ word: Substring, _ scripts: Scripts) -> Bool { Scripts(of: word).isSubset(of: scripts) }

  /// A run without words at its ends that have no letters or digits, such as the hyphen between two languages. Empty
  /// when no word has letters.
  private static func trimmed(_ run: ArraySlice<Substring>) -> ArraySlice<Substring> {
    var run = run
    while let first = run.first, !isTelling(first) { run.removeFirst() }
    while let last = run.last, !isTelling(last) { run.removeLast() }
    return run.allSatisfy { Scripts(of: $0).isEmpty } ? [] : run
  }

  /// Whether a word has letters or digits.
  private static func isTelling(_ word: Substring) -> Bool {
    word.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }

  /// The length of a run, for comparing.
  private static func length(_ run: ArraySlice<Substring>) -> Int { run.reduce(0) { $0 + $1.utf8.count } }
}
