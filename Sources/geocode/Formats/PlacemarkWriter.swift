import ArgumentParser
import GeoConsole
import GeoModel

/// Writes answers to standard output in the format that was asked for.
final class PlacemarkWriter {
  private var format: any PlacemarkFormat
  private let output: StandardOutput

  /// A writer for the options of a command.
  ///
  /// - Parameter isBatch: whether several questions are answered; then every answer is one line unless a format is named.
  /// - Throws: a validation error when options contradict each other.
  init(options: OutputOptions, answer: AnswerOptions, output: StandardOutput, isBatch: Bool = false) throws {
    let kind = options.format ?? (isBatch ? .line : .text)
    let isList = answer.limit != nil
    if answer.overlay, kind != .json, kind != .geojson {
      throw UsageError("--overlay is a shape and needs --format json or --format geojson")
    }
    if answer.areas || answer.explain, kind == .line || kind == .csv {
      throw UsageError("--areas and --explain need --format text, json or geojson")
    }
    self.output = output
    format =
      switch kind {
      case .text: TextFormat(style: Style(isEnabled: Terminal.output.hasColor))
      case .line: LineFormat()
      case .json: JSONFormat(isList: isList)
      case .geojson: GeoJSONFormat(isList: isList)
      case .csv: CSVFormat()
      }
  }

  /// Writes the answers to one question.
  func write(_ placemarks: [Placemark]) throws(ProgramFailure) { try output.write(format.answer(placemarks)) }

  /// Writes that a question of several has no answer, in the place of the answer.
  func write(_ error: GeocodingError) throws(ProgramFailure) { try output.write(format.failure(error)) }

  /// Hands over what was written so far.
  func flush() throws(ProgramFailure) { try output.flush() }

  /// Hands over everything. To be called once, at the end.
  func finish() throws(ProgramFailure) { try output.flush() }
}

/// One way to write answers, each ended by a line end.
protocol PlacemarkFormat {
  /// The answers to one question, best first.
  mutating func answer(_ placemarks: [Placemark]) -> [UInt8]
  /// What stands in the place of an answer when one question of several has none.
  mutating func failure(_ error: GeocodingError) -> [UInt8]
}
