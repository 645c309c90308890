import GeoConsole
import GeoModel

/// `geocode -`: one coordinate a line on standard input, one answer a line on standard output, in the same order.
struct LineLookup {
  let command: LookupCommand

  /// Answers until the input ends.
  ///
  /// - Throws: `ProgramFailure` with `.nothingFound` at the end when some line has no answer.
  func run() throws {
    let writer = try PlacemarkWriter(
      options: command.output, answer: command.answer, output: StandardOutput(), isBatch: true)
    let answers = try command.source.open(isQuiet: command.output.isQuiet)
    var failures = 0
    // A person at a terminal, or a program that asks and waits, wants each answer at once.
    while let line = readLine() {
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      do {
        try writer.write(try answers.placemarks(for: try query(line)))
      } catch let error as GeocodingError {
        failures += 1
        try writer.write(error)
      }
      try writer.flush()
    }
    try writer.finish()
    if command.output.isVerbose { StandardError.writeLine("Answered by: \(answers.name)") }
    if failures > 0 {
      throw ProgramFailure(.nothingFound, command.output.isQuiet ? "" : "\(failures) lines without an answer")
    }
  }

  private func query(_ line: String) throws -> PlacemarkQuery {
    do { return try command.answer.query(at: try Coordinate(parsing: line)) } catch let error as CoordinateTextError {
      throw GeocodingError(.invalidQuery, error.description)
    }
  }
}
