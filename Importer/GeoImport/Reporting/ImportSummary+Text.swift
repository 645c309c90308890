extension ImportSummary {
  /// The summary as lines for a person, each ended: what was stored, what was left out and why, and the cost.
  ///
  /// - Parameter output: the path of the store, as the person gave it.
  public func text(output: String) -> String {
    var lines = ["\(output): \(storedText)"]
    if let date = metadata.dataDate { lines.append("  data of \(date)") }
    lines += list("left out", skipped.counts.map { (name: $0.key.rawValue, count: $0.value) })
    lines += list("faults in the data", faults.counts.map { (name: $0.key.rawValue, count: $0.value) })
    lines.append("  \(tenths(seconds)) s, \(peakMemoryBytes / 1_000_000) MB of memory\(workText)\(sizeText)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Records by kind.
  private var storedText: String {
    let kinds = [
      (stored.streets, "streets"), (stored.addresses, "addresses"), (stored.interpolations, "interpolations"),
      (stored.areas, "areas"), (stored.places, "places"), (stored.features, "features"),
    ]
    return kinds.map { "\(grouped($0.0)) \($0.1)" }.joined(separator: ", ")
  }

  /// The size of the working files, where there were any.
  private var workText: String { peakWorkBytes.map { ", \($0 / 1_000_000) MB of working files" } ?? "" }

  /// The size of the store, once it is written.
  private var sizeText: String {
    store.map { ", store of \(tenths(Double($0.fileSize) / 1e6)) MB" } ?? ""
  }

  /// The most frequent first, by name where equal.
  private func list(_ title: String, _ counts: [(name: String, count: Int)]) -> [String] {
    guard !counts.isEmpty else { return [] }
    let sorted = counts.sorted { $0.count == $1.count ? $0.name < $1.name : $0.count > $1.count }
    return ["  \(title): " + sorted.map { "\(grouped($0.count)) \($0.name)" }.joined(separator: ", ")]
  }

  /// A number with one decimal.
  private func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A number with commas between thousands.
  private func grouped(_ number: Int) -> String {
    let digits = "\(number)"
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
