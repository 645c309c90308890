import ArgumentParser
import GeoConsole

/// The option that names a store.
struct StoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to answer from, made by 'geocode import' (also: the variable GEOCODE_DATABASE).", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var database: String?

  func validate() throws {
    // As of a variable in a script that is not set.
    if database == "" { throw ValidationError("--database '': give the name of a file") }
  }

  /// The store that is named by the option, else by the environment; nil when neither is.
  var path: String? { database ?? Environment["GEOCODE_DATABASE"] }
}

/// The options that name a source of answers.
struct NamedSourceOptions: ParsableArguments {
  @OptionGroup var store: StoreOption

  @Option(
    help: ArgumentHelp("Ask the geocoded that listens at this socket, and nothing else.", valueName: "path"),
    completion: .file())
  var socket: String?

  func validate() throws {
    if store.database != nil, socket != nil { throw ValidationError("--database and --socket exclude each other") }
    if socket == "" { throw ValidationError("--socket '': give a path") }
  }

  /// The store that is named, by the option or the environment; nil when a daemon or nothing is.
  var namedDatabase: String? { socket == nil ? store.path : nil }
}
