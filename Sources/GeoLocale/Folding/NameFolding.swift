import GeoSupport

// How a key is made:
// 1. Every character is folded to lowercase without accents. Punctuation ends a word, and apostrophes are dropped
//    (``FoldedWords``).
// 2. Every word that is a usual street word or an abbreviation of one becomes a short code (``StreetWords``). `St` is a
//    saint before a name and a street after it.
// 3. The words are joined without spaces, so that `Karl-Marx-Str.` and `Karl Marx Straße` are the same; a space stays
//    between two numbers.

/// Compares names of streets the way people do: without case, accents, punctuation and usual abbreviations.
package enum NameFolding {
  /// A key that is equal for names that mean the same (`St. John's Ave` and `Saint Johns Avenue`). Not for display.
  ///
  /// Different names may have the same key, though rarely. Names in ASCII are folded without ICU, in well under a
  /// microsecond. Empty when the name has no letter and no digit.
  package static func key(for name: String) -> String {
    var name = name
    return name.withUTF8 { utf8 in
      FoldedWords.withWords(of: utf8) { words in
        String(unsafeUninitializedCapacity: words.keyCapacity) { words.writeKey(to: $0) }
      }
    }
  }

  /// A hash of the key, computed without creating a string.
  package static func keyHash(for name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { utf8 in
      FoldedWords.withWords(of: utf8) { words in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: words.keyCapacity) { key in
          hash(key[..<words.writeKey(to: key)])
        }
      }
    }
  }

  /// The hash of a key.
  static func hash(_ key: Slice<UnsafeMutableBufferPointer<UInt8>>) -> UInt64 { Hashing.mix(Hashing.fnv1a(key)) }
}

/// Folds the characters of a name one by one and cuts them into words.
struct WordFolder {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let words: UnsafeMutableBufferPointer<FoldedWords.Word>
  /// The hash of the current word, and its start.
  private var hash = WordHash()
  private var wordStart = 0
  /// The numbers of bytes and words so far.
  private(set) var byteCount = 0, wordCount = 0

  /// Creates a folder that writes into buffers large enough for the name (``FoldedWords/withWords(of:_:)``).
  init(bytes: UnsafeMutableBufferPointer<UInt8>, words: UnsafeMutableBufferPointer<FoldedWords.Word>) {
    self.bytes = bytes
    self.words = words
  }

  /// Folds a whole name.
  mutating func fold(_ utf8: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      if byte < 0x80 {
        foldASCII(byte, next: index + 1 < utf8.count ? utf8[index + 1] : 0)
        index += 1
      } else {
        index += foldScalar(at: index, in: utf8)
      }
    }
    endWord(by: 0)
  }

  /// Folds an ASCII character without ICU, as most names on the map are all ASCII.
  ///
  /// - Parameter next: the byte after it, 0 at the end.
  private mutating func foldASCII(_ byte: UInt8, next: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): put(byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): put(byte | 0x20)
    case UInt8(ascii: "'"), UInt8(ascii: "`"): break
    // `P.zza` and `J.F.K.` are one word each; `St.Georg` is two.
    case UInt8(ascii: ".") where byteCount - wordStart == 1 && isLetter(next): break
    default: endWord(by: byte)
    }
  }

  /// Folds the character that starts at an index; returns its length in bytes.
  private mutating func foldScalar(at index: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int {
    let lead = utf8[index]
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { scalar = scalar << 6 | UInt32(utf8[index + offset] & 0x3F) }
    put(folded: ScalarFolding.folded(scalar))
    return length
  }

  /// Appends a folded character, or ends the word if it is a separator.
  private mutating func put(folded: ScalarFolding.Folded) {
    if folded == ScalarFolding.separator { return endWord(by: UInt8(ascii: " ")) }
    var rest = folded
    while rest != 0 {
      put(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Appends a byte to the word.
  private mutating func put(_ byte: UInt8) {
    bytes[byteCount] = byte
    byteCount += 1
    hash.add(byte)
  }

  /// Ends the word at a separator, which is stored with it because a dot marks an abbreviation. Further separators have
  /// no effect.
  private mutating func endWord(by separator: UInt8) {
    if byteCount > wordStart {
      words[wordCount] = FoldedWords.Word(
        start: Int32(wordStart), end: Int32(byteCount), hash: hash.value, endedBy: separator)
      wordCount += 1
    }
    wordStart = byteCount
    hash = WordHash()
  }

  /// Whether a byte is a letter or part of a character outside ASCII.
  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80 }
}

/// The hash of a word's bytes, computed incrementally. Words are compared by it alone, as a collision with one of a few
/// hundred street words is practically impossible.
struct WordHash {
  private(set) var value = Hashing.fnvSeed

  @inline(__always) mutating func add(_ byte: UInt8) { value = Hashing.fnv1a(CollectionOfOne(byte), seed: value) }

  /// The hash of a whole word.
  static func of(_ word: some Sequence<UInt8>) -> UInt64 { Hashing.fnv1a(word) }
}
