/// Corrections of English spelling errors in the sources.
enum EnglishSpelling {
  /// Whole words. Piemont is German.
  private static let words = ["Governate": "Governorate", "Northen": "Northern", "Piemont": "Piedmont"]

  /// A name with its words corrected.
  static func corrected(_ name: String) -> String {
    name.split(separator: " ", omittingEmptySubsequences: false).map { words[String($0)] ?? String($0) }
      .joined(separator: " ")
  }
}
