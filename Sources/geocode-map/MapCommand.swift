import ArgumentParser
import GeoBaseMap
import GeoConsole
import GeoEngine
import GeoMap
import GeoModel
import GeoRender

/// `geocode map`: draws a picture of an answer, or of a file's objects.
///
/// 1. Options and files are read; errors in them are reported before anything is drawn.
/// 2. The geocoder is queried, and ``MapScene`` puts answers, candidates, files and markers on a map.
/// 3. The content decides the region, unless one is given.
/// 4. The picture is drawn, then written to a temporary file and renamed, or shown in the terminal.
///
/// With `--export` there is no picture: an ``ExportCommand`` writes the map as tiles.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    // The name of the program itself, which completions need.
    commandName: "geocode-map",
    abstract: "Draw a map of an answer, or of the objects of a file.",
    usage: """
      geocode map [options] LATITUDE LONGITUDE -o FILE
      geocode map [options] --geojson FILE -o FILE
      geocode map --live [options] < POSITIONS
      geocode map --export FILE [options]
      """,
    discussion: """
      The map is drawn from the store of --database, else from the default data. Files are PNG, SVG or PDF, by their ending.

      Examples:
        geocode map 37.77 -122.41 -o answer.png
        geocode map 37.77 -122.41 --explain --dark -o answer.svg
        geocode map --track ride.gpx -o roads.png
        geocode map --gpx ride.gpx --marker 47.14,9.52,Start,green -o ride.pdf
        geocode map 37.77 -122.41 --show
        gpspipe -w | geocode map --live
        geocode map --export map.pmtiles --region 47.0,9.4,47.3,9.7

      Exit numbers:
      \(exitNumbers)
      """,
    version: ProgramVersion.text)

  private static let exitNumbers = ExitStatus.helpText([
    (.success, "what was asked for is written or shown; with --live: the input has ended"),
    (.usage, "wrong usage, or too much at once: the message says what to give"),
    (.badData, "a file is damaged or of another kind, or the store is"),
    (.noInput, "a file or the store is missing or not readable"),
    (.unavailable, "with --live: geocoded does not answer, or has no pages"),
    (.cannotCreate, "the file cannot be written, for instance because the disk is full"),
    (.inputOutput, "standard input cannot be read, or standard output not be written"),
    (.interrupted, "ended by Ctrl-C"),
    (.terminated, "ended by SIGTERM"),
  ])

  // `-122.41` looks like an option, so all unrecognized arguments arrive here.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "The point to ask about, latitude first; none for files and markers alone.", valueName: "coordinate"))
  var coordinate: [String] = []

  @OptionGroup(title: "Output") var output: PictureOptions
  @OptionGroup(title: "What is shown") var content: ContentOptions
  @OptionGroup(title: "A file of tiles") var export: ExportOptions
  @OptionGroup(title: "A page that follows standard input") var live: LiveOptions

  func run() async throws {
    let known = MapCommand.helpMessage(columns: 200).split { !($0.isLetter || $0 == "-") }.map(String.init)
      .filter { $0.hasPrefix("--") }
    let arguments = try CoordinateArguments(coordinate, knownOptions: known)
    if let path = export.export {
      guard isForTilesAlone, arguments.words.isEmpty else {
        throw UsageError(
          "--export writes the map below everything, and nothing else",
          advice: "Leave --output, --show, --live, files, markers and coordinates out; --region says which part.")
      }
      return try ExportCommand(path: path, export: export, output: output, content: content).run()
    }
    guard export.tiles == nil, export.levels == nil else {
      throw UsageError("--tiles and --levels are for --export", advice: "Give --export FILE, or --level for a picture.")
    }
    if live.live {
      guard output.output == nil, !output.show, !content.hasObjects, arguments.words.isEmpty else {
        throw UsageError(
          "--live shows what comes from standard input on a page",
          advice: "Leave --output, --show, files and coordinates out; --center and --level say where it begins.")
      }
      return try await LiveMap(options: live, content: content, size: output.size.points, isQuiet: output.quiet).run()
    }
    let target = try output.target()
    let asked = arguments.words.isEmpty ? nil : try arguments.coordinate()
    let frame = try content.frame()
    guard asked != nil || content.hasObjects || frame.isPlace else {
      throw UsageError(
        "there is nothing to show",
        advice:
          "Give a coordinate, --geojson, --gpx, --track, --areas, --marker, --region or --center. See 'geocode map --help'."
      )
    }
    let map = output.map()
    map.languages = content.languages
    let scene = MapScene(map)
    scene.hasCallout = content.callout
    let files = try content.ownAreas.files(keepsOutlines: true)
    let layers = try content.layerChoice(files)
    let needsStore = asked != nil || !content.track.isEmpty || layers != .none
    if let path = try content.databasePath(isNeeded: needsStore, isQuiet: output.quiet) {
      if content.style.map != nil || layers != .none {
        let own = try files.read { if !output.quiet { StandardError.writeLine($0, label: "Note: ") } }
        let store = try StoreMap(
          database: path, style: content.style.map ?? .standard, layers: own, canWrite: FontCoverage.canWrite)
        if content.style.map != nil { map.baseMap = store }
        do throws(StoreMap.LayerFailure) { for layer in try store.overlays(of: layers) { scene.add(layer) } } catch {
          switch error {
          case .unknown(let reason): throw ProgramFailure(.usage, "--layers: \(reason)")
          case .unreadable(let error): throw error
          }
        }
      }
      if let asked { try ask(asked, path, scene) }
      for file in content.track { try await showTrack(file, path, scene) }
    }
    for file in content.geojson { try scene.add(geojson: file) }
    for file in content.gpx { try scene.add(gpx: file) }
    for path in content.path { scene.addLine(path.coordinates, path.color ?? .systemBlue) }
    for circle in content.circle { scene.add(circle) }
    for marker in content.marker { scene.add(marker) }
    do throws(SceneError) { try scene.show(frame) } catch { throw ProgramFailure(.badData, error.description) }
    let snapshot = await map.snapshot(background: .paper)
    if let problem = scene.refusal?.description ?? scene.failure { throw ProgramFailure(.badData, problem) }
    do {
      let picture = try snapshot.rendered(as: target.format)
      try target.write(picture, map.viewSize(scale: output.scale))
      if let note = picture.note, !output.quiet { StandardError.writeLine(note, label: "Note: ") }
    } catch let error as RenderError {
      throw ProgramFailure(error.isOfFile ? .cannotCreate : .usage, error.description)
    }
    if !output.quiet { for note in scene.notes { StandardError.writeLine(note, label: "Note: ") } }
  }

  /// Shows the roads of a track; a piece at one place is a marker.
  private func showTrack(_ file: String, _ database: String, _ scene: MapScene) async throws {
    let track = try await TrackLines(path: file, content, database: database, isQuiet: output.quiet)
    for piece in track.pieces {
      if piece.allSatisfy({ $0 == piece[0] }) {
        scene.addMarker(piece[0], title: nil, .systemBlue)
      } else {
        scene.addLine(piece, .systemBlue)
      }
    }
    guard let lost = track.lost, !output.quiet else { return }
    let hasAdvice = track.counts[.noRoad] != nil && content.profile == .driving
    let advice = hasAdvice ? "; --profile walking takes paths, too" : ""
    StandardError.writeLine("\(file): of \(track.rows) rows these are not shown: \(lost)\(advice)", label: "Note: ")
  }

  /// Whether all given options apply to files of tiles.
  private var isForTilesAlone: Bool {
    output.output == nil && !output.show && output.format == nil && !live.live && !content.hasObjects
      && !content.explain && !content.callout && content.center == nil && content.level == nil
  }

  /// Queries the geocoder and shows its answers.
  private func ask(_ coordinate: Coordinate, _ database: String, _ scene: MapScene) throws {
    let engine = try PlacemarkEngine(database: database)
    let query = MapScene.query(coordinate, languages: content.languages, explains: content.explain)
    var answers: [Placemark] = []
    do throws(GeocodingError) {
      answers = try MapScene.answers(to: query, canWrite: FontCoverage.canWrite, ask: engine.placemarks)
    } catch {
      // Without an answer, only the queried point is shown.
      guard error.code == .placemarkNotFound else { throw ProgramFailure(.badData, error.message) }
    }
    scene.show(answers: answers, to: coordinate, explains: content.explain)
  }
}
