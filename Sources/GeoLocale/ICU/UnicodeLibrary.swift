import CICU

/// ICU as this process has it.
package enum UnicodeLibrary {
  /// Its version, such as `72`; nil where there is none, which only the library for other programs allows: then names are not transliterated.
  package static var version: String? { isThere ? String(icu_version()) : nil }

  /// Whether there is one.
  static var isThere: Bool { icu_version() != 0 }
}
