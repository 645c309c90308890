import ArgumentParser
import GeoConsole

/// `geocode prepare`: makes the default store ahead of the first question, as for an image or a package.
struct PrepareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prepare", _superCommandName: "geocode",
    abstract: "Prepare the default store now, and print its path.",
    discussion: """
      The first answer from the default data prepares it anyway. The store is kept in \
      ${XDG_CACHE_HOME:-~/.cache}/geocode and made anew when the data or the program change.
      """)

  @Flag(name: .shortAndLong, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    let output = StandardOutput()
    try output.writeLine(try DefaultStore.ready(isQuiet: quiet))
    try output.flush()
  }
}
