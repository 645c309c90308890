// How a key is made:
// 1. Every character is folded to lower case without accents; punctuation ends a word, apostrophes vanish
//    (``FoldedWords``).
// 2. Every word that is a usual street word or an abbreviation of one becomes a short code (``StreetWords``). `St` is a
//    saint before a name and a street after it.
// 3. The words are joined without spaces, so that `Karl-Marx-Str.` and `Karl Marx Straße` are the same; a space stays
//    between two numbers.

/// Compares names of streets the way people do: without case, accents, punctuation and usual abbreviations.
public enum NameFolding {
  /// A key that is equal for names that mean the same (`St. John's Ave` and `Saint Johns Avenue`). Not for display.
  ///
  /// Keys of different names may rarely be equal; a name never has two keys. Names in ASCII are folded without ICU, in
  /// well under a microsecond. Empty when the name has no letter and no digit.
  public static func key(for name: String) -> String {
    var name = name
    return name.withUTF8 { utf8 in
      FoldedWords.withWords(of: utf8) { words in
        String(unsafeUninitializedCapacity: words.keyCapacity) { key in
          var writer = KeyWriter(key)
          words.write(to: &writer)
          return writer.count
        }
      }
    }
  }
}
