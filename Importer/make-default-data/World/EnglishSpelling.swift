/// English names as they are spelled, where a source slips.
enum EnglishSpelling {
  /// Words, each whole. Piemont is German.
  private static let words = ["Governate": "Governorate", "Northen": "Northern", "Piemont": "Piedmont"]

  /// A name with its words spelled right.
  static func corrected(_ name: String) -> String {
    name.split(separator: " ", omittingEmptySubsequences: false).map { words[String($0)] ?? String($0) }
      .joined(separator: " ")
  }
}
