/// The words of a name, folded, in memory that lives as long as the call of ``withWords(of:_:)``.
struct FoldedWords {
  /// One word: where its bytes lie, and what ended it.
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

  /// More than the key can need: a code is at most eight bytes, and a space may come before it.
  var keyCapacity: Int { bytes.count + words.count * 9 }

  /// The bytes of a word.
  func text(_ word: Word) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(word.start)..<Int(word.end)])
  }

  /// Folds a name and passes its words on.
  static func withWords<Result>(
    of utf8: UnsafeBufferPointer<UInt8>, _ body: (FoldedWords) -> Result
  ) -> Result {
    // A character of two bytes becomes at most seven; every second byte can be a word.
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
