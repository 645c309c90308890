import GeoCSV
import GeoConsole
import GeoModel
import GeoSupport

/// The final report of `geocode csv` on standard error: counts by kind, speed, and attribution.
struct CSVReport {
  /// The results of the run.
  let summary: EnrichmentSummary
  /// The command, whose options the messages name.
  let command: CSVCommand
  /// Whether to include the decisions about the file, because they have not been shown yet.
  let saysDecisions: Bool

  /// Prints all lines.
  func say() { for line in lines { StandardError.writeLine(line) } }

  /// The lines in order.
  var lines: [String] {
    if summary.wasComplete {
      return ["\(command.output.path ?? "The output") is complete already: nothing to resume (--force starts anew)"]
    }
    return understanding + [headline] + matches + problems + slippedColumns + hints + ending + attributionLines
  }

  /// The decisions about the file.
  private var understanding: [String] {
    summary.decisions.isEmpty || !saysDecisions ? [] : [CSVReport.sentence(summary.decisions)]
  }

  /// Joins phrases to one sentence with a capital at the start.
  static func sentence(_ phrases: [String]) -> String {
    let text = phrases.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The number of rows and the time.
  private var headline: String {
    if summary.tally[.rows] == 0 { return "No rows: the input has nothing to be answered" }
    let seconds = summary.duration / .seconds(1)
    let rows = "\(Figures.grouped(summary.tally[.rows])) row\(summary.tally[.rows] == 1 ? "" : "s")"
    // For a few rows, the rate depends more on the start of the program than on its speed.
    guard summary.rowsOfThisRun >= 1000, seconds > 0 else { return "\(rows) in \(Figures.fixed(seconds, 1)) s" }
    let rate = Int(Double(summary.rowsOfThisRun) / seconds)
    return "\(rows) in \(Figures.fixed(seconds, 1)) s, \(Figures.grouped(rate)) rows/s"
  }

  /// The rows with an answer, by match.
  private var matches: [String] {
    let tally = summary.tally
    guard !command.rows.dryRun else { return line("usable coordinates", tally[.ok]) }
    var lines = line("with an address or area", tally[RowStatus.ok], always: true)
    for match in Placemark.Match.allCases { lines += line("  matched by \(match.rawValue)", tally[match]) }
    guard summary.uncoveredShare == CSVReport.share(tally) else { return lines }
    return lines + line("outside the store's extracts: coarse, or without an answer", tally[.uncovered])
  }

  /// The rows without an answer, by status, and the oddities of rows.
  private var problems: [String] {
    let tally = summary.tally
    return RowStatus.allCases.filter { $0 != .ok }.flatMap { line($0.word, tally[$0]) }
      + line("blank lines passed through", tally[.blankLines])
      + (command.rows.sample == nil ? [] : line("rows left out by --sample", tally[.skipped]))
      + line("rows with fewer fields than the header", tally[.shortRows])
      + line("rows with more fields than the header", tally[.longRows])
      + line("rows over several lines whose quote closes within a field (a stray quote?)", tally[.runawayQuotes])
      + line("rows out of range that would fit with latitude and longitude swapped", tally[.swappedLooking])
      + maybeMillionths
      + line("rows with a letter O that may be west (Oeste) or east (Ost): say which by --letter-o", tally[.lettersO])
      + line("rows at 0, 0 (a placeholder?)", tally[.atZero])
      + line("records that have a new name already: the new value is left out (--prefix)", tally[.takenNames])
      + line("rows with ? for characters that windows-1252 lacks", tally[.lackingCharacters])
  }

  /// The rows with suspicious ten-millionths of a degree, unless they are more than a quarter of four or more rows.
  ///
  /// In a table of places near 0, 0 all rows are like this. A few among other rows are worth checking.
  private var maybeMillionths: [String] {
    let count = summary.tally[.maybeMillionths]
    guard count * 4 <= summary.tally[.rows] || summary.tally[.rows] < 4 else { return [] }
    return line("rows whose ten-millionths of a degree have too few digits, or are near 0, 0", count)
  }

  /// A right-aligned number and its label; no line for zero.
  private func line(_ what: String, _ count: Int, always: Bool = false) -> [String] {
    guard count > 0 || always else { return [] }
    let number = Figures.grouped(count)
    return ["  " + String(repeating: " ", count: max(0, 11 - number.count)) + number + "  " + what]
  }

  /// From this share of uncovered points on, a warning is shown.
  private static let warningShare = 0.2

  /// The share of points counted as not covered. The summary's share differs where the count alone is not enough.
  private static func share(_ tally: Tally) -> Double {
    Double(tally[.uncovered]) / Double(max(tally[RowStatus.ok] + tally[RowStatus.notFound], 1))
  }

  /// A warning about decimal commas: in `47,13,9,52` the second number is not a longitude.
  ///
  /// Only the number of fields distinguishes such a row from a good one.
  private var slippedColumns: [String] {
    guard summary.tally[.longRows] * 2 > summary.tally[.rows] else { return [] }
    return [
      "Most rows have more fields than the header: if commas are its decimal points, too, numbers are cut there and their answers are wrong; "
        + "save the table with semicolons or tabs between its fields."
    ]
  }

  /// Advice that would fix most rows.
  private var hints: [String] {
    guard !summary.looksSwapped else {
      // If this applies to all rows, the error message says so.
      return summary.isAllSwapped ? [] : ["Latitude and longitude look swapped: --swap reads them the other way round."]
    }
    let (outOfRange, swapped) = (summary.tally[RowStatus.outOfRange], summary.tally[.swappedLooking])
    guard outOfRange * 2 <= summary.tally[.rows] || swapped * 2 > outOfRange else {
      return [
        "Most coordinates are out of range: are they meters of a projection, such as UTM? Degrees are needed (WGS 84); ogr2ogr with "
          + "-t_srs EPSG:4326 makes such a file."
      ]
    }
    guard let share = summary.uncoveredShare, share >= CSVReport.warningShare else { return [] }
    return [
      "\(Int((share * 100).rounded())) % of the points lie outside \(CoverageText.phrase(summary.coverage)): there, only the coarse world "
        + "layer is known. 'geocode import' makes a store of an extract of their region, and --database names it."
    ]
  }

  /// The state of an interrupted run.
  private var ending: [String] {
    guard summary.wasStopped else { return [] }
    let advice = CSVReport.howToGoOn(command.output)
    return advice.isEmpty ? ["Interrupted: the output is not complete."] : advice.map { "Interrupted: " + $0 }
  }

  /// The location of the unfinished output and how to continue; empty when there is none.
  static func howToGoOn(_ output: CSVOutputOptions) -> [String] {
    guard let path = output.path.map(FileFolder.resolved), access(path + ".partial", F_OK) == 0 else { return [] }
    let change = output.force ? "--resume instead of --force" : "--resume"
    return ["what is done is in \(path).partial; the same command with \(change) continues from there."]
  }

  /// The attribution of the data.
  private var attributionLines: [String] {
    summary.attribution.isEmpty ? [] : ["Data: " + summary.attribution.joined(separator: "; ")]
  }
}
