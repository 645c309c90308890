import GeoModel

/// The languages that a user's environment asks for, where the command line says nothing.
///
/// 1. `GEOCODE_LANGUAGE` is a list as behind `--language`.
/// 2. Else local names, with the language of the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set for what a reader of it could
///    not read: countries, states and cities in another script, or in several languages. Without any it is English, as in the
///    locale `C`.
package struct UserLanguages: Sendable {
  private let variable: @Sendable (String) -> String?

  /// The languages of the process's user.
  package init() { self.init { Environment[$0] } }

  /// The languages that an environment asks for.
  ///
  /// - Parameter variable: the value of a variable; nil when it is not set or empty.
  package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

  /// The list, as ``LanguageList/parse(_:)`` gives it.
  ///
  /// - Throws: an error that names the variable when `GEOCODE_LANGUAGE` is not a list of languages. A locale that is none is passed over.
  package func list() throws(UsageError) -> [String] {
    guard let list = variable("GEOCODE_LANGUAGE") else { return [LanguageList.native, locale] }
    do throws(LanguageError) { return try LanguageList.parse(list) } catch {
      throw UsageError("the variable GEOCODE_LANGUAGE: \(error.message)")
    }
  }

  /// The language of the locale, such as `de-CH` for `de_CH.UTF-8` and `sr-Latn-RS` for `sr_RS@latin`.
  private var locale: String {
    let name = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? ""
    guard let tag = LanguageTag(name.prefix { $0 != "." && $0 != "@" }), tag.language.utf8.count <= 3 else {
      return "en"
    }
    guard name.hasSuffix("@latin"), tag.script == nil else { return tag.description }
    return LanguageTag(language: tag.language, script: "Latn", region: tag.region).description
  }
}
