import GeoConsole
import GeoModel
import GeoSupport

/// `geocode -`: one coordinate per line on standard input, one answer per line on standard output, in the same order; a blank line for a
/// blank one.
struct LineLookup {
  let command: LookupCommand

  /// Answers until the input ends.
  ///
  /// - Throws: `ProgramFailure` at the end when some line has no answer: with `.badData` when the store could not be read for one, else with
  ///   `.nothingFound`; before it with `.inputOutput` when the input cannot be read.
  func run() throws {
    let writer = try PlacemarkWriter(
      options: command.output, answer: command.answer, output: StandardOutput(), isBatch: true)
    let answers = try command.source.resolved.open(isQuiet: command.output.isQuiet)
    var tally = Tally()
    do { try answer(from: answers, writer, &tally) } catch {
      // What was answered before is not lost.
      try writer.flush()
      throw error
    }
    if command.output.isVerbose {
      StandardError.writeLine("Answered by: \(answers.name)")
      if tally.uncovered > 0 {
        let phrase = CoverageText.phrase(answers.coverage)
        StandardError.writeLine("\(tally.uncovered) of \(tally.lines) points lie outside \(phrase).")
      }
    }
    if let failure = tally.failure(isQuiet: command.output.isQuiet) { throw failure }
  }

  private func answer(from answers: any AnswerSource, _ writer: PlacemarkWriter, _ tally: inout Tally) throws {
    // All lines ask the same.
    var query = try command.answer.query()
    var input = InputLines()
    while let text = try nextLine(&input, writer) {
      // Some programs put a mark of the encoding before all lines.
      let hasMark = tally.lines == 0 && text.unicodeScalars.first == "\u{FEFF}"
      let line = hasMark ? String(text.unicodeScalars.dropFirst()) : text
      guard !line.allSatisfy(\.isWhitespace) else {
        // Whoever puts questions and answers side by side counts lines.
        try writer.writeBlankLine()
        continue
      }
      tally.lines += 1
      do {
        query.coordinate = try coordinate(line)
        let placemarks = try answers.placemarks(for: query)
        if placemarks.first?.isFromWorldLayerAlone == true { tally.uncovered += 1 }
        try writer.write(placemarks)
      } catch let error as GeocodingError {
        tally.add(error)
        try writer.write(error)
      }
    }
    try writer.flush()
  }

  /// The next line. What has been answered is written before it is waited for: a person at a terminal, or a program that asks and waits,
  /// wants each answer at once.
  private func nextLine(_ input: inout InputLines, _ writer: PlacemarkWriter) throws -> String? {
    if !input.hasLine { try writer.flush() }
    return try input.next()
  }

  private func coordinate(_ line: String) throws(GeocodingError) -> Coordinate {
    do throws(CoordinateTextError) { return try Coordinate(parsing: line) } catch {
      throw GeocodingError(.invalidQuery, error.description)
    }
  }

  /// What became of the lines.
  private struct Tally {
    /// Those that are not blank.
    var lines = 0
    /// Points that the extracts do not cover.
    var uncovered = 0
    private var failures = 0
    /// Lines that are no coordinate.
    private var badLines = 0
    /// Why the store could not be read: whoever asked must not take that for "nothing is known".
    private var damage: String?

    /// Counts a line that has no answer.
    mutating func add(_ error: GeocodingError) {
      failures += 1
      if error.code == .placemarkNotFound { uncovered += 1 }
      if error.code == .invalidQuery { badLines += 1 }
      if error.code == .serverFailure { damage = damage ?? error.message }
    }

    /// How the program ends where some line has no answer; nil where all have.
    func failure(isQuiet: Bool) -> ProgramFailure? {
      guard failures > 0 else { return nil }
      // Whoever sends a table does not look for columns yet.
      let advice = badLines == lines ? "; 'geocode csv' reads tables" : ""
      let bad = badLines > 0 ? " (\(badLines) not a coordinate\(advice))" : ""
      let sentence = "\(failures) line\(failures == 1 ? "" : "s") without an answer\(bad)"
      if let damage { return ProgramFailure(.badData, "\(sentence): \(damage)") }
      return ProgramFailure(.nothingFound, isQuiet ? "" : sentence)
    }
  }
}
