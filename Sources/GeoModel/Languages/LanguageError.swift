/// What is wrong with a language or a list of them.
public struct LanguageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: String, Hashable, Sendable {
    /// A text that should be a BCP 47 language tag is none.
    case malformedLanguage
    /// A quality in a list of languages (`de;q=0.8`) is no number from 0 to 1.
    case malformedQuality
  }

  /// What is wrong.
  public var code: Code
  /// A sentence that names the value and says what to write instead.
  public var message: String

  /// The message.
  public var description: String { message }

  static func malformedLanguage(_ text: some StringProtocol) -> LanguageError {
    LanguageError(
      code: .malformedLanguage,
      message: "“\(text)” is not a language: give BCP 47 tags such as de, pt-BR or zh-Hant, or native for local names.")
  }

  static func malformedQuality(_ text: some StringProtocol) -> LanguageError {
    LanguageError(
      code: .malformedQuality,
      message: "“\(text)” is not the weight of a language: write ;q= and a number from 0 to 1, as in de;q=0.8.")
  }
}
