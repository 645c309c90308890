/// Results as lines of text.
struct Table {
  private var rows: [[String]] = []

  /// A table of one build: median, lowest and highest value, and the ratio to the baseline's value if there is one.
  static func single(_ results: Measurements, baseline: ResultFile?) -> Table {
    var table = Table()
    table.rows = [["measurement", "median", "lowest", "highest", "unit", "to baseline"]]
    for entry in results.entries {
      let ratio = baseline?.median(entry.name).map { ratioText(entry.median, $0) } ?? ""
      let (low, high) = (entry.values.min() ?? 0, entry.values.max() ?? 0)
      table.rows.append([entry.name, number(entry.median), number(low), number(high), entry.unit, ratio])
    }
    return table
  }

  /// A table of two builds side by side, with B divided by A. Below 1, B is faster or smaller, except for rates.
  static func comparison(_ first: Measurements, _ second: Measurements) -> Table {
    var table = Table()
    table.rows = [["measurement", "A", "B", "unit", "B / A", ""]]
    for entry in first.entries {
      guard let other = second[entry.name] else { continue }
      let verdict = verdict(entry, other)
      let ratio = ratioText(other.median, entry.median)
      table.rows.append([entry.name, number(entry.median), number(other.median), entry.unit, ratio, verdict])
    }
    return table
  }

  /// The table as text, with the first column left-aligned and the others right-aligned.
  var text: String {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { index in
        let space = String(repeating: " ", count: widths[index] - row[index].count)
        return index == 0 ? row[index] + space : space + row[index]
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// A verdict only if the ranges of the two builds do not overlap.
  private static func verdict(_ a: Measurements.Entry, _ b: Measurements.Entry) -> String {
    guard a.values.count > 1, let aLow = a.values.min(), let aHigh = a.values.max(), let bLow = b.values.min(),
      let bHigh = b.values.max(), bHigh < aLow || bLow > aHigh
    else { return "" }
    return (bHigh < aLow) == a.isRate ? "worse" : "better"
  }

  private static func ratioText(_ value: Double, _ other: Double) -> String {
    other > 0 ? decimal(value / other, places: 100) : "-"
  }

  /// A number with at least three significant digits.
  private static func number(_ value: Double) -> String {
    value >= 100 ? "\(Int(value.rounded()))" : decimal(value, places: value >= 10 ? 10 : 100)
  }

  private static func decimal(_ value: Double, places: Double) -> String { "\((value * places).rounded() / places)" }
}
