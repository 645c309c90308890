import GeoCSV
import GeoConsole
import GeoModel

/// The closing words of `geocode csv` on standard error: what was done, by kind, how fast, and whom to name.
struct CSVReport {
  let summary: EnrichmentSummary
  let command: CSVCommand
  /// Whether to say how the file was understood, if it was not said before.
  let saysDecisions: Bool

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
    summary.decisions.isEmpty || !saysDecisions ? [] : [CSVReport.sentence(summary.decisions)]
  }

  /// Phrases as one sentence, with a capital at the start.
  static func sentence(_ phrases: [String]) -> String {
    let text = phrases.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private var headline: String {
    let seconds = Double(summary.duration.components.seconds) + Double(summary.duration.components.attoseconds) * 1e-18
    let rows = "\(Figures.grouped(summary.tally[.rows])) row\(summary.tally[.rows] == 1 ? "" : "s")"
    // The rate of a few rows says more about the start of the program than about its speed.
    guard summary.rowsOfThisRun >= 1000, seconds > 0 else { return "\(rows) in \(Figures.fixed(seconds, 1)) s" }
    let rate = Int(Double(summary.rowsOfThisRun) / seconds)
    return "\(rows) in \(Figures.fixed(seconds, 1)) s, \(Figures.grouped(rate)) rows/s"
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
    let change = command.output.force ? "--resume in the place of --force" : "--resume"
    return ["Interrupted: what is done is in \(path).partial; the same command with \(change) goes on from there."]
  }

  private var attributionLines: [String] {
    summary.attribution.isEmpty ? [] : ["Data: " + summary.attribution.joined(separator: "; ")]
  }
}
