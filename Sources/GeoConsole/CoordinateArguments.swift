import GeoModel

/// Reads the coordinate of a command line whose parser accepts all unknown words.
///
/// To an argument parser `-122.41` looks like an option, so commands take their coordinate with `.allUnrecognized`.
/// Mistyped options then arrive here too and must be reported.
package struct CoordinateArguments: Hashable, Sendable {
  /// The arguments that are not options, without a literal `--`.
  package let words: [String]

  /// Takes the arguments that the parser did not recognize.
  ///
  /// - Parameters:
  ///   - arguments: as typed, in order.
  ///   - knownOptions: the options of the command with their dashes, to suggest one. Evaluated only for an error.
  /// - Throws: ``UsageError`` when one of them is a mistyped option.
  package init(_ arguments: [String], knownOptions: @autoclosure () -> [String]) throws(UsageError) {
    words = arguments.filter { $0 != "--" }
    guard let option = words.first(where: Self.looksLikeOption) else { return }
    throw UsageError(unknownOption: option, knownOptions: knownOptions())
  }

  /// Whether the only word is `-`: then coordinates are read line by line from standard input.
  package var isStandardInput: Bool { words == ["-"] }

  /// The coordinate.
  ///
  /// - Throws: ``UsageError`` that names the wrong part. For an address, it names programs that look up addresses.
  package func coordinate() throws(UsageError) -> Coordinate {
    let text = words.joined(separator: " ")
    do { return try Coordinate(parsing: text) } catch {
      if case .notANumber = error, text.split(whereSeparator: { !$0.isLetter }).count(where: { $0.count > 2 }) > 1 {
        throw UsageError(
          "'\(text)' is not a coordinate",
          advice:
            "geocode goes from coordinates to addresses. Search engines such as Nominatim, Photon or Pelias go the other way."
        )
      }
      throw UsageError("\(error)", advice: "For example: geocode 37.77 -122.41")
    }
  }

  /// Whether a word is an option: it begins with a dash and a letter, or with two dashes.
  ///
  /// A dash and a digit or point begin a number.
  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().unicodeScalars.first else { return false }
    return second == "-" || second.properties.isAlphabetic
  }
}

/// An error in the command line, which the user has to change.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the word that causes it.
  package var message: String
  /// The advice, as a line of its own; nil when the message contains it.
  package var advice: String?
  /// The message with the advice below it.
  package var description: String { advice.map { "\(message)\n\($0)" } ?? message }

  /// Creates an error with its message.
  package init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }

  /// Creates the error for an unknown option, with the nearest known one.
  package init(unknownOption option: String, knownOptions: [String]) {
    let name = option.prefix { $0 != "=" }
    let nearest = Spelling.nearest(to: String(name), among: knownOptions)
    // Options of other programs for the same purpose.
    let isAngle = ["--lat", "--latitude", "--lon", "--lng", "--longitude"].contains(name)
    let advice = isAngle ? "The two numbers need no options: geocode 37.77 -122.41" : nil
    self.init("unknown option '\(name)'", advice: advice ?? nearest.map { "Did you mean '\($0)'?" })
  }
}

/// Finds the word that a mistyped one was meant to be.
package enum Spelling {
  /// The candidate that needs the fewest changes; nil when all need more than one for every three letters of the word.
  ///
  /// A word of fewer than three letters may need one.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let reach = max(1, word.count / 3)
    let near = candidates.map { (candidate: $0, distance: distance(word, $0)) }.filter { $0.distance <= reach }
    return near.min { $0.distance < $1.distance }?.candidate
  }

  /// The number of letters to insert, remove, replace or swap with their neighbor to turn one word into the other.
  ///
  /// The cost grows with the product of their lengths.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a), b = Array(b)
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        // Swapped neighbors are one typing error, not two.
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
