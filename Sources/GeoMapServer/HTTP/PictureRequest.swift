import GeoBaseMap
import GeoMap
import GeoModel
import GeoWire

/// A request for `/map.png`, `/map.svg` or `/map.json`: the options of `geocode map` as parameters of the URL, and
/// GeoJSON or ``PictureObjects`` in the body. Where both are given, the URL wins.
struct PictureRequest: Sendable {
  /// The maximum number of pixels of a picture.
  static let pixelLimit = 4_096 * 4_096
  /// The maximum number of points, lines and areas in a picture.
  static let objectLimit = 10_000

  /// The point to geocode; nil for none.
  private(set) var asked: Coordinate?
  let explains: Bool
  private(set) var languages: [String] = []
  private(set) var style = MapBase.standard
  private(set) var size = ScreenSize(width: 800, height: 600)
  private(set) var scale = 1.0
  private(set) var isDark = false
  private let hasCallout: Bool
  private var markers: [SceneMarker] = []
  private var paths: [ScenePath] = []
  private var circles: [SceneCircle] = []
  private var geojson: [GeoJSONObject] = []
  private var objects: PictureObjects?
  private let frame: SceneFrame
  private let layers: LayerChoice

  /// Parses the parameters of a URL. If a name occurs twice, the first one counts, except for markers, paths and
  /// circles. Unknown names are ignored.
  ///
  /// - Parameter body: GeoJSON or ``PictureObjects``; nil if there was no body.
  /// - Throws: ``WireError`` that names the parameter.
  init(_ parameters: [(name: String, value: String)], body: [UInt8]?) throws(WireError) {
    func read<Value>(
      _ name: String, _ body: (String) throws(SceneError) -> Value
    ) throws(WireError) -> [Value] {
      var values: [Value] = []
      for parameter in parameters where parameter.name == name {
        do throws(SceneError) { values.append(try body(parameter.value)) } catch {
          throw WireError(.invalidQuery, "'\(name)': \(error)")
        }
      }
      return values
    }
    if let body { (geojson, objects) = try PictureRequest.read(body) }
    let options = TextOptions(parameters)
    explains = try options.flag("explain")
    hasCallout = try options.flag("callout")
    let look = try MapLook<MapBase>(parameters)
    isDark = try options.flag("dark") || objects?.isDark == true
    isDark = look.isDark ?? isDark
    style = look.style ?? objects?.style ?? .standard
    languages = look.languages ?? objects?.languages ?? []
    scale = try options.number("scale", in: SceneWords.scales) ?? objects?.scale ?? 1
    layers = try options.layers("layers")
    let level = try options.number("level", in: SceneFrame.levels)
    size = try read("size", SceneWords.size).first ?? objects?.size ?? size
    asked = try read("placemark", SceneWords.coordinate).first
    markers = try read("marker", SceneMarker.init(parsing:))
    paths = try read("path", ScenePath.init(parsing:))
    circles = try read("circle", SceneCircle.init(parsing:))
    let (region, center) = (
      try read("region", SceneWords.region).first, try read("center", SceneWords.coordinate).first
    )
    if let said = objects?.frame, region == nil, center == nil, level == nil {
      frame = said
    } else {
      do throws(SceneError) { frame = try SceneFrame(region: region, center: center, level: level) } catch {
        throw WireError(.invalidQuery, error.description)
      }
    }
    try checkLimits()
  }

  /// Parses the body: GeoJSON, unless it is an object without a type.
  private static func read(_ body: [UInt8]) throws(WireError) -> ([GeoJSONObject], PictureObjects?) {
    var parser = JSONParser()
    let parsed = try? parser.parse(body) { root -> Result<PictureObjects, WireError>? in
      guard root.isObject, root.member("type")?.isString != true else { return nil }
      return Result { () throws(WireError) in try PictureObjects(root) }
    }
    if let said = parsed ?? nil {
      let objects = try said.get()
      return (objects.geojson, objects)
    }
    do throws(GeoJSONError) { return (try GeoJSONDecoder().decode(body), nil) } catch {
      throw WireError(.invalidQuery, "the body is not GeoJSON: \(error)")
    }
  }

