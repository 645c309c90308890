import ArgumentParser
import GeoCSV
import GeoConsole
import GeoEngine
import GeoModel

extension TrackProfile: ExpressibleByArgument {}

/// `geocode track FILE`: matches a track to roads.
struct TrackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track", _superCommandName: "geocode",
    abstract: "Put a track (GPX or a table) on the roads that it was recorded on.",
    usage: "geocode track [options] ride.gpx",
    discussion: """
      Examples:
        geocode track ride.gpx > ride.csv
        geocode track ride.gpx --format geojson > ride.geojson
        geocode track fleet.csv --vehicle truck_id --time recorded_at
        geocode track ride.gpx --stops --stop-minutes 10

      Prints a row for each row of the track: time, latitude, longitude, matched_latitude and matched_longitude (the place on the road), way (its \
      number in OpenStreetMap), distance_along (meters on roads since the beginning; what lies between two pieces that no way connects is not \
      counted), street, status. With --stops it prints the places where somebody stayed.

      Every row has a status: \(TrackStatus.allCases.map(\.rawValue).joined(separator: ", ")). A row that is earlier than the one before is \
      out_of_order, unless several in a row are. Rows of one vehicle come in their order; with --vehicle, those of several come as they are \
      decided.

      Times are ISO 8601 (UTC where no zone is given), or seconds or milliseconds since 1970. A column called accuracy, in meters, counts.

      \(LookupHelp.whereAnswersComeFrom) A running geocoded's store is opened by this program itself. It needs the store's map objects.

      Exit numbers:
      \(ExitStatus.helpText)
      """)

  /// The formats of rows.
  enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json, geojson }

  @Argument(
    help: ArgumentHelp("The file to read; '-' or nothing means standard input.", valueName: "file"), completion: .file()
  )
  var input: String?

  @Option(help: "Who moves: driving keeps to one-way streets, walking takes paths, too.")
  var profile: TrackProfile = .driving

  @Option(
    name: .shortAndLong,
    help: "csv, json (an object for each row) or geojson (a line for each piece that a way connects).")
  var format: Format = .csv

  @Flag(help: "Print the places where somebody stayed, instead of rows.")
  var stops = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a stop takes at least, from 0.5 to 10000 (default: 5).", valueName: "minutes"))
  var stopMinutes: Double?

  @Option(help: ArgumentHelp("Column of times; found by its name if not given.", valueName: "column"))
  var time: String?

  @Option(help: ArgumentHelp("Column that tells whose row it is; without it all are one track.", valueName: "column"))
  var vehicle: String?

  @Option(help: ArgumentHelp("Column of latitudes; found by its name if not given.", valueName: "column"))
  var latitude: String?

  @Option(help: ArgumentHelp("Column of longitudes; found by its name if not given.", valueName: "column"))
  var longitude: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Preferred languages of stops, such as de,en.", valueName: "tags"))
  var language: String?

  @Flag(name: .shortAndLong, help: "No notes on standard error.")
  var quiet = false

  @OptionGroup(title: "Where answers come from") var source: SourceOptions

  func validate() throws {
    if let stopMinutes {
      guard (0.5...10_000).contains(stopMinutes) else {
        throw ValidationError("--stop-minutes \(stopMinutes): give a number from 0.5 to 10000")
      }
      guard stops else { throw ValidationError("--stop-minutes needs --stops") }
    }
    if format == .geojson, stops { throw ValidationError("--stops needs --format csv or json") }
    if format == .geojson, vehicle != nil {
      throw ValidationError("--format geojson is for one track; --vehicle needs --format csv or json")
    }
  }

  func run() throws {
    let languages = try CommandLineQuery.query([("languages", try CommandLineQuery.languages(language))]).languages
    do {
      let reader = try reader()
      let next = try Blocking.run { try await reader.open() }
      let engine = try PlacemarkEngine(database: try source.storePath(isQuiet: quiet))
      var writer = TrackWriter(format: format, hasVehicle: vehicle != nil)
      let desk = try TrackDesk(
        engine, profile, stopSeconds: stops ? (stopMinutes ?? 5) * 60 : nil, recordsPath: format == .geojson
      ) { news in
        switch news {
        case .row(let row, let matched, let street): try writer.write(row, matched, street: street)
        case .stop(let stop, let vehicle):
          try writer.write(stop, try TrackCommand.placemark(for: stop, engine, languages), of: vehicle)
        }
      }
      try writer.begin(asksForStops: stops)
      var problem: EnrichmentError?
      while problem == nil, let read = try Blocking.run({ try await next() }) {
        try desk.take(read.rows)
        try writer.flush()
        problem = read.problem
      }
      // Rows before an error in the file are still a track.
      try desk.finish()
      try writer.end()
      if let problem { throw problem }
    } catch let error as EnrichmentError { throw CSVRun.ending(error) }
  }

  /// The placemark for a stop; nil where nothing is known.
  private static func placemark(
    for stop: TrackStop, _ engine: PlacemarkEngine, _ languages: [String]
  ) throws(GeocodingError) -> Placemark? {
    var query = PlacemarkQuery(coordinate: stop.coordinate)
    query.languages = languages
    do throws(GeocodingError) { return try engine.placemarks(for: query).first } catch {
      guard error.code == .placemarkNotFound else { throw error }
      return nil
    }
  }

  /// - Throws: `EnrichmentError` when the file cannot be read.
  private func reader() throws(EnrichmentError) -> TrackReader {
    var reader = TrackReader(input: try InputFile(path: input))
    reader.time = time.map(ColumnReference.init)
    reader.vehicle = vehicle.map(ColumnReference.init)
    reader.options.latitudeColumn = latitude.map(ColumnReference.init)
    reader.options.longitudeColumn = longitude.map(ColumnReference.init)
    let isQuiet = quiet
    reader.note = { if !isQuiet { StandardError.writeLine("Note: \($0)") } }
    return reader
  }
}
