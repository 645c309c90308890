/// The names of one thing by language, as they stand behind its text in the table `name`: language, text, language, text and so on, with a
/// separator between them that no name has. A row for each would take half as much room again.
public enum TranslationCoding {
  /// The ASCII unit separator, which the view of the translations turns into the bounds of a list.
  public static let separator = UInt8(0x1f)

  /// The names in some bytes. A language without a text, as only damaged ones have, has an empty one.
  public static func translations(_ bytes: UnsafeBufferPointer<UInt8>) -> [NameTranslation] {
    let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
    return stride(from: 0, to: parts.count, by: 2).map { position in
      NameTranslation(
        language: String(decoding: parts[position], as: UTF8.self),
        text: position + 1 < parts.count ? String(decoding: parts[position + 1], as: UTF8.self) : "")
    }
  }
}
