import ArgumentParser
import GeoConsole
import GeoMap
import GeoModel

/// What is on the map.
struct ContentOptions: ParsableArguments {
  @Flag(help: "Show the candidates with their distances, not the answer alone.") var explain = false
  @Option(help: ArgumentHelp("Show a GeoJSON file. May be repeated.", valueName: "file")) var geojson: [String] = []
  @Option(
    help: ArgumentHelp("Show the tracks, routes and waypoints of a GPX file. May be repeated.", valueName: "file"))
  var gpx: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Put a marker: 47.14,9.52,Vaduz,green. May be repeated.", valueName: "lat,lon[,title[,color]]"))
  var marker: [MarkerArgument] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show this region: 47.0,9.4,47.3,9.7.", valueName: "south,west,north,east"))
  var region: RegionArgument?
  @Option(
    help: ArgumentHelp("How near, 0 (the world) to 21, around the middle of what is to be seen.", valueName: "number"))
  var level: Double?
  @Option(help: ArgumentHelp("The map below: sketch or none.", valueName: "name")) var style = Style.sketch
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Languages of names, best first, such as de,en.", valueName: "tags"))
  var language: String?
  @Option(
    help: ArgumentHelp(
      "The store, made by 'geocode import' (also: the variable GEOCODE_DATABASE).", valueName: "file"))
  var database: String?

  /// The map below everything.
  enum Style: String, ExpressibleByArgument, CaseIterable {
    case sketch, none
  }

  func validate() throws {
    if let level, !(level >= 0 && level <= 21) {
      throw ValidationError("--level needs a number from 0 to 21, not \(level)")
    }
    if region != nil, level != nil { throw ValidationError("--region says how near the map is; leave --level out") }
    if let language {
      do throws(LanguageError) { _ = try LanguageList.parse(language) } catch {
        throw ValidationError("--language: \(error)")
      }
    }
  }

  var languages: [String] { language.flatMap { try? LanguageList.parse($0) } ?? [] }
  var hasObjects: Bool { !geojson.isEmpty || !gpx.isEmpty || !marker.isEmpty }

  /// What was said about the region; nil for nothing.
  var frame: Frame? { region.map { .region($0.region) } ?? level.map { .level($0) } }

  /// What is seen, if that was said.
  enum Frame {
    case region(CoordinateRegion)
    case level(Double)
  }

  /// The store; nil when the map is to be drawn without one.
  ///
  /// - Throws: ``ProgramFailure`` when one is needed and none is named.
  func databasePath(isNeeded: Bool) throws -> String? {
    guard isNeeded || style != .none else { return nil }
    if let path = database ?? Environment["GEOCODE_DATABASE"] { return path }
    throw ProgramFailure(
      .noInput, "no store is named; call 'geocode map', which prepares the default one, or give --database FILE")
  }
}

/// `LAT,LON[,TITLE[,COLOR]]`.
struct MarkerArgument: ExpressibleByArgument {
  let coordinate: Coordinate
  let title: String?
  let color: Color?

  init?(argument: String) {
    let parts = argument.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self.coordinate = coordinate
    title = parts.count > 2 && !parts[2].isEmpty ? parts[2] : nil
    if parts.count > 3 {
      guard let color = Color(parts[3]) else { return nil }
      self.color = color
    } else {
      color = nil
    }
  }
}

/// `SOUTH,WEST,NORTH,EAST`.
struct RegionArgument: ExpressibleByArgument {
  let region: CoordinateRegion

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard parts.count == 4 else { return nil }
    region = CoordinateRegion(south: parts[0], west: parts[1], north: parts[2], east: parts[3])
    guard region.isValid, region.south < region.north, region.west != region.east else { return nil }
  }
}
