import ArgumentParser
import GeoClient
import GeoConsole
import GeoSupport

/// The options that say where the answer of a lookup comes from.
struct SourceOptions: ParsableArguments {
  @OptionGroup var named: NamedSourceOptions

  @Flag(help: "Do not ask a running geocoded.")
  var noDaemon = false

  func validate() throws {
    if noDaemon, named.socket != nil { throw ValidationError("--no-daemon and --socket exclude each other") }
  }

  /// Opens what the options name: the given store, else a running daemon, else the default store, prepared if need be.
  func open(isQuiet: Bool) throws -> any AnswerSource {
    if let path = named.namedDatabase { return try StoreAnswers(path: path) }
    if let socket = named.socket { return try DaemonAnswers(socketPath: socket) }
    if let daemon = runningDaemon { return daemon }
    return try DefaultStore.open(isQuiet: isQuiet)
  }

  /// The daemon at the usual path; nil when none listens there, as after a crash that left its socket.
  private var runningDaemon: DaemonAnswers? {
    guard !noDaemon, let path = GeoClient.defaultSocketPath, access(path, F_OK) == 0 else { return nil }
    return try? DaemonAnswers(socketPath: path)
  }
}
