import GeoConsole
import GeoModel
import GeoSupport

/// `geocode -`: reads one coordinate per line from standard input and writes one answer per line to standard output, in
/// the same order.
///
/// A blank line gives a blank line.
struct LineLookup {
  let command: LookupCommand

  /// Answers lines until the input ends.
  ///
  /// - Throws: `ProgramFailure` at the end if a line has no answer: with `.badData` if the store could not be read,
  ///   otherwise with `.nothingFound`. Throws `.inputOutput` at once if the input cannot be read.
  func run() throws {
    let writer = try PlacemarkWriter(
      options: command.output, answer: command.answer, output: StandardOutput(), isBatch: true)
    let answers = try command.source.resolved.open(isQuiet: command.output.isQuiet)
    var tally = Tally()
    do { try answer(from: answers, writer, &tally) } catch {
      // Earlier answers are not lost.
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
    // All lines share the same options.
    var query = try command.answer.query()
    var input = InputLines()
    while let text = try nextLine(&input, writer) {
      // Some programs write a byte order mark before the first line.
      let hasMark = tally.lines == 0 && text.unicodeScalars.first == "\u{FEFF}"
      let line = hasMark ? String(text.unicodeScalars.dropFirst()) : text
      guard !line.allSatisfy(\.isWhitespace) else {
        // Users who compare input and output side by side count lines.
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

  /// Returns the next line.
  ///
  /// All answers are written before waiting for the line: users at a terminal, and programs that wait for each answer,
  /// need them at once.
  private func nextLine(_ input: inout InputLines, _ writer: PlacemarkWriter) throws -> String? {
    if !input.hasLine { try writer.flush() }
    return try input.next()
  }

  private func coordinate(_ line: String) throws(GeocodingError) -> Coordinate {
    do throws(CoordinateTextError) { return try Coordinate(parsing: line) } catch {
      throw GeocodingError(.invalidQuery, error.description)
    }
  }

  /// Counts the lines by outcome.
  private struct Tally {
    /// Lines that are not blank.
    var lines = 0
    /// Points that the extracts do not cover.
    var uncovered = 0
    private var failures = 0
    /// Lines that are not a coordinate.
    private var badLines = 0
    /// The error of a store that could not be read, which must not be reported as "nothing is known".
    private var damage: String?

    /// Counts a line without an answer.
    mutating func add(_ error: GeocodingError) {
      failures += 1
      if error.code == .placemarkNotFound { uncovered += 1 }
      if error.code == .invalidQuery { badLines += 1 }
      if error.code == .serverFailure { damage = damage ?? error.message }
    }

    /// The failure if any line has no answer; nil if all have one.
    func failure(isQuiet: Bool) -> ProgramFailure? {
      guard failures > 0 else { return nil }
      // Users who send a table may not know the other command yet.
      let advice = badLines == lines ? "; 'geocode csv' reads tables" : ""
      let bad = badLines > 0 ? " (\(badLines) not a coordinate\(advice))" : ""
      let sentence = "\(failures) line\(failures == 1 ? "" : "s") without an answer\(bad)"
      if let damage { return ProgramFailure(.badData, "\(sentence): \(damage)") }
      return ProgramFailure(.nothingFound, isQuiet ? "" : sentence)
    }
  }
}
