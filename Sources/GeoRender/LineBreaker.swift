/// Breaks texts into lines that are no wider than there is room.
struct LineBreaker {
  /// Points that a line has.
  let room: Double
  /// Lines at most; the last one ends with an ellipsis where there are more.
  var most = Int.max

  /// The lines of a text, broken between its words, and within a word where that alone is too wide.
  ///
  /// - Parameter width: how wide a text is, in points.
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

  /// A word in pieces that have room; of one that has more than are wanted, one more.
  private func pieces(_ word: Substring, _ width: (String) -> Double) -> [String] {
    var pieces: [String] = []
    var rest = word
    while pieces.count <= most, rest.count > 1, width(String(rest)) > room {
      // How many letters have room is found by halving: a long text is measured few times.
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
