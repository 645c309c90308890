import ArgumentParser
import GeoConsole
import GeoModel

/// The formats of answers.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, geojson, csv, line
}

/// The options for the output of answers.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "text: as written on a letter. line: the same on one line. json: all fields. geojson: a feature. csv: a header and a row.",
      valueName: "format"))
  var format: OutputFormat?

  @Flag(name: .shortAndLong, help: "Say on standard error where the answer comes from and how well it matches.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "No progress and no notes on standard error; errors are still said.")
  var quiet = false

  var isVerbose: Bool { verbose && !quiet }
  var isQuiet: Bool { quiet }
}

/// Writes answers to standard output in the requested format.
final class PlacemarkWriter {
  private var format: any PlacemarkFormat
  private let output: StandardOutput

  /// Creates a writer for the options of a command.
  ///
  /// - Parameter isBatch: whether there are several queries; each answer is then one line unless a format is given.
  /// - Throws: an error when options contradict each other.
  convenience init(
    options: OutputOptions, answer: AnswerOptions, output: StandardOutput, isBatch: Bool = false
  ) throws {
    let kind = options.format ?? (isBatch ? .line : .text)
    let isList = answer.limit != nil
    if answer.overlay, kind != .json, kind != .geojson {
      throw UsageError("--overlay is a shape and needs --format json or --format geojson")
    }
    if answer.wikidata, kind != .json, kind != .geojson {
      throw UsageError("--wikidata needs --format json or --format geojson; geocode csv has a column wikidata")
    }
    if answer.with != nil, kind == .line || kind == .csv {
      throw UsageError("--with needs --format text, json or geojson; geocode csv has these fields as columns")
    }
    if answer.layers != nil, kind == .line || kind == .csv {
      throw UsageError("--layers needs --format text, json or geojson; geocode csv has layers as columns")
    }
    if answer.roads.road, kind == .line || kind == .csv {
      throw UsageError("--road needs --format text, json or geojson; geocode csv has columns such as road_ref")
    }
    if answer.areas || answer.explain, kind == .line || kind == .csv {
      throw UsageError("--areas and --explain need --format text, json or geojson")
    }
    self.init(kind, isList: isList, output)
  }

  /// Creates a writer for a format.
  ///
  /// - Parameter isList: whether a limit was given, in which case JSON has a list.
  init(_ kind: OutputFormat, isList: Bool, _ output: StandardOutput) {
    self.output = output
    format =
      switch kind {
      case .text: TextFormat(style: Style(isEnabled: Terminal.output.hasColor))
      case .line: LineFormat()
      case .json, .geojson: JSONFormat(isGeoJSON: kind == .geojson, isList: isList)
      case .csv: CSVFormat()
      }
  }

  /// Writes the answers to one query.
  func write(_ placemarks: [Placemark]) throws(ProgramFailure) { try output.write(format.answer(placemarks)) }

  /// Writes the error of one query among several, in place of an answer.
  func write(_ error: GeocodingError) throws(ProgramFailure) { try output.write(format.failure(error)) }

  /// Writes a blank line for a blank input line.
  func writeBlankLine() throws(ProgramFailure) { try output.write([UInt8(ascii: "\n")]) }

  /// Writes the buffered output; must be called at the end.
  func flush() throws(ProgramFailure) { try output.flush() }
}

/// A format for answers, each of which ends with a line end.
protocol PlacemarkFormat {
  /// Formats the answers to one query, best first.
  mutating func answer(_ placemarks: [Placemark]) -> [UInt8]
  /// Formats the error of one query among several.
  mutating func failure(_ error: GeocodingError) -> [UInt8]
}
