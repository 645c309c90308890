import Testing

/// An expected value in an answer from the real extract.
///
/// A line of a table has three columns, separated by ` | `: the query of the URL, a path into the answer, and the value
/// there. The value `*` means any value and `-` none. `~text` means a value that contains the text, and `~` an empty
/// one. In the query, `{…}` is the header `Accept-Language`.
struct Fact: CustomTestStringConvertible, Sendable {
  let query: String
  let acceptLanguage: String?
  let path: String
  let expected: String

  var testDescription: String { "\(query) has \(path) \(expected)" }

  /// Reads the lines of a table. An empty first column repeats the query of the line before.
  static func table(_ text: String) -> [Fact] {
    var query = ""
    return text.split(separator: "\n").map { line in
      let columns = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false).map { trimmed($0) }
      if !columns[0].isEmpty { query = columns[0] }
      return Fact(query: query, path: columns[1], expected: columns[2])
    }
  }

  private init(query: String, path: String, expected: String) {
    let parts = query.split(separator: "{")
    self.query = Fact.trimmed(parts[0])
    acceptLanguage = parts.count > 1 ? String(parts[1].dropLast()) : nil
    self.path = path
    self.expected = expected
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Whether a value is the expected one; nil means no value.
  func holds(_ value: String?) -> Bool {
    switch expected {
    case "-": value == nil
    case "*": value != nil
    case "~": value == ""
    case _ where expected.hasPrefix("~"): value?.contains(expected.dropFirst()) == true
    default: value == expected
    }
  }
}
