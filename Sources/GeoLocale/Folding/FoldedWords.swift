/// The folded words of a name, in memory that is valid during the call of ``withWords(of:_:)``.
struct FoldedWords {
  /// One word: the range of its bytes, and the character that ended it.
  struct Word {
    /// The range of its bytes in ``FoldedWords/bytes``.
    var start: Int32
    var end: Int32
    /// Its ``WordHash``.
    var hash: UInt64
    /// The ASCII character that ended the word; 0 at the end of the name, a space for other separators.
    var endedBy: UInt8
  }

  /// The folded bytes of all words, without anything between them.
  let bytes: UnsafeMutableBufferPointer<UInt8>
  /// The words in order.
  let words: UnsafeMutableBufferPointer<Word>

  /// An upper bound for the key's length: a code is at most eight bytes, and a space may come before it.
  var keyCapacity: Int { bytes.count + words.count * 9 }

  /// The bytes of a word.
  func text(_ word: Word) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(word.start)..<Int(word.end)])
  }

  /// Folds a name and calls the body with its words.
  static func withWords<Result>(
    of utf8: UnsafeBufferPointer<UInt8>, _ body: (FoldedWords) -> Result
  ) -> Result {
    // A character of two bytes becomes at most seven bytes; every second byte can be a word.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: utf8.count * 4 + 8) { bytes in
      withUnsafeTemporaryAllocation(of: Word.self, capacity: utf8.count / 2 + 1) { words in
        var folder = WordFolder(bytes: bytes, words: words)
        folder.fold(utf8)
        return body(
          FoldedWords(
            bytes: UnsafeMutableBufferPointer(rebasing: bytes[..<folder.byteCount]),
            words: UnsafeMutableBufferPointer(rebasing: words[..<folder.wordCount])))
      }
    }
  }
}

extension FoldedWords {
  /// Writes the key to memory of ``keyCapacity`` bytes; returns its length.
  func writeKey(to key: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var writer = KeyWriter(key)
    write(to: &writer)
    return writer.count
  }

  /// Writes the key: every word or its code, and last the words that people write on either side of a name.
  private func write(to key: inout KeyWriter) {
    let table = StreetWords.shared
    let last = lastMeaningfulWord(table)
    var waiting: UInt64 = 0
    var index = 0
    while index < words.count {
      let (codes, used) = codes(at: index, table)
      let code = codes.map { self.code($0, at: index, last: last) } ?? 0
      if code == 0 {
        append(words[index], to: &key)
      } else if codes?.goesLast == true, waiting == 0, words.count > used {
        waiting = code
      } else {
        key.append(code: code)
      }
      index += used
    }
    if waiting != 0 { key.append(code: waiting) }
  }

  /// The position of the last word that is not a direction: `St` in `10th St NW`.
  private func lastMeaningfulWord(_ table: StreetWords) -> Int {
    var last = words.count - 1
    while last > 1, table.codes(for: words[last].hash)?.isDirection == true { last -= 1 }
    return last
  }

  /// The codes of a word, or of two words that form an abbreviation with a hyphen (`пр-т`), and the number of words
  /// used.
  private func codes(at index: Int, _ table: StreetWords) -> (StreetWords.Codes?, used: Int) {
    let word = words[index]
    if word.endedBy == UInt8(ascii: "-"), word.end - word.start <= 4, index + 1 < words.count {
      let joined = UnsafeBufferPointer(rebasing: bytes[Int(word.start)..<Int(words[index + 1].end)])
      if let codes = table.codes(for: WordHash.of(joined)), codes.goesLast { return (codes, 2) }
    }
    return (table.codes(for: word.hash), 1)
  }

  /// The code for a word at its position; 0 when the word stays as it is.
  private func code(_ codes: StreetWords.Codes, at index: Int, last: Int) -> UInt64 {
    guard words.count > 1 else { return codes.any }
    if index == 0, codes.first != 0 { return codes.first }
    if index == last, index > 0, codes.last != 0 { return codes.last }
    return codes.any
  }

  /// Writes a word that is not a street word; a street word glued to it (`Hauptstr.`) is written as its code.
  private func append(_ word: Word, to key: inout KeyWriter) {
    let text = text(word)
    guard let (stem, code) = Self.split(text, dotted: word.endedBy == UInt8(ascii: ".")) else {
      return key.append(text)
    }
    key.append(UnsafeBufferPointer(rebasing: text[..<stem]))
    key.append(code: code)
  }

  /// Finds a glued street word: the length of the part before it, and its code.
  private static func split(_ text: UnsafeBufferPointer<UInt8>, dotted: Bool) -> (Int, UInt64)? {
    for ending in gluedEndings where dotted || !ending.needsDot {
      let stem = text.count - ending.text.utf8CodeUnitCount
      if stem >= 3, ends(text, with: ending.text, from: stem) { return (stem, ending.code) }
    }
    return nil
  }

  /// Whether a word ends with a street word that starts at an offset.
  private static func ends(_ text: UnsafeBufferPointer<UInt8>, with ending: StaticString, from stem: Int) -> Bool {
    for offset in 0..<ending.utf8CodeUnitCount where text[stem + offset] != ending.utf8Start[offset] { return false }
    return true
  }

  /// Street words that German, Dutch and the Nordic languages glue to the name. A single letter counts only with a dot.
  private static let gluedEndings: [(text: StaticString, code: UInt64, needsDot: Bool)] = [
    ("strasse", 0x727473, false), ("straat", 0x727473, false), ("str", 0x727473, false),
    ("gatan", 0x7467, false), ("gaten", 0x7467, false), ("gata", 0x7467, false), ("gate", 0x7467, false),
    ("gt", 0x7467, true), ("platz", 0x6C70, false), ("pl", 0x6C70, true), ("weg", 0x77, false), ("w", 0x77, true),
    ("gasse", 0x67, false), ("g", 0x67, true),
  ]
}

/// Appends bytes to a buffer that the caller has made large enough.
struct KeyWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  /// Bytes written so far.
  private(set) var count = 0

  /// Creates a writer at the beginning of a buffer.
  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  /// Appends a word, with a space between two numbers.
  mutating func append(_ word: UnsafeBufferPointer<UInt8>) {
    guard let first = word.first else { return }
    separateNumbers(before: first)
    for byte in word { put(byte) }
  }

  /// Appends a code of up to eight bytes, the first in the lowest bits.
  mutating func append(code: UInt64) {
    separateNumbers(before: UInt8(truncatingIfNeeded: code))
    var rest = code
    while rest != 0 {
      put(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Keeps numbers apart: `1 1st Street` is not `11st Street`.
  private mutating func separateNumbers(before next: UInt8) {
    guard count > 0, isDigit(next), isDigit(buffer[count - 1]) else { return }
    put(UInt8(ascii: " "))
  }

  private mutating func put(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