  private func checkLimits() throws(WireError) {
    let (width, height) = (Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up)))
    guard width * height <= PictureRequest.pixelLimit else {
      throw WireError(
        .invalidQuery,
        "a picture of \(width) by \(height) pixels is too large: \(PictureRequest.pixelLimit >> 20) million are the limit; ask for a smaller 'size' or 'scale'"
      )
    }
    let count = count
    guard count <= PictureRequest.objectLimit else {
      throw WireError(
        .invalidQuery,
        "\(count) objects are more than the \(PictureRequest.objectLimit) of a picture; send those that are to be seen in it"
      )
    }
    guard asked != nil || count > 0 || frame.isPlace || layers != .none else {
      throw WireError(
        .invalidQuery,
        "there is nothing to show; give 'placemark', 'marker', 'path', 'circle', 'layers', 'region' or 'center', such as placemark=47.14,9.52, or POST GeoJSON or 'annotations' and 'overlays'"
      )
    }
  }

  /// The bytes of the request's contents, as they are kept until the picture is drawn.
  var heldBytes: Int {
    let paths = paths.reduce(0) { $0 + $1.coordinates.storageBytes + MemoryLayout<ScenePath>.stride }
    let own = geojson.reduce(geojson.storageBytes) { $0 + $1.heldBytes } + (objects?.heldBytes ?? 0)
    return paths + own + markers.storageBytes
  }

  /// The bytes needed for drawing, if nothing is drawn in groups.
  var drawingBytes: Int {
    sceneBytes + 8 * Int(size.width * scale + 1) * Int(size.height * scale + 1)
  }

  /// The bytes of the map with all its contents.
  var sceneBytes: Int {
    let vertices = heldBytes / 16 + (objects?.vertexCount ?? 0)
    return count * PictureRequest.viewBytes + vertices * MapRoom.vertexBytes
  }

  /// The bytes of an object with its view, its clustering identifier and its drawing.
  private static let viewBytes = 2 * MapView.viewBytes + MapView.groupBytes

  private var count: Int {
    geojson.reduce(0) { $0 + $1.thingCount } + (objects?.count ?? 0) + markers.count + paths.count + circles.count
  }

  /// The rate limit tokens that it costs: one for each tile of 512 by 512 pixels.
  var price: Int {
    let tile = 512.0 * 512
    return max(1, Int((size.width * size.height * scale * scale / tile).rounded(.up)))
  }

  /// The query for the geocoder; nil for none.
  var query: PlacemarkQuery? {
    asked.map { MapScene.query($0, languages: languages, explains: explains) }
  }

  /// Builds the requested map, ready to be drawn.
  ///
  /// - Parameters:
  ///   - base: the base map.
  ///   - answers: the geocoder's answers to ``query``.
  ///   - known: the layers of the user's own areas.
  /// - Throws: ``WireError`` when it cannot be shown.
  func scene(
    on base: any BaseMap, _ answers: [Placemark], _ known: MapLayers
  ) throws(WireError) -> (map: MapView, scene: MapScene) {
    let map = MapView(size: size, scale: scale)
    map.userInterfaceStyle = isDark ? .dark : .light
    map.languages = languages
    map.baseMap = base
    let scene = MapScene(map)
    scene.hasCallout = hasCallout
    for layer in try known.overlays(of: layers) { scene.add(layer) }
    if let asked { scene.show(answers: answers, to: asked, explains: explains) }
    scene.add(geojson)
    try objects?.show(in: scene, on: map, known)
    for path in paths { scene.addLine(path.coordinates, path.color ?? .systemBlue) }
    for circle in circles { scene.add(circle) }
    for marker in markers { scene.add(marker) }
    do throws(SceneError) { try scene.show(frame) } catch { throw WireError(.invalidQuery, error.description) }
    if let refusal = scene.refusal { throw WireError(.invalidQuery, refusal.description) }
    return (map, scene)
  }
}
