import ArgumentParser
import GeoClient
import GeoConsole
import GeoModel
import GeoSupport
import GeoWire

/// `geocode watch`: turns positions on standard input into callbacks on standard output.
///
/// The watch runs in the daemon, which decides when an area was left; this command only sends positions and prints
/// events. Reading and printing are concurrent, because events may come late or not at all.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", _superCommandName: "geocode",
    abstract: "Tell when a moving position changes its street, city, county, state or country, or its road.",
    discussion: """
      Reads one position per line: a coordinate as 'geocode' takes it, or an object such as \
      {"latitude":37.77,"longitude":-122.41,"accuracyMeters":8,"timestamp":1700000000}. Writes a line for each change, as \
      soon as it is certain: a position right on a border waits for more. Lines that are not a position are reported on \
      standard error and left out. A geocoded must be running. With --areas it tells as well when areas of these files are entered and left, whatever \
      layers the daemon has.

      Examples:
        geocode watch --format text < track.txt
        geocode watch --areas stops=today.geojson --dwell 60 < track.txt
        geocode watch --road --speed-tolerance 10 --format text < drive.txt
        tail -f positions | geocode watch | jq --unbuffered .method

      Exit numbers:
      \(exitNumbers)
      """)

  private static let exitNumbers = ExitStatus.helpText([
    (.success, "the input has ended"),
    (.usage, "wrong usage: the message says what to give"),
    (.badData, "the input has ended, and some lines were no positions"),
    (.unavailable, "geocoded does not answer"),
    (.inputOutput, "standard input cannot be read, or standard output not be written"),
    (.interrupted, "ended by Ctrl-C"),
    (.terminated, "ended by SIGTERM"),
  ])

  /// The formats of events.
  enum Format: String, ExpressibleByArgument, CaseIterable { case json, text }

  @Option(name: .shortAndLong, help: "json: the callbacks of the protocol. text: sentences.")
  var format: Format = .json

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Preferred languages, best first, such as de,en.", valueName: "tags"))
  var language: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Accuracy of positions that do not state their own: the radius that holds 68 % of them.", valueName: "meters"))
  var accuracy = "\(WireWatchOptions.usualAccuracyMeters)"

  @Option(
    help: ArgumentHelp(
      "Tell which areas of your own are entered and left, of these layers of the daemon, or of all.", valueName: "names"
    ))
  var layers: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a thing must be in an area of your own before that is entered.", valueName: "seconds"))
  var dwell: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far outside an area of your own a thing must be before that is left (default: its accuracy).",
      valueName: "meters"))
  var margin: String?

  @OptionGroup(title: "Areas of your own") var ownAreas: AreaOptions

  @Flag(help: "Tell changes of the road, too: positions may have bearingDegrees and speedMetersPerSecond.")
  var road = false

  @Option(
    help: ArgumentHelp("Who moves, with --road: any, driving or walking.", valueName: "profile"),
    completion: .list(RoadProfile.allCases.map(\.rawValue)))
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --road, tell when the position is so much faster than its road allows.", valueName: "km/h")
  )
  var speedTolerance: String?

  @Option(
    help: ArgumentHelp("The socket of geocoded, if not the usual one.", valueName: "path"), completion: .file())
  var socket: String?

  func validate() throws { _ = try options() }

  private func options() throws -> WireWatchOptions {
    try CommandLineQuery.watchOptions([
      ("languages", try CommandLineQuery.languages(language)), ("accuracyMeters", accuracy),
      ("layers", layers ?? (ownAreas.areas.isEmpty ? nil : LayerChoice.allWord)), ("dwellSeconds", dwell),
      ("marginMeters", margin),
      ("road", road ? "true" : nil), ("profile", profile), ("speedToleranceKilometersPerHour", speedTolerance),
    ])
  }

  func run() throws {
    let client = try connect()
    let options = try options()
    try giveAreas(client)
    let watch = client.watch(
      template: options.template, accuracyMeters: options.accuracyMeters, dwellSeconds: options.dwellSeconds,
      marginMeters: options.marginMeters, speedToleranceKilometersPerHour: options.speedToleranceKilometersPerHour)
    let writer = WatchWriter(format: format)
    // Ends when the watch is stopped below; a failure of standard output ends the whole process.
    let printing = Task.detached {
      do { for await event in watch { try writer.write(event) } } catch {
        Ending.end(with: error, of: WatchCommand.self)
      }
    }
    let badLines = try PositionFeed(client: client, watch: watch).run()
    try Blocking.run {
      await watch.stop()
      await printing.value
    }
    if badLines > 0 { throw ProgramFailure(.badData, "\(badLines) lines were not positions") }
  }

  /// Sends the files of areas to the daemon, for this watch only.
  private func giveAreas(_ client: GeoClient) throws {
    let files = try ownAreas.files()
    for count in try files.readAreas() {
      if let note = count.note { StandardError.writeLine("Note: \(note)") }
    }
    for request in files.requests {
      let text = try FileContents.bytes(ofRegular: request.path)
      do {
        _ = try Blocking.run {
          try await client.setAreas(
            request.layer, geoJSON: String(decoding: text, as: UTF8.self), nameProperty: request.wish.name,
            properties: request.wish.properties)
        }
      } catch let error as GeocodingError {
        throw ProgramFailure(error.code == .invalidQuery ? .badData : .unavailable, "\(request.path): \(error.message)")
      }
    }
  }

  /// Checks that a daemon responds before anything is read.
  private func connect() throws -> GeoClient {
    guard let path = socket ?? GeoClient.defaultSocketPath else {
      throw ProgramFailure(.unavailable, "the path of geocoded's socket is not known; give it with --socket")
    }
    let client = GeoClient(socketPath: path)
    try Blocking.ping(client)
    return client
  }
}

