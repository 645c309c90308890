import GeoModel

/// Reads the coordinate of a command line whose parser let through everything that it did not know.
///
/// To an argument parser `-122.41` looks like an option, so commands take their coordinate with `.allUnrecognized`. Mistyped
/// options then arrive here too and must not be swallowed.
package struct CoordinateArguments: Hashable, Sendable {
  /// The arguments that are not options, without a literal `--`.
  package let words: [String]

  /// Takes the arguments that the parser left over.
  ///
  /// - Parameters:
  ///   - arguments: as typed, in order.
  ///   - knownOptions: the options of the command with their dashes, to suggest one; only then it is asked for them.
  /// - Throws: ``UsageError`` when one of them is a mistyped option.
  package init(_ arguments: [String], knownOptions: @autoclosure () -> [String]) throws(UsageError) {
    words = arguments.filter { $0 != "--" }
    guard let option = words.first(where: Self.looksLikeOption) else { return }
    throw UsageError(unknownOption: option, knownOptions: knownOptions())
  }

  /// Whether the only word is `-`: coordinates come line by line on standard input.
  package var isStandardInput: Bool { words == ["-"] }

  /// The coordinate.
  ///
  /// - Throws: ``UsageError`` that names the wrong part, and says where to look when it is an address.
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

  /// A dash and a letter or a second dash begin an option; a dash and a digit or point begin a number.
  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().unicodeScalars.first else { return false }
    return second == "-" || second.properties.isAlphabetic
  }
}

/// The command line itself is wrong and has to be changed.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with which word.
  package var message: String
  /// What to do, as a line of its own; nil when the message says it.
  package var advice: String?
  /// The message and the advice below it.
  package var description: String { advice.map { "\(message)\n\($0)" } ?? message }

  /// An error with its sentence.
  package init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }

  /// An option that does not exist, with the nearest one that does.
  package init(unknownOption option: String, knownOptions: [String]) {
    let name = option.prefix { $0 != "=" }
    let nearest = Spelling.nearest(to: String(name), among: knownOptions)
    // Other programs have them.
    let isAngle = ["--lat", "--latitude", "--lon", "--lng", "--longitude"].contains(name)
    let advice = isAngle ? "The two numbers need no options: geocode 37.77 -122.41" : nil
    self.init("unknown option '\(name)'", advice: advice ?? nearest.map { "Did you mean '\($0)'?" })
  }
}

/// Finds what a mistyped word was meant to be.
package enum Spelling {
  /// The candidate with the fewest letters to change; nil when none is near (more than a third of the letters differ).
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let reach = max(1, word.count / 3)
    let near = candidates.map { (candidate: $0, distance: distance(word, $0)) }.filter { $0.distance <= reach }
    return near.min { $0.distance < $1.distance }?.candidate
  }

  /// How many letters must be inserted, removed, replaced or swapped with their neighbor to turn one word into the other.
  /// Cost grows with the product of their lengths.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a), b = Array(b)
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        // Swapped neighbors are one slip of the fingers, not two.
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
