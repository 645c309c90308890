import CICU

/// The ICU library of this process.
package enum UnicodeLibrary {
  /// Its version, such as `72`; nil without ICU, which is only possible for the library in other programs. Names are
  /// then not transliterated.
  package static var version: String? { isThere ? String(icu_version()) : nil }

  /// Whether the process has ICU.
  static var isThere: Bool { icu_version() != 0 }
}
