/// Makes untrusted text, such as the names of a map, safe to show. Printable ASCII is returned unchanged.
package enum ForeignText {
  /// Returns the text on one line: every line break that some reader recognizes becomes a space, and so does a tab.
  package static func oneLine(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { line.append(breaks.contains(scalar) ? " " : scalar) }
    return String(line)
  }

  /// Returns the text with U+FFFD for characters that a terminal would obey instead of showing. These are control
  /// characters except line feeds and tabs, Unicode's two separators, and marks that change the direction of text and
  /// are not ended on their line.
  package static func visible(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    var scalars: [Unicode.Scalar] = []
    var open = OpenDirections()
    for scalar in text.unicodeScalars {
      if scalar == "\n" { open.replaceAll(in: &scalars) }
      open.read(scalar, at: scalars.count)
      scalars.append(isObeyed(scalar) ? "\u{FFFD}" : scalar)
    }
    open.replaceAll(in: &scalars)
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  /// Returns the text with U+FFFD for control characters except line ends and tabs. Many readers of tables stop at a
  /// NUL, and terminals obey the others.
  package static func withoutControls(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains(scalar)
      scalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  private static let breaks: Set<Unicode.Scalar> = [
    "\n", "\r", "\u{0B}", "\u{0C}", "\u{1C}", "\u{1D}", "\u{1E}", "\u{85}", "\u{2028}", "\u{2029}", "\t",
  ]

  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

  /// Whether a terminal might obey a character: the controls C0 and C1, DEL and the two separators of Unicode.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// The marks of a line that change the direction of text and have not ended (Unicode Standard Annex 9, 3.1).
private struct OpenDirections {
  private var marks: [(index: Int, isIsolate: Bool)] = []

  /// Reads the next character of the line.
  mutating func read(_ scalar: Unicode.Scalar, at index: Int) {
    switch scalar {
    case "\u{202A}", "\u{202B}", "\u{202D}", "\u{202E}": marks.append((index, false))
    case "\u{2066}", "\u{2067}", "\u{2068}": marks.append((index, true))
    case "\u{202C}": if marks.last?.isIsolate == false { marks.removeLast() }
    // The end of an isolate also ends the marks inside it.
    case "\u{2069}": if let isolate = marks.lastIndex(where: \.isIsolate) { marks.removeSubrange(isolate...) }
    default: break
    }
  }

  /// Makes the open marks visible at the end of the line.
  mutating func replaceAll(in scalars: inout [Unicode.Scalar]) {
    for mark in marks { scalars[mark.index] = "\u{FFFD}" }
    marks.removeAll()
  }
}
