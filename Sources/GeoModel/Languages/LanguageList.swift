/// Lists of languages as people and browsers write them.
public enum LanguageList {
  /// Stands for the local names, as they are mapped.
  public static let native = "native"

  /// Reads a list such as `de,en` or `de-CH, de;q=0.9, en;q=0.8`: best first, tags in canonical form.
  ///
  /// Weights reorder the list as HTTP's `Accept-Language` does; a weight of 0 and `*` leave the language out. `native`
  /// stays as it is and stands for local names.
  ///
  /// - Throws: ``LanguageError`` that names the part which is no language.
  public static func parse(_ text: some StringProtocol) throws(LanguageError) -> [String] {
    var weighted: [(tag: String, weight: Double)] = []
    for part in text.split(separator: ",") {
      let pieces = part.split(separator: ";").map { trimmed($0) }
      guard let name = pieces.first, !name.isEmpty else { continue }
      let weight = try weight(of: pieces.dropFirst())
      if name == "*" || weight == 0 { continue }
      weighted.append((try tag(name), weight))
    }
    // Swift's sort is stable: equal weights keep the order of the list.
    return weighted.sorted { $0.weight > $1.weight }.map(\.tag)
  }

  /// One language in canonical form.
  private static func tag(_ name: Substring) throws(LanguageError) -> String {
    if name.lowercased() == native { return native }
    guard let tag = LanguageTag(name) else { throw .malformedLanguage(name) }
    return tag.description
  }

  /// The weight among the parameters of a language, 0 to 1; 1 when there is none.
  private static func weight(of parameters: ArraySlice<Substring>) throws(LanguageError) -> Double {
    for parameter in parameters where parameter.lowercased().hasPrefix("q=") {
      guard let weight = Double(parameter.dropFirst(2)), (0...1).contains(weight) else {
        throw .malformedQuality(parameter)
      }
      return weight
    }
    return 1
  }

  /// A text without spaces around it.
  private static func trimmed(_ text: some StringProtocol) -> Substring {
    var text = Substring(text)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
