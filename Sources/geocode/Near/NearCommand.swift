import ArgumentParser
import GeoConsole
import GeoEngine
import GeoModel
import GeoStore
import GeoWire

/// `geocode near LATITUDE LONGITUDE`: lists the things around a point.
struct NearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "near", _superCommandName: "geocode",
    abstract: "Tell what is around a coordinate, the nearest first.",
    usage: "geocode near [options] LATITUDE LONGITUDE",
    discussion: """
      Examples:
        geocode near 37.7955 -122.3937
        geocode near --kind street --limit 3 37.7955 -122.3937
        geocode near --kind amenity=fuel --kind amenity=charging_station --radius 5000 43.7384 7.4246

      A kind is street, house, settlement, or a tag of OpenStreetMap: amenity=pharmacy, shop (whatever its value), cuisine=pizza. Distances are \
      those to the nearest point of a shape, directions too. The default data knows streets and houses, but hardly any shop: import an extract.

      \(LookupHelp.whereAnswersComeFrom) A running geocoded's store is opened by this program itself.

      Exit numbers:
      \(ExitStatus.helpText)
      """)

  /// The formats of the answer.
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Latitude and longitude in degrees, latitude first.", valueName: "coordinate"),
    completion: .default)
  var coordinate: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "What is wanted: street, house, settlement, or a tag such as amenity=fuel; may be given again. Without it everything with a name or number.",
      valueName: "kind"))
  var kind: [String] = []

  // Parsed unconditionally, so that negative numbers get a useful error.
  @Option(parsing: .unconditional, help: ArgumentHelp("Print up to so many, 1 to 100.", valueName: "count"))
  var limit = 10

  @Option(parsing: .unconditional, help: ArgumentHelp("Look no farther than this, up to 50000.", valueName: "meters"))
  var radius = 1_000.0

  @Option(name: .shortAndLong, help: ArgumentHelp("Preferred languages, best first, such as de,en.", valueName: "tags"))
  var language: String?

  @Option(name: .shortAndLong, help: "How to print it.")
  var format: Format = .text

  @Flag(name: .shortAndLong, help: "No progress on standard error.")
  var quiet = false

  @OptionGroup(title: "Where answers come from") var source: SourceOptions

  func run() throws {
    let query = try query()
    let things = try PlacemarkEngine(database: try source.storePath(isQuiet: quiet)).nearby(query)
    let output = StandardOutput()
    switch format {
    case .json:
      var bytes: [UInt8] = []
      JSONWriter.append(to: &bytes) { $0.things(things) }
      try output.writeLine(String(decoding: bytes, as: UTF8.self))
    case .text: for line in NearText.lines(things) { try output.writeLine(Terminal.fit(line)) }
    }
    try output.flush()
    guard things.isEmpty else { return }
    let kinds = query.kinds.map(\.description).joined(separator: " or ")
    throw ProgramFailure(
      .nothingFound,
      "\(kinds.isEmpty ? "nothing with a name or number" : "no " + kinds) is within \(Int(query.radiusMeters)) meters; --radius looks farther"
    )
  }

  /// The query from the options.
  ///
  /// - Throws: an error that names the invalid word.
  private func query() throws -> NearbyQuery {
    guard !coordinate.isEmpty else {
      throw UsageError(
        "a coordinate is needed: latitude and longitude in degrees",
        advice: "For example: geocode near 37.7955 -122.3937")
    }
    let arguments = try CoordinateArguments(coordinate, knownOptions: LookupHelp.options(of: NearCommand.self))
    var query = NearbyQuery(coordinate: try arguments.coordinate())
    query.kinds = try kind.map { text in
      guard let kind = NearbyKind(text) else {
        throw UsageError(
          "--kind '\(ForeignText.oneLine(text))' is no kind of thing",
          advice: "It takes street, house, settlement, or a tag such as amenity=fuel.")
      }
      return kind
    }
    (query.limit, query.radiusMeters) = (limit, radius)
    query.languages = try CommandLineQuery.query([("languages", try CommandLineQuery.languages(language))]).languages
    try query.check()
    return query
  }
}

/// Lists the things around a point for the user.
enum NearText {
  /// A line for each thing, with distances and names in columns.
  static func lines(_ things: [NearbyThing]) -> [String] {
    let far = things.map(\.distanceText)
    let width = far.map(\.count).max() ?? 0
    return zip(things, far).map { thing, far in
      let address = thing.formattedAddress.dropLast().joined(separator: ", ")
      let parts = [thing.title, thing.name == nil || address.isEmpty ? nil : address, thing.kind, thing.source.path]
      return String(repeating: " ", count: width - far.count) + far + "  "
        + ForeignText.oneLine(parts.compactMap(\.self).joined(separator: " · "))
    }
  }
}
