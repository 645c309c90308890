import CICU

/// The ICU library of this process.
package enum UnicodeLibrary {
  /// Its version, such as `72`; nil in a process without ICU.
  ///
  /// Only other programs that use this package as a library may be without ICU; they do not transliterate names.
  package static var version: String? { isThere ? String(icu_version()) : nil }

  /// Whether the process has ICU.
  static var isThere: Bool { icu_version() != 0 }
}
