/// The encoding of a name's translations, stored after its text in the table `name`.
///
/// They are language, text, language, text and so on, with a separator between them that occurs in no name. A row for
/// each translation would take half as much space again.
public enum TranslationCoding {
  /// The ASCII unit separator. The view of the translations replaces it to build a list.
  public static let separator = UInt8(0x1f)

  /// Decodes translations. A language without a text, which occurs only in damaged bytes, gets an empty text.
  public static func translations(_ bytes: UnsafeBufferPointer<UInt8>) -> [NameTranslation] {
    let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
    return stride(from: 0, to: parts.count, by: 2).map { position in
      NameTranslation(
        language: String(decoding: parts[position], as: UTF8.self),
        text: position + 1 < parts.count ? String(decoding: parts[position + 1], as: UTF8.self) : "")
    }
  }
}
