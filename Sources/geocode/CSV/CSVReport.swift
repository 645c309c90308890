import GeoCSV
import GeoConsole
import GeoModel

/// The closing words of `geocode csv` on standard error: what was done, by kind, how fast, and whom to name.
struct CSVReport {
  let summary: EnrichmentSummary
  let command: CSVCommand
  /// How the file was understood; empty when it was said before.
  let decisions: [String]
  let attribution: [String]

  /// Writes all lines.
  func say() { for line in lines { StandardError.writeLine(line) } }

  /// The lines in their order.
  var lines: [String] {
    if summary.wasComplete {
      return ["\(command.output.path ?? "The output") is complete already: nothing to resume (--force starts anew)"]
    }
    return understanding + [headline] + matches + problems + hints + ending + attributionLines
  }

  private var understanding: [String] {
    decisions.isEmpty ? [] : [CSVReport.capitalized(decisions.joined(separator: "; "))]
  }

  /// With a capital at the start, as a sentence has.
  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private var headline: String {
    let seconds = Double(summary.duration.components.seconds) + Double(summary.duration.components.attoseconds) * 1e-18
    let rate = seconds > 0.001 ? ", \(Figures.grouped(Int(Double(summary.rowsOfThisRun) / seconds))) rows/s" : ""
    return
      "\(Figures.grouped(summary.tally[.rows])) row\(summary.tally[.rows] == 1 ? "" : "s") in \(Figures.fixed(seconds, 1)) s\(rate)"
  }

  private var matches: [String] {
    let tally = summary.tally
    guard !command.rows.dryRun else { return line("usable coordinates", tally[.ok]) }
    var lines = line("with an address or area", tally[RowStatus.ok], always: true)
    for match in Placemark.Match.allCases { lines += line("  matched by \(match.rawValue)", tally[match]) }
    return lines
  }

  private var problems: [String] {
    let tally = summary.tally
    return RowStatus.allCases.filter { $0 != .ok }.flatMap { line($0.word.description, tally[$0]) }
      + line("blank lines passed through", tally[.blankLines])
      + (command.rows.sample == nil ? [] : line("rows left out by --sample", tally[.skipped]))
      + line("rows with fewer fields than the header", tally[.shortRows])
      + line("rows with more fields than the header", tally[.longRows])
      + line("rows out of range that would fit with latitude and longitude swapped", tally[.swappedLooking])
      + line("rows at 0, 0 (a placeholder?)", tally[.atZero])
  }

  private func line(_ what: String, _ count: Int, always: Bool = false) -> [String] {
    guard count > 0 || always else { return [] }
    let number = Figures.grouped(count)
    return ["  " + String(repeating: " ", count: max(0, 11 - number.count)) + number + "  " + what]
  }

  private var hints: [String] {
    guard summary.looksSwapped else { return [] }
    return ["Latitude and longitude look swapped: --swap reads them the other way round."]
  }

  private var ending: [String] {
    guard summary.wasStopped else { return [] }
    guard let path = command.output.path else { return ["Interrupted: the output is not complete."] }
    return ["Interrupted: what is done is in \(path).partial; the same command with --resume goes on from there."]
  }

  private var attributionLines: [String] { attribution.isEmpty ? [] : ["Data: " + attribution.joined(separator: "; ")] }
}
