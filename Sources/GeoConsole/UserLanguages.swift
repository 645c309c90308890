import GeoModel

/// The languages of a user's environment, for command lines without `--language`.
///
/// 1. `GEOCODE_LANGUAGE` is a list as for `--language`.
/// 2. Otherwise local names. A country, state or city has its name in the locale's language instead if its local name
///    is hard to read there: in another script or in several languages. The locale is the first of `LC_ALL`,
///    `LC_MESSAGES` and `LANG` that is set; without any it is English, as in the locale `C`.
package struct UserLanguages: Sendable {
  private let variable: @Sendable (String) -> String?

  /// The languages of the process's user.
  package init() { self.init { Environment[$0] } }

  /// The languages in an environment.
  ///
  /// - Parameter variable: returns the value of a variable; nil when it is not set or empty.
  package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

  /// The list, as ``LanguageList/parse(_:)`` returns it.
  ///
  /// - Throws: ``UsageError`` when `GEOCODE_LANGUAGE` is not a list of languages. An invalid locale is ignored.
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
