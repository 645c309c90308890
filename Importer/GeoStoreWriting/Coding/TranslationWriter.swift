import CSQLite
import GeoStore

/// Writes the translations of a name; ``TranslationCoding`` reads them.
struct TranslationWriter {
  private var bytes: [UInt8] = []
  private var last = TextBytes()

  /// Whether there are no translations yet.
  var isEmpty: Bool { bytes.isEmpty }

  /// Removes all translations.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    last = TextBytes()
  }

  /// Adds the name in a language. Of consecutive names in the same language, the first is kept.
  mutating func append(_ language: TextBytes, _ text: TextBytes) {
    guard language != last, !language.bytes.isEmpty else { return }
    last = language
    for part in [language, text] {
      if !bytes.isEmpty { bytes.append(TranslationCoding.separator) }
      let start = bytes.count
      bytes.append(contentsOf: part.bytes)
      // No real name contains a separator, but a file could.
      for position in start..<bytes.count where bytes[position] == TranslationCoding.separator {
        bytes[position] = UInt8(ascii: " ")
      }
    }
  }
}

extension TranslationWriter: Bindable {
  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    bytes.withUnsafeBufferPointer { bytes in
      let start = UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
      return sqlite3_bind_text(statement, parameter, start, Int32(bytes.count), csqlite_transient())
    }
  }
}
