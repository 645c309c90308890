import GeoModel

/// Reads the coordinate of a command line whose parser let everything through that it did not know.
///
/// `-122.41` looks like an option to an argument parser, so commands take their coordinate with `.allUnrecognized`. Mistyped
/// options then arrive here too and must not be swallowed.
public struct CoordinateArguments: Hashable, Sendable {
  /// The arguments that are not options, without a literal `--`.
  public let words: [String]

  /// Takes the arguments that the parser left over.
  ///
  /// - Parameters:
  ///   - arguments: as typed, in order.
  ///   - knownOptions: the options of the command with their dashes, to suggest one.
  /// - Throws: ``UsageError`` when one of them is a mistyped option.
  public init(_ arguments: [String], knownOptions: [String]) throws(UsageError) {
    words = arguments.filter { $0 != "--" }
    guard let option = words.first(where: Self.looksLikeOption) else { return }
    throw UsageError(unknownOption: option, knownOptions: knownOptions)
  }

  /// Whether the only word is `-`: coordinates come line by line on standard input.
  public var isStandardInput: Bool { words == ["-"] }

  /// The coordinate.
  ///
  /// - Throws: ``UsageError`` that names the wrong part.
  public func coordinate() throws(UsageError) -> Coordinate {
    do { return try Coordinate(parsing: words.joined(separator: " ")) } catch {
      throw UsageError("\(error)", advice: "For example: geocode 37.77 -122.41")
    }
  }

  /// A dash and a letter or a second dash begin an option; a dash and a digit or point begin a number.
  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().unicodeScalars.first else { return false }
    return second == "-" || second.properties.isAlphabetic
  }
}
