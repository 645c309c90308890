import CSQLite

/// The names of one thing by language, as they stand behind its text in the table `name`: language, text, language, text and so on, with a
/// separator between them that no name has. A row for each would take half as much room again.
struct TranslationCoding {
  /// The ASCII unit separator, which the view of the translations turns into the bounds of a list (``Schema/views``).
  private static let separator = UInt8(0x1f)

  private var bytes: [UInt8] = []
  private var last = TextBytes()

  /// Whether there is none yet.
  var isEmpty: Bool { bytes.isEmpty }

  /// Forgets everything.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    last = TextBytes()
  }

  /// Adds the name in a language; of several in one language, which follow one another, the first is kept.
  mutating func append(_ language: TextBytes, _ text: TextBytes) {
    guard language != last, !language.bytes.isEmpty else { return }
    last = language
    for part in [language, text] {
      if !bytes.isEmpty { bytes.append(TranslationCoding.separator) }
      let start = bytes.count
      bytes.append(contentsOf: part.bytes)
      // No name has one, but a file can.
      for position in start..<bytes.count where bytes[position] == TranslationCoding.separator {
        bytes[position] = UInt8(ascii: " ")
      }
    }
  }

  /// The names in some bytes. A language without a text, as only damaged ones have, has an empty one.
  static func translations(_ bytes: UnsafeBufferPointer<UInt8>) -> [NameTable.Translation] {
    let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
    return stride(from: 0, to: parts.count, by: 2).map { position in
      NameTable.Translation(
        language: String(decoding: parts[position], as: UTF8.self),
        text: position + 1 < parts.count ? String(decoding: parts[position + 1], as: UTF8.self) : "")
    }
  }
}

extension TranslationCoding: Bindable {
  func bind(to statement: OpaquePointer, at parameter: Int32) {
    bytes.withUnsafeBufferPointer { bytes in
      let start = UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
      sqlite3_bind_text(statement, parameter, start, Int32(bytes.count), csqlite_transient())
    }
  }
}
