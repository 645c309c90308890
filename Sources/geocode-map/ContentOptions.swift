import ArgumentParser
import GeoBaseMap
import GeoConsole
import GeoEngine
import GeoMap
import GeoModel

/// The options for the content of the map.
struct ContentOptions: ParsableArguments {
  @Flag(help: "Show the candidates with their distances, not the answer alone.") var explain = false
  @Flag(help: "Put the text of the answer into a callout.") var callout = false
  @Option(help: ArgumentHelp("Show a GeoJSON file. May be repeated.", valueName: "file")) var geojson: [String] = []
  @Option(
    help: ArgumentHelp("Show the tracks, routes and waypoints of a GPX file. May be repeated.", valueName: "file"))
  var gpx: [String] = []
  @Option(
    help: ArgumentHelp(
      "Show the roads that a track was recorded on, as 'geocode track' finds them in a GPX file or a table. May be repeated.",
      valueName: "file"))
  var track: [String] = []
  @Option(help: "Who moves on the tracks: driving keeps to one-way streets, walking takes paths, too.")
  var profile: TrackProfile = .driving
  @Option(
    help: ArgumentHelp("Column of times in tables of --track; found by its name if not given.", valueName: "column"))
  var time: String?
  @Option(
    help: ArgumentHelp(
      "Column of latitudes in tables of --track; found by its name if not given.", valueName: "column"))
  var latitude: String?
  @Option(
    help: ArgumentHelp(
      "Column of longitudes in tables of --track; found by its name if not given.", valueName: "column"))
  var longitude: String?
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Put a marker: 47.14,9.52,Vaduz,green. May be repeated.", valueName: "lat,lon[,title[,color]]"),
    transform: word(SceneMarker.init(parsing:)))
  var marker: [SceneMarker] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Draw a line: '47.14,9.52;47.15,9.53;red'. May be repeated.", valueName: "lat,lon;…[;color]"),
    transform: word(ScenePath.init(parsing:)))
  var path: [ScenePath] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Draw a circle: 47.14,9.52,1000. May be repeated.", valueName: "lat,lon,meters[,color]"),
    transform: word(SceneCircle.init(parsing:)))
  var circle: [SceneCircle] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show this region: 47.0,9.4,47.3,9.7.", valueName: "south,west,north,east"),
    transform: word(SceneWords.region))
  var region: CoordinateRegion?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show this point in the middle: 47.14,9.52.", valueName: "lat,lon"),
    transform: word(SceneWords.coordinate))
  var center: Coordinate?
  @Option(
    help: ArgumentHelp(
      "Show layers of areas of your own that the store has: their names, with commas between, or all.",
      valueName: "names"))
  var layers: String?
  @OptionGroup var ownAreas: AreaOptions
  @Option(
    help: ArgumentHelp("How near, 0 (the world) to 21, around the middle of what is to be seen.", valueName: "number"))
  var level: Double?
  @Option(
    help: ArgumentHelp(
      "The map below: standard, muted, sketch (what the geocoder knows) or none. A store without a map layer has the sketch alone.",
      valueName: "name"))
  var style = Style.standard
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Languages of names, best first, such as de,en.", valueName: "tags"))
  var language: String?
  @Option(
    help: ArgumentHelp(
      "The store, made by 'geocode import' (also: the variable GEOCODE_DATABASE).", valueName: "file"))
  var database: String?

  /// The base map.
  enum Style: String, ExpressibleByArgument, CaseIterable {
    case standard, muted, sketch, none

    /// The style of the store's map; nil for none.
    var map: MapStyle? { MapStyle(rawValue: rawValue) }
  }

  func validate() throws {
    guard !track.isEmpty || (time == nil && latitude == nil && longitude == nil) else {
      throw ValidationError("--time, --latitude and --longitude name columns of tables; they need --track")
    }
    do throws(SceneError) { _ = try frame() } catch { throw ValidationError(error.description) }
    if let language {
      do throws(LanguageError) { _ = try LanguageList.parse(language) } catch {
        throw ValidationError("--language: \(error)")
      }
    }
  }

  var languages: [String] { language.flatMap { try? LanguageList.parse($0) } ?? [] }
  var hasObjects: Bool {
    !geojson.isEmpty || !gpx.isEmpty || !track.isEmpty || !marker.isEmpty || !path.isEmpty || !circle.isEmpty
      || layers != nil || !ownAreas.areas.isEmpty
  }

  /// The layers to show. Those from files are shown without being named.
  func layerChoice(_ files: AreaFiles) throws(UsageError) -> LayerChoice {
    let own = files.requests.map(\.layer)
    guard let layers else { return own.isEmpty ? .none : .named(own) }
    if layers == LayerChoice.allWord { return .all }
    let names = layers.split(separator: ",").map(String.init)
    guard !names.isEmpty else {
      throw UsageError("--layers names no layer", advice: "Name some, such as --layers zones, or give --layers all.")
    }
    return .named(own + names.filter { !own.contains($0) })
  }

  /// The requested part of the map.
  func frame() throws(SceneError) -> SceneFrame { try SceneFrame(region: region, center: center, level: level) }

  /// Returns the path of the store, preparing the default store if necessary; nil when the map needs no store.
  ///
  /// - Throws: ``ProgramFailure`` when the default store is missing too.
  func databasePath(isNeeded: Bool, isQuiet: Bool) throws -> String? {
    guard isNeeded || style != .none else { return nil }
    return try database ?? Environment["GEOCODE_DATABASE"] ?? DefaultStoreRequest.path(isQuiet: isQuiet)
  }
}

/// Makes an option's parser from a text parser of pictures, with the parser's own error message.
func word<Value>(
  _ read: @escaping @Sendable (String) throws(SceneError) -> Value
) -> @Sendable (String) throws -> Value {
  { text in
    do throws(SceneError) { return try read(text) } catch { throw ValidationError(error.description) }
  }
}
