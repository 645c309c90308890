/// Breaks texts into lines that fit a width.
struct LineBreaker {
  /// The width of a line in points.
  let room: Double
  /// The largest number of lines; a longer text ends with an ellipsis.
  var most = Int.max

  /// Breaks a text between words, and within a word that is too wide by itself.
  ///
  /// - Parameter width: returns the width of a text in points.
  func lines(_ text: String, width: (String) -> Double) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      let longer = lines.last.map { "\($0) \(word)" }
      if let longer, width(longer) <= room {
        lines[lines.count - 1] = longer
      } else {
        lines += pieces(word, width)
      }
      if lines.count > most { break }
    }
    guard lines.count > most, most > 0 else { return lines }
    var last = lines[most - 1]
    while !last.isEmpty, width(last + "…") > room { last.removeLast() }
    return lines.prefix(most - 1) + [last + "…"]
  }

  /// Splits a word into pieces that fit; stops one piece beyond the largest number of lines.
  private func pieces(_ word: Substring, _ width: (String) -> Double) -> [String] {
    var pieces: [String] = []
    var rest = word
    while pieces.count <= most, rest.count > 1, width(String(rest)) > room {
      // A binary search for the number of letters that fit, because measuring a long text is slow.
      var (fits, isTooWide) = (1, rest.count)
      while isTooWide - fits > 1 {
        let middle = (fits + isTooWide) / 2
        if width(String(rest.prefix(middle))) <= room { fits = middle } else { isTooWide = middle }
      }
      pieces.append(String(rest.prefix(fits)))
      rest = rest.dropFirst(fits)
    }
    return pieces + [String(rest)]
  }
}
