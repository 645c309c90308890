/// Finds what a mistyped word was meant to be.
public enum Spelling {
  /// The candidate with the fewest letters to change; nil when none is near (more than a third of the letters differ).
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let reach = max(1, word.count / 3)
    let near = candidates.map { (candidate: $0, distance: distance(word, $0)) }.filter { $0.distance <= reach }
    return near.min { $0.distance < $1.distance }?.candidate
  }

  /// How many letters must be inserted, removed, replaced or swapped with their neighbor to turn one word into the other.
  /// Cost grows with the product of their lengths.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a), b = Array(b)
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        // Swapped neighbors are one slip of the fingers, not two.
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
