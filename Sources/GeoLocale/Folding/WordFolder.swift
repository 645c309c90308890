/// Folds the characters of a name one by one and cuts them into words.
struct WordFolder {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let words: UnsafeMutableBufferPointer<FoldedWords.Word>
  /// The hash of the word that is being read, and where it starts.
  private var hash = WordHash()
  private var wordStart = 0
  /// Bytes and words so far.
  private(set) var byteCount = 0, wordCount = 0

  /// A folder that writes into buffers large enough for the name (``FoldedWords/withWords(of:_:)``).
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

  /// Folds a character of ASCII, by hand: most names of the world's map are nothing else.
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

  /// Appends what ICU made of a character, or ends the word where that is a separator.
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

  /// Closes the word before a separator, which is kept with it: a dot tells an abbreviation. Further separators change
  /// nothing.
  private mutating func endWord(by separator: UInt8) {
    if byteCount > wordStart {
      words[wordCount] = FoldedWords.Word(
        start: Int32(wordStart), end: Int32(byteCount), hash: hash.value, endedBy: separator)
      wordCount += 1
    }
    wordStart = byteCount
    hash = WordHash()
  }

  /// Whether a byte begins or continues a letter.
  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80 }
}
