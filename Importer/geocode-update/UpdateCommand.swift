import ArgumentParser
import GeoConsole
import GeoImportCommand
import GeoStoreWriting
import GeoSupport
import GeoUpdate

/// `geocode update`: updates a store with the changes that a server publishes.
struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    // The program's own name, since completions are for it.
    commandName: "geocode-update",
    abstract: "Bring a store up to date with the changes that a server publishes.",
    usage: "geocode update [options] STORE",
    discussion: """
      The store says of which extracts it was made; they must still be there. Extracts of Geofabrik and others say where their changes are \
      published and up to which they go; for others give --replication with the address of a folder that has a state.txt, such as \
      https://planet.openstreetmap.org/replication/day, and the first change file is found by the date of the extract. Names and passwords \
      for servers are read from ~/.netrc.

      Changes are gathered in STORE.updates beside the store, cut to the region of the extracts, and imported with them; once they are a tenth \
      of the extracts, new extracts are written there with the changes in them. The new store replaces the old one in one step, and a daemon \
      that answers from it takes the new one. However an update ends, the store is whole, and the next one goes on where it was.

      Examples:
        geocode import https://download.geofabrik.de/europe/monaco-latest.osm.pbf -o monaco.sqlite
        geocode update monaco.sqlite
        geocode update m.sqlite --replication https://planet.osm.org/replication/hour
        while geocode update monaco.sqlite; [ $? = 1 ]; do :; done

      Exit numbers:
      \(exitNumbers)
      """,
    version: ProgramVersion.text)

  private static let exitNumbers = ExitStatus.helpText([
    (.success, "the store is up to date"),
    (.nothingFound, "the store was updated, and there are more changes: call again"),
    (.usage, "wrong usage: the message says what to give"),
    (.badData, "a change file or the store is damaged, or does not fit to the other"),
    (.noInput, "the store or one of its extracts is missing"),
    (.unavailable, "the server does not answer as it should, or another update is under way"),
    (.internalError, "a mistake in the program"),
    (.cannotCreate, "a file cannot be written, for instance because the disk is full"),
    (.inputOutput, "the system lets this process have too few files or too little memory"),
    (.interrupted, "ended by Ctrl-C; the next update goes on"),
    (.terminated, "ended by SIGTERM; the next update goes on"),
  ])

  @Argument(help: "The store.", completion: .file(extensions: ["sqlite"])) var store: String

  @Option(help: ArgumentHelp("Where changes are published; where the extract says if not given.", valueName: "url"))
  var replication: String?

  @Option(help: ArgumentHelp("The most change files to fetch in one update.", valueName: "number"))
  var maxChanges = 1000

  @Option(help: "Worker threads; all cores if not given.") var threads: Int?

  @Option(help: "Memory for working data of the import, such as 8G; half of the machine's if not given.")
  var memoryLimit: ByteCount?

  @Option(help: "Folder for working files of the import; that of the store if not given.", completion: .directory)
  var workFolder: String?

  @Flag(name: .shortAndLong, help: "No progress and no summary.") var quiet = false

  @Flag(help: .hidden) var untilInputEnds = false

  func validate() throws {
    if let replication { try ExtractAddress.checkCredentials(replication) }
    if maxChanges < 1 { throw ValidationError("--max-changes takes 1 or more, not \(maxChanges)") }
    if let threads, !(1...256).contains(threads) { throw ValidationError("--threads takes 1 to 256, not \(threads)") }
  }

  func run() throws {
    ProcessLimits.guardProcess(prefix: "Error: ", leftover: StoreWriter.temporaryPath(for: store))
    Interruption.handle()
    Allocator.returnLargeBlocks()
    if untilInputEnds { UpdateCommand.endWithInput() }
    let display = ProgressDisplay(isQuiet: quiet)
    var updater = Updater(store: store)
    updater.replication = replication
    updater.maximumChanges = maxChanges
    updater.reporter = ImportProgress(display)
    updater.shouldContinue = { !Interruption.isRequested }
    updater.didFetch = { done, all in
      if done == 0 { display.begin("Fetching changes", unit: "files") }
      display.update(fraction: all > 0 ? Double(done) / Double(all) : nil, count: Int64(done))
      if done == all { display.end() }
    }
    updater.adjust = { command in
      (command.quiet, command.threads) = (quiet, threads ?? command.threads)
      command.memoryLimit = memoryLimit
      command.workFolder = workFolder
    }
    let outcome: Updater.Outcome
    do throws(UpdateError) { outcome = try updater.run() } catch {
      display.clear()
      throw error.failure
    }
    if !quiet {
      if let text = outcome.summary { StandardError.write(text) }
      StandardError.writeLine(summary(outcome))
    }
    if let failure = outcome.failure { throw failure.failure }
    if outcome.isMoreToCome { throw ProgramFailure(.nothingFound, "") }
  }

  /// Ends as by SIGTERM when standard input ends. The daemon that started this process closes it on exit or to stop the
  /// update.
  private static func endWithInput() {
    SystemThread.start {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 || errno == EINTR {}
      kill(getpid(), SIGTERM)
    }
  }

  private func summary(_ outcome: Updater.Outcome) -> String {
    let place = [
      outcome.position.sequence.map { "change file \($0)" }, outcome.position.timestamp.map { "data of \($0)" },
    ].compactMap { $0 }.joined(separator: ", ")
    let what =
      outcome.isMoreToCome ? "more to come" : outcome.wrote ? "up to date" : "already up to date"
    let fetched = outcome.fetched == 1 ? "1 change file fetched" : "\(outcome.fetched) change files fetched"
    return "\(store): \(place); \(fetched), \(what)"
  }
}
