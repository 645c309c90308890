/// Articles and prepositions in European street names, which some mappers write and others leave out (`Carrer Prat
/// Gran`, `Carrer del Prat Gran`).
package enum SmallWords {
  /// The words, see ``number(of:)``.
  private static let words: Set<UInt64> = Set(
    [
      "a", "d", "da", "das", "de", "degli", "dei", "del", "della", "delle", "dello", "dels", "des", "di", "do", "dos",
      "du", "e", "el",
      "els", "i", "l", "la", "las", "le", "les", "los", "of", "the", "van", "von", "y",
    ]
    .map { number(of: Array($0.utf8)) })

  /// Whether a word, folded to lowercase without accents, is one of them.
  package static func contains(_ word: some Collection<UInt8>) -> Bool {
    word.count <= longest && words.contains(number(of: word))
  }

  /// The key of a name without these words (see ``NameFolding/key(for:)``); the whole name's key if it has no other
  /// words.
  package static func keyWithout(_ name: String) -> String {
    var name = name
    return name.withUTF8 { utf8 in
      String(unsafeUninitializedCapacity: keyCapacity(of: utf8)) { writeKey(of: utf8, to: $0) }
    }
  }

  /// A hash of the key of ``keyWithout(_:)``, computed without creating a string.
  package static func keyHashWithout(_ name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { utf8 in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: keyCapacity(of: utf8)) { key in
        NameFolding.hash(key[..<writeKey(of: utf8, to: key)])
      }
    }
  }

  /// The length of the longest word in bytes; most words of names are longer.
  private static let longest = 5

  /// The bytes of a short word as one number.
  private static func number(of word: some Collection<UInt8>) -> UInt64 { word.reduce(0) { $0 << 8 | UInt64($1) } }
}

extension SmallWords {
  /// An upper bound for the key's length: every second byte may be a word, with a space before it
  /// (``FoldedWords/keyCapacity``).
  private static func keyCapacity(of utf8: UnsafeBufferPointer<UInt8>) -> Int { 16 * utf8.count + 32 }

  /// Writes the key of a name without small words; returns its length.
  private static func writeKey(
    of utf8: UnsafeBufferPointer<UInt8>, to key: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count: Int?
    forEachPart(of: utf8) { part in
      let start = count.map { $0 + 1 } ?? 0
      let length = append(part, to: key, at: start)
      if contains(key[start..<start + length]) { return }
      if start > 0 { key[start - 1] = UInt8(ascii: " ") }
      count = start + length
    }
    return count ?? append(utf8, to: key, at: 0)
  }

  /// Writes the key of a part of a name at a position; returns its length.
  private static func append(
    _ part: UnsafeBufferPointer<UInt8>, to key: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    FoldedWords.withWords(of: part) { $0.writeKey(to: UnsafeMutableBufferPointer(rebasing: key[start...])) }
  }

  /// Visits the parts between spaces, hyphens and apostrophes. The dot of an abbreviation that is glued to the next
  /// word (`Av.Príncep`) also ends a part.
  private static func forEachPart(of utf8: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var (start, index) = (0, 0)
    while index < utf8.count {
      let length = lengthOfSeparator(at: index, in: utf8)
      if length > 0 {
        if index > start { body(UnsafeBufferPointer(rebasing: utf8[start..<index])) }
        start = index + length
      } else if utf8[index] == UInt8(ascii: "."), index > start {
        body(UnsafeBufferPointer(rebasing: utf8[start...index]))
        start = index + 1
      }
      index += max(length, 1)
    }
    if utf8.count > start { body(UnsafeBufferPointer(rebasing: utf8[start...])) }
  }

  /// The length in bytes of the space, hyphen or apostrophe at an index; 0 for other characters.
  private static func lengthOfSeparator(at index: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int {
    switch utf8[index] {
    case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "'"), UInt8(ascii: "`"): 1
    // ´
    case 0xC2 where index + 1 < utf8.count && utf8[index + 1] == 0xB4: 2
    // ’
    case 0xE2 where index + 2 < utf8.count && utf8[index + 1] == 0x80 && utf8[index + 2] == 0x99: 3
    default: 0
    }
  }
}
