import CSQLite
import GeoStore

/// Writes the names of one thing by language; ``TranslationCoding`` reads them.
struct TranslationWriter {
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
}

extension TranslationWriter: Bindable {
  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    bytes.withUnsafeBufferPointer { bytes in
      let start = UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
      return sqlite3_bind_text(statement, parameter, start, Int32(bytes.count), csqlite_transient())
    }
  }
}
