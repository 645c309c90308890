import GeoConsole
import GeoServer
import GeoSupport
import Logging

/// All options, looked up once.
struct Configuration {
  /// Each option with its value and the origin of the value.
  let settings: Settings
  /// The named store; nil for the default store.
  let database: String?
  /// The extracts of the store; nil if the daemon does not import it.
  let extract: ExtractStore?
  /// The files of custom areas.
  let areas: AreaFiles
  /// The interval of updates; nil for none.
  let updateInterval: UpdateInterval?
  /// The path to listen on, unless systemd has created the socket; nil if no path can be determined.
  let socket: String?
  /// The lowest level to log.
  let level: Logger.Level
  /// The format of log lines.
  let format: LogFormat
  /// The addresses for HTTP; empty for none.
  let addresses: [HTTPAddress]
  /// The limits of the socket interface.
  let server: ServerOptions
  /// The limits of HTTP.
  let http: HTTPOptions

  /// Looks up all options.
  ///
  /// - Throws: `ProgramFailure` or `ServerError` for the first invalid one.
  init(_ service: ServiceOptions, _ face: HTTPFaceOptions, _ limits: LimitOptions) throws {
    var settings = Settings()
    let named = try service.namedDatabase(&settings)
    extract = try service.extractStore(named, &settings)
    database = extract?.store ?? named
    areas = try service.areaFiles(&settings)
    updateInterval = try service.updateInterval(of: database, &settings)
    socket = try service.socketPath(&settings)
    level = try service.level(&settings)
    format = try service.format(&settings)
    addresses = try face.addresses(&settings)
    var server = try limits.serverOptions(workers: service.workers, eventLoops: service.eventLoops, &settings)
    server.allowedPeers = try service.allowedPeers(&settings)
    self.server = server
    http = try face.options(server, &settings)
    self.settings = settings
    try checkGuards()
  }

  /// Rejects options that protect HTTP if there is only the socket, which they would not protect.
  private func checkGuards() throws(ProgramFailure) {
    guard addresses.isEmpty else { return }
    let guards = [
      ("--api-keys", http.keyFile != nil), ("--rate-limit", http.rateLimit != nil),
      ("--max-detail", http.maximumDetail != .address),
    ]
    guard let (option, _) = guards.first(where: \.1) else { return }
    throw ProgramFailure(
      .usage,
      "\(option) counts for HTTP alone: name an address with --http, or leave it out; the permissions of the socket say who may use that"
    )
  }

  /// The path of the store to serve: the named one, or else the default store.
  func storePath() throws(ProgramFailure) -> String {
    try extract?.prepare()
    if let database { return database }
    return try DefaultStoreRequest.path()
  }

  /// The service that updates the store while it is served; nil for none.
  func updating(
    _ store: String, _ service: (Duration?, @escaping @Sendable (Bool) -> StoreUpdating.Command?) -> StoreUpdating
  ) throws(ProgramFailure) -> StoreUpdating? {
    let interval = updateInterval.map { Duration.seconds($0.seconds) }
    if interval != nil { _ = try Startup.updateProgram() }
    if let extract { return service(interval) { extract.command(isFirst: $0) } }
    return interval.map { service($0) { _ in Startup.updateCommand(store) } }
  }

  /// Reads the files of custom areas; nil if there are none.
  ///
  /// - Parameter note: takes a sentence about each file from which something was left out.
  func openAreas(note: (String) -> Void) throws(ProgramFailure) -> AreaFiles? {
    guard !areas.requests.isEmpty else { return nil }
    _ = try areas.read(note: note)
    return areas
  }

  /// The socket that systemd has created, or else a new one.
  func listeningSocket() throws -> ListeningSocket {
    if let activated = try SocketActivation.socket({ Environment[$0] }) { return activated }
    return try ListeningSocket(path: try Configuration.place(socket), isOpen: server.allowedPeers != nil)
  }

  /// The path of a socket, which must be known.
  static func place(_ socket: String?) throws(ProgramFailure) -> String {
    if let socket { return socket }
    throw ProgramFailure(
      .usage, "no place for the socket: neither XDG_RUNTIME_DIR nor HOME is set; name one with --socket")
  }

  /// systemd unit files for the same configuration.
  ///
  /// - Parameter isSystemWide: whether they are for the system's manager instead of the user's.
  /// - Throws: `ProgramFailure` if a system-wide daemon could not read the store.
  func units(isSystemWide: Bool) throws(ProgramFailure) -> String {
    var arguments: [String] = []
    var (socketPath, keyFile): (String?, String?)
    for entry in settings.entries where entry.origin != .usual {
      switch entry.name {
      // A timer replaces this option.
      case "UPDATE_EVERY": break
      case "SOCKET": socketPath = entry.values.first.map(Configuration.absolute)
      case "API_KEYS" where isSystemWide: keyFile = Configuration.absolute(entry.values[0])
      case "DATABASE", "API_KEYS":
        let path = Configuration.absolute(entry.values[0])
        if isSystemWide, ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"].contains(where: path.hasPrefix) {
          throw ProgramFailure(
            .usage,
            "a daemon of the whole system has a user of its own, to which \(path) is hidden; use /var/lib/geocode")
        }
        arguments += [entry.arguments[0], path]
      case "EXTRACT":
        throw ProgramFailure(
          .usage,
          "a unit's daemon may not write stores: import once with 'geocode import', name the store with --database, and let --update-every make a timer"
        )
      case "AREAS":
        // systemd starts the daemon in another folder.
        arguments += areas.requests.flatMap { ["--areas", "\($0.layer)=\(Configuration.absolute($0.path))"] }
      default: arguments += entry.arguments
      }
    }
    var status = stat()
    let size = database.flatMap { stat($0, &status) == 0 ? Int(status.st_size) : nil }
    return SystemdUnits(
      command: [Startup.executablePath] + arguments, socket: socketPath, storeBytes: size,
      mapBytes: Guests.areMaps ? server.mapBytesInAll : 0, keyFile: keyFile, asksForUsers: server.allowedPeers != nil,
      usesNetwork: addresses.contains { $0.isNetwork }, answersHTTP: !addresses.isEmpty,
      update: try updateInterval.flatMap { (interval) throws(ProgramFailure) in
        try database.map { (store) throws(ProgramFailure) in
          .init(program: try Startup.updateProgram(), store: Configuration.absolute(store), seconds: interval.seconds)
        }
      }, isSystemWide: isSystemWide
    ).text
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}

extension AreaFiles: LayerSource {}
