import ArgumentParser
import GeoConsole
import GeoServer
import GeoWire
import Logging

/// The store that the daemon serves, and where it listens.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The store to answer from, made by 'geocode import'.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var database: String?

  @Option(
    help: ArgumentHelp(
      """
      Where to listen (default: $XDG_RUNTIME_DIR/geocoded.sock, else \
      ${XDG_STATE_HOME:-~/.local/state}/geocode/geocoded.sock).
      """, valueName: "path"), completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      """
      Serve the store of this extract, a file or an https:// address: it is imported first where there is no store yet, and meanwhile where it \
      is newer. --database says where the store is to be. May be given several times (also: the variable EXTRACT_URL).
      """, valueName: "extract"),
    completion: .file(extensions: ["pbf", "osm"]))
  var extract: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Areas of your own, such as delivery zones: the polygons of a GeoJSON file as the layer of this name, read again when the file is \
      replaced. May be given several times.
      """, valueName: "layer=file"),
    completion: .file(extensions: ["geojson", "json"]))
  var areas: [String] = []

  @Option(
    help: ArgumentHelp(
      "The property that is the name of an area, of one layer with LAYER= before it (default: name, else the id).",
      valueName: "property"))
  var areasName: [String] = []

  @Option(
    help: ArgumentHelp(
      "Properties that answers tell beside name and id, with commas between, of one layer with LAYER= before them.",
      valueName: "properties"))
  var areasProperties: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      A user who may ask over the socket, by name or number; then the socket lets in root, the daemon's own user and who is named here or \
      by --allow-group, others get an error. Have it in a folder that they may enter. May be given several times.
      """, valueName: "name"))
  var allowUser: [String] = []

  @Option(
    help: ArgumentHelp("A group whose users may ask over the socket. May be given several times.", valueName: "name"))
  var allowGroup: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Have geocode-update bring changes this often, such as 1h, 15m or 90s, with low priority; the store must be named. \
      With --print-systemd-units a timer does it.
      """, valueName: "time"))
  var updateEvery: UpdateInterval?

  @Option(help: ArgumentHelp("Threads that answer queries (default: one per processor).", valueName: "count"))
  var workers: Int?

  @Option(
    help: ArgumentHelp("Threads that read and write sockets (default: one per four processors).", valueName: "count"))
  var eventLoops: Int?

  @Option(
    help: ArgumentHelp(
      "The least that is logged to standard error, apart from requests: debug, info, notice, warning or error (default: notice).",
      valueName: "level"))
  var logLevel: String?

  @Option(
    help: ArgumentHelp(
      "How lines of the log are written: text, or json, an object a line (default: text).", valueName: "format"))
  var logFormat: LogFormat?

  /// The store named by an option or the environment; nil for none.
  func namedDatabase(_ settings: inout Settings) throws(ProgramFailure) -> String? {
    try settings.value(database, "DATABASE", or: "GEOCODE_DATABASE", .word)
  }

  /// The extracts of the store; nil if none are named.
  func extractStore(_ database: String?, _ settings: inout Settings) throws(ProgramFailure) -> ExtractStore? {
    let words = try settings.value(extract.isEmpty ? nil : extract, "EXTRACT", or: "EXTRACT_URL", .words) ?? []
    return words.isEmpty ? nil : ExtractStore(words, database: database)
  }

  /// The files of custom areas.
  func areaFiles(_ settings: inout Settings) throws(ProgramFailure) -> AreaFiles {
    func words(_ option: [String], _ name: String) throws(ProgramFailure) -> [String] {
      try settings.value(option.isEmpty ? nil : option, name, .words) ?? []
    }
    return try AreaFiles(
      try words(areas, "AREAS"), layer: nil, names: try words(areasName, "AREAS_NAME"),
      properties: try words(areasProperties, "AREAS_PROPERTIES"), keepsOutlines: Guests.areMaps)
  }

  /// The interval of updates; nil for none.
  ///
  /// - Throws: `ProgramFailure` if no store is named.
  func updateInterval(of database: String?, _ settings: inout Settings) throws(ProgramFailure) -> UpdateInterval? {
    let interval = try settings.value(updateEvery, "UPDATE_EVERY", .interval)
    guard interval == nil || database != nil else {
      throw ProgramFailure(.usage, "--update-every needs --extract or --database: the default store has no changes")
    }
    return interval
  }

  /// The path to listen on if systemd has created no socket; nil if no path can be determined.
  func socketPath(_ settings: inout Settings) throws(ProgramFailure) -> String? {
    try settings.value(socket, "SOCKET", else: SocketPath.path { Environment[$0] }, .word)
  }

  /// The users who may use the socket; nil for everybody who can open it.
  func allowedPeers(_ settings: inout Settings) throws -> AllowedPeers? {
    try AllowedPeers(
      users: try settings.value(allowUser.isEmpty ? nil : allowUser, "ALLOW_USER", .words) ?? [],
      groups: try settings.value(allowGroup.isEmpty ? nil : allowGroup, "ALLOW_GROUP", .words) ?? [])
  }

  /// The lowest level to log.
  func level(_ settings: inout Settings) throws(ProgramFailure) -> Logger.Level {
    let word = try settings.value(logLevel, "LOG_LEVEL", else: "notice", .word) ?? ""
    guard let level = Logger.Level(rawValue: word) else {
      throw ProgramFailure(.usage, "'\(word)' is not a log level; use debug, info, notice, warning or error")
    }
    return level
  }

  /// The format of log lines.
  func format(_ settings: inout Settings) throws(ProgramFailure) -> LogFormat {
    try settings.value(logFormat, "LOG_FORMAT", else: .text, .choice) ?? .text
  }
}

/// The time between two updates.
struct UpdateInterval: ExpressibleByArgument {
  /// The time in seconds; 1 or more.
  let seconds: Int

  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

  /// Parses a time: `90s`, `15m`, `1h`, `1d`, or plain seconds; nil if it is invalid or more than a year.
  init?(argument: String) {
    let unit = argument.last.flatMap { UpdateInterval.units[$0] }
    guard let number = Int(unit == nil ? argument[...] : argument.dropLast()), (1...31_536_000).contains(number),
      case let seconds = number * (unit ?? 1), seconds <= 31_536_000
    else { return nil }
    self.seconds = seconds
  }
}

extension Form where Value == UpdateInterval {
  /// A time between updates.
  static var interval: Form {
    Form(noun: "a time such as 1h, 15m or 90s", read: { UpdateInterval(argument: $0) }, written: { ["\($0.seconds)s"] })
  }
}