/// Writes the events of a watch to standard output, each at once. Used by one task.
struct WatchWriter: Sendable {
  let format: WatchCommand.Format

  /// Writes one event.
  ///
  /// - Throws: `ProgramFailure` when standard output cannot be written.
  func write(_ event: WatchEvent) throws(ProgramFailure) {
    let output = StandardOutput()
    switch format {
    case .text: try output.writeLine(Self.sentence(event))
    case .json: try output.write(Self.callback(event))
    }
    try output.flush()
  }

  /// The callback as the daemon sent it. The only watch of this process has the number 1.
  private static func callback(_ event: WatchEvent) -> [UInt8] {
    var writer = JSONWriter()
    writer.watchCallback(1, event)
    writer.endLine()
    return writer.bytes
  }

  private static func sentence(_ event: WatchEvent) -> String {
    switch event {
    case .didUpdatePlacemark(let placemark, let changed, _):
      let levels = changed.map(\.rawValue).joined(separator: ", ")
      return "now at \(AddressText.line(placemark)) (changed: \(levels))"
    case .didEnterArea(let area): return "entered \(area.level.rawValue) \(AddressText.shown(area.name))"
    case .didExitArea(let area): return "left \(area.level.rawValue) \(AddressText.shown(area.name))"
    case .didEnterLayerArea(let area, let layer): return "entered \(layer) \(AddressText.shown(area.name))"
    case .didExitLayerArea(let area, let layer): return "left \(layer) \(AddressText.shown(area.name))"
    case .didExceedSpeedLimit(let road, let speed, _):
      let name = AddressText.shown([road.ref, road.name].compactMap(\.self).joined(separator: " "))
      return
        "too fast: \(Int((speed * 3.6).rounded())) km/h on \(name.isEmpty ? "a road without a name" : name), \(AddressText.shown(road.maxSpeed?.text ?? "")) allowed"
    case .didFail(let error): return "no answer: \(AddressText.shown(error.message))"
    }
  }
}
