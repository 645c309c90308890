import CCairo
import Synchronization

/// The letters available in the fonts of this machine.
public enum FontCoverage {
  private struct Known {
    /// Whether there is a font for each letter looked up so far. Fonts installed later count after the next start of
    /// the program.
    var letters: [Unicode.Scalar: Bool] = [:]
    var missingScripts: Set<String> = []
  }

  private static let known = Mutex(Known())

  /// Whether all letters of a text are in a font, so that none is drawn as a box.
  public static func canWrite(_ text: String) -> Bool {
    // ASCII needs no lookup.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    return known.withLock { known in
      let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
      let new = letters.filter { known.letters[$0] == nil }
      // Usually there are fonts for all new letters, which a single lookup shows.
      let missing = TextPainter.missingScripts(of: new.reduce(into: "") { $0.unicodeScalars.append($1) })
      known.missingScripts.formUnion(missing)
      for letter in new {
        known.letters[letter] = missing.isEmpty || TextPainter.missingScripts(of: String(letter)).isEmpty
      }
      return letters.allSatisfy { known.letters[$0] == true }
    }
  }

  /// English names of the scripts for which a lookup since the program's start found no font.
  static var missingScripts: Set<String> { known.withLock(\.missingScripts) }
}
