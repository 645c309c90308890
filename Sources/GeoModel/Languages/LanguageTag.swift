/// A BCP 47 language tag, such as `de`, `pt-BR` or `zh-Hant`, in canonical form: `de_ch` becomes `de-CH`.
///
/// Extensions (`-u-nu-latn`) and private subtags are read and dropped: they say nothing about names.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  /// ISO 639 code, in lower case.
  public let language: String
  /// ISO 15924 code such as `Latn`; nil when the tag names none.
  public let script: String?
  /// ISO 3166-1 or UN M.49 code in capitals; nil when the tag names none.
  public let region: String?
  /// Registered variants such as `tarask`, in lower case and in the order of the tag.
  public let variants: [String]

  /// The tag in canonical form.
  public var description: String { ([language, script, region].compactMap { $0 } + variants).joined(separator: "-") }

  /// A tag of parts that are known to be in canonical form.
  public init(language: String, script: String? = nil, region: String? = nil, variants: [String] = []) {
    self.language = language
    self.script = script
    self.region = region
    self.variants = variants
  }

  /// Reads a tag, in any case and with `-` or `_` between its parts; nil when it is not well-formed.
  ///
  /// Well-formed does not mean that such a language exists: GeoLocale asks ICU.
  public init?(_ text: some StringProtocol) {
    var reader = LanguageTagReader(text)
    guard let tag = reader.read() else { return nil }
    self = tag.replacingDeprecated
  }

  /// The tag with codes that have been withdrawn, or that mean a form of another language, replaced.
  /// Source: IANA language subtag registry.
  private var replacingDeprecated: LanguageTag {
    switch language {
    case "iw": with("he")
    case "in": with("id")
    case "ji": with("yi")
    case "jw": with("jv")
    case "mo": with("ro")
    case "cmn": with("zh")
    case "sh": LanguageTag(language: "sr", script: script ?? "Latn", region: region, variants: variants)
    default: self
    }
  }

  /// The same script, region and variants with another language.
  private func with(_ language: String) -> LanguageTag {
    LanguageTag(language: language, script: script, region: region, variants: variants)
  }
}
