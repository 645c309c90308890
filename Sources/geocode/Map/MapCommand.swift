import ArgumentParser
import GeoConsole
import GeoSupport

/// `geocode map`: hands over to the program `geocode-map`, as Cairo and Pango would make every start of this one take longer.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", _superCommandName: "geocode",
    abstract: "Draw a map of an answer, or of the objects of a file: PNG, SVG, PDF.")

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  /// Becomes the other program, which gets the arguments as they are, and the default store where none is named.
  ///
  /// - Throws: ``ProgramFailure`` when there is no such program.
  func run() throws {
    let namesStore = arguments.contains { $0 == "--database" || $0.hasPrefix("--database=") }
    let isQuestion = arguments.contains { ["--help", "-h", "--version"].contains($0) }
    if !namesStore, !isQuestion, Environment["GEOCODE_DATABASE"] == nil {
      let isQuiet = arguments.contains { $0 == "--quiet" || $0 == "-q" }
      setenv("GEOCODE_DATABASE", try DefaultStore.ready(isQuiet: isQuiet), 1)
    }
    var words: [UnsafeMutablePointer<CChar>?] = (["geocode-map"] + arguments).map { strdup($0) }
    words.append(nil)
    // Beside this program, else where the shell would find it. Neither comes back when it succeeds.
    if let folder = ProgramFile.folder { execv(folder + "/geocode-map", words) }
    execvp("geocode-map", words)
    let reason = String(cString: strerror(errno))
    throw ProgramFailure(
      .noInput,
      "maps are drawn by geocode-map, which is not installed beside geocode (\(reason)); build it with "
        + "'bash install.sh' in the sources")
  }
}
