/// Finds the part of a name that is written in some scripts: `Hong Kong` in `香港 Hong Kong`.
enum ScriptRuns {
  /// The longest run of words in the scripts, without the separators around it; nil when there is none.
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

  /// Whether a word can stand in a run: it has letters of the scripts only, or no letters.
  private static func fits(_ word: Substring, _ scripts: Scripts) -> Bool { Scripts(of: word).isSubset(of: scripts) }

  /// A run without words at its ends that have no letters or digits, such as the hyphen between two languages.
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
