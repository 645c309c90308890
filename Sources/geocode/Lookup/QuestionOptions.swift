import ArgumentParser
import GeoModel

/// `--detail` takes the words of the wire.
extension PlacemarkDetail: ExpressibleByArgument {}

/// The options that every question about addresses has, of one point or of a file of them.
struct QuestionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Preferred languages, best first, such as de,en; 'native' for the names on the spot.", valueName: "tags"))
  var language: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The finest part of the address that is answered.", valueName: "level"))
  var detail: PlacemarkDetail = .address

  @Option(help: ArgumentHelp("Match nothing farther away than this.", valueName: "meters"))
  var maxDistance: Double?

  func validate() throws {
    if let maxDistance, !(maxDistance >= 0 && maxDistance.isFinite) {
      throw ValidationError("--max-distance \(maxDistance): give a number of meters, 0 or more")
    }
    _ = try languages
  }

  /// The languages in their order and canonical form; none for `native`.
  var languages: [String] { get throws { try Self.languages(language) } }

  /// The languages of a list such as `de,en` or `de_CH`, in order and canonical form; none for `native`.
  ///
  /// - Throws: a validation error when one of them is no language tag.
  static func languages(_ language: String?) throws -> [String] {
    guard let language else { return [] }
    do {
      let tags = try LanguageList.parse(language)
      guard !tags.isEmpty else {
        throw ValidationError("--language '\(language)': give language tags such as de or zh-Hant, separated by commas")
      }
      return tags == [LanguageList.native] ? [] : tags
    } catch let error as LanguageError {
      throw ValidationError("--language '\(language)': \(error.message)")
    }
  }
}
