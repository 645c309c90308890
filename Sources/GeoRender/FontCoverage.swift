import CCairo
import Synchronization

/// Which letters the fonts of this machine have.
public enum FontCoverage {
  private struct Known {
    /// Whether there is a font for a letter, of those that were asked for. Fonts that come while the program runs count from its next start on.
    var letters: [Unicode.Scalar: Bool] = [:]
    var missingScripts: Set<String> = []
  }

  private static let known = Mutex(Known())

  /// Whether a text is drawn with letters, not with boxes.
  public static func canWrite(_ text: String) -> Bool {
    // What every font has need not be looked up.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    return known.withLock { known in
      let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
      let new = letters.filter { known.letters[$0] == nil }
      // Mostly there are fonts for all of them, which one look tells.
      let missing = TextPainter.missingScripts(of: new.reduce(into: "") { $0.unicodeScalars.append($1) })
      known.missingScripts.formUnion(missing)
      for letter in new {
        known.letters[letter] = missing.isEmpty || TextPainter.missingScripts(of: String(letter)).isEmpty
      }
      return letters.allSatisfy { known.letters[$0] == true }
    }
  }

  /// English names of the scripts of which a letter was looked for and not found since the program began.
  static var missingScripts: Set<String> { known.withLock(\.missingScripts) }
}
