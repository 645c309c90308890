import ArgumentParser
import GeoCSV

/// The options of `geocode csv` about where the output goes and how the run is shown.
struct CSVOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file; without it, to standard output.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Overwrite the output, and throw away what an interrupted run left.")
  var force = false

  @Flag(
    help:
      "Go on where an interrupted run stopped: repeat the same command with this added. Starts anew if there is none.")
  var resume = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("How many pieces of the file to work on at once; as many as processors.", valueName: "number"))
  var jobs: Int?

  @Flag(name: .shortAndLong, help: "No progress, no notes and no summary on standard error; errors are still said.")
  var quiet = false

  func validate() throws {
    if force, resume { throw ValidationError("--force starts anew and --resume goes on: give one of them") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs \(jobs): give a number from 1 to 256") }
  }

  /// What to do with an output that is there.
  var mode: OutputFile.Mode { resume ? .resume : force ? .overwrite : .new }

  /// nil for standard output.
  var path: String? { output == "-" ? nil : output }
}
