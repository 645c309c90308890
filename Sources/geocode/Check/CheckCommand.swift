import ArgumentParser
import GeoConsole
import GeoEngine
import GeoStore
import GeoSupport

/// `geocode check`: compares every page of a store with its checksum, for use after a copy or before trusting an old
/// disk.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: "geocode",
    abstract: "Check that a store is as it was imported, byte for byte.",
    discussion: """
      Every page of the file is compared with its checksum. Answers check the pages that they need anyway; this checks all of them, \
      at the speed of the disk.

      Examples:
        geocode check monaco.sqlite
        geocode check --quiet copy.sqlite && mv copy.sqlite monaco.sqlite

      Exit numbers:
      \(exitNumbers)
      """)

  private static let exitNumbers = ExitStatus.helpText([
    (.success, "the store is whole"), (.usage, "wrong usage: the message says what to give"),
    (.badData, "it is damaged, cut short, of another version or no store"),
    (.noInput, "it is missing or not readable"), (.interrupted, "ended by Ctrl-C"), (.terminated, "ended by SIGTERM"),
  ])

  @Argument(help: "The store.")
  var store: String

  @Flag(name: .shortAndLong, help: "No progress on standard error, and nothing on standard output.")
  var quiet = false

  func run() throws {
    Interruption.handle()
    let display = ProgressDisplay(
      mode: quiet || !Terminal.error.isInteractive ? .silent : .bar, write: StandardError.write)
    display.begin("Checking", unit: "pages")
    let found: (pages: Int, damaged: [Int])?
    do {
      found = try StoreHealth.check(path: store) { fraction in
        display.update(fraction: fraction)
        return !Interruption.isRequested
      }
      display.clear()
    } catch {
      display.clear()
      throw error
    }
    try Interruption.check()
    guard let found else { return }
    guard found.damaged.isEmpty else { throw ProgramFailure(.badData, CheckCommand.sentence(store, found)) }
    // Opening the store checks that everything an answer needs is present.
    let info = try PlacemarkEngine(database: store).info
    guard !quiet else { return }
    let output = StandardOutput()
    try output.writeLine("\(store) is whole: \(Figures.grouped(found.pages)) pages, \(Figures.bytes(info.fileSize))")
    try output.flush()
  }

  /// The number of page numbers that a message lists.
  private static let mostNamed = 10

  private static func sentence(_ store: String, _ found: (pages: Int, damaged: [Int])) -> String {
    let named = found.damaged.prefix(mostNamed).map { "\($0)" }.joined(separator: ", ")
    let rest = found.damaged.count > mostNamed ? " and more" : ""
    let (count, verb) = (Figures.grouped(found.damaged.count), found.damaged.count == 1 ? "is" : "are")
    let pages = "\(count) of \(Figures.grouped(found.pages)) pages \(verb) not as imported (\(named)\(rest))"
    return "\(store) is damaged: \(pages); copy it again or import its extracts again"
  }
}
