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
    var (failures, badLines) = (0, 0)
    // Why the store could not be read: whoever asked must not take that for "nothing is known".
    var damage: String?
    var (lines, uncovered) = (0, 0)
    // A person at a terminal, or a program that asks and waits, wants each answer at once.
    var input = InputLines()
    while let text = try nextLine(&input, writer) {
      // Some programs put a mark of the encoding before all lines.
      let hasMark = lines == 0 && text.unicodeScalars.first == "\u{FEFF}"
      let line = hasMark ? String(text.unicodeScalars.dropFirst()) : text
      guard !line.allSatisfy(\.isWhitespace) else {
        // Whoever puts questions and answers side by side counts lines.
        try writer.writeBlankLine()
        try writer.flush()
        continue
      }
      lines += 1
      do {
        let placemarks = try answers.placemarks(for: try query(line))
        if placemarks.first?.isFromWorldLayerAlone == true { uncovered += 1 }
        try writer.write(placemarks)
      } catch let error as GeocodingError {
        failures += 1
        if error.code == .placemarkNotFound { uncovered += 1 }
        if error.code == .invalidQuery { badLines += 1 }
        if error.code == .serverFailure { damage = damage ?? error.message }
        try writer.write(error)
      }
      try writer.flush()
    }
    try writer.flush()
    if command.output.isVerbose {
      StandardError.writeLine("Answered by: \(answers.name)")
      if uncovered > 0 {
        let phrase = CoverageText.phrase(answers.coverage)
        StandardError.writeLine("\(uncovered) of \(lines) points lie outside \(phrase).")
      }
    }
    if failures > 0 {
      // Whoever sends a table does not look for columns yet.
      let advice = badLines == lines ? "; 'geocode csv' reads tables" : ""
      let bad = badLines > 0 ? " (\(badLines) not a coordinate\(advice))" : ""
      let sentence = "\(failures) line\(failures == 1 ? "" : "s") without an answer\(bad)"
      if let damage { throw ProgramFailure(.badData, "\(sentence): \(damage)") }
      throw ProgramFailure(.nothingFound, command.output.isQuiet ? "" : sentence)
    }
  }

  /// The next line; what has been answered is written before it is said that there is none to be had.
  private func nextLine(_ input: inout InputLines, _ writer: PlacemarkWriter) throws -> String? {
    do { return try input.next() } catch {
      try writer.flush()
      throw error
    }
  }

  private func query(_ line: String) throws -> PlacemarkQuery {
    do { return try command.answer.query(at: try Coordinate(parsing: line)) } catch let error as CoordinateTextError {
      throw GeocodingError(.invalidQuery, error.description)
    }
  }
}
