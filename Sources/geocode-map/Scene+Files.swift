import GeoConsole
import GeoMap
import GeoModel
import GeoSupport
import GeoWire

extension Scene {
  /// Shows a GeoJSON file, with the colors that its features ask for (`stroke`, `stroke-width`, `fill`, `fill-opacity`, `marker-color`,
  /// `title` or `name`: the simplestyle specification).
  ///
  /// - Throws: `ProgramFailure` that says where the file is wrong.
  func add(geojson path: String) throws(ProgramFailure) {
    let bytes = try Scene.read(path)
    do throws(GeoJSONError) {
      for object in try GeoJSONDecoder().decode(bytes) { add(object, FeatureStyle()) }
    } catch { throw ProgramFailure(.badData, "\(path): \(error)") }
  }

  private func add(_ object: GeoJSONObject, _ style: FeatureStyle) {
    switch object {
    case .feature(let feature):
      let style = FeatureStyle(feature.properties)
      for part in feature.geometry { add(part, style) }
    case .point(let point):
      add(
        PointAnnotation(coordinate: point.coordinate, title: style.title),
        ViewLook(color: style.marker ?? .systemRed))
    case .multiPoint(let points):
      for coordinate in points.coordinates {
        add(PointAnnotation(coordinate: coordinate, title: style.title), ViewLook(color: style.marker ?? .systemRed))
      }
    default:
      if let overlay = object.overlay { add(overlay, style.look) }
    }
  }

  /// Shows a GPX file: tracks and routes as lines, waypoints as markers.
  ///
  /// - Throws: `ProgramFailure` that says where the file is wrong.
  func add(gpx path: String) throws(ProgramFailure) {
    let bytes = try Scene.read(path)
    do throws(GPXError) {
      let file = try GPXFile(bytes)
      for line in file.lines where line.count > 1 {
        if let polyline = try? Polyline(line) { add(polyline, Look(stroke: .systemPurple, width: 4, fill: nil)) }
      }
      for waypoint in file.waypoints {
        add(PointAnnotation(coordinate: waypoint.coordinate, title: waypoint.name), ViewLook(color: .systemPurple))
      }
    } catch { throw ProgramFailure(.badData, "\(path): \(error)") }
  }

  /// Files that are larger are no drawings.
  private static let byteLimit = 64 << 20

  private static func read(_ path: String) throws(ProgramFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw ProgramFailure(.noInput, "cannot read \(path): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = GeoSupport.read(file, &buffer, buffer.count)
      guard count >= 0 else {
        throw ProgramFailure(.noInput, "cannot read \(path): \(String(cString: strerror(errno)))")
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= byteLimit else {
        throw ProgramFailure(
          .badData, "\(path) is larger than \(byteLimit >> 20) MB; simplify it, or cut it to what is to be seen")
      }
    }
  }
}

/// The looks that a feature's properties ask for.
struct FeatureStyle {
  var title: String?
  var marker: Color?
  var look = Scene.Look()

  init() {}

  /// - Parameter properties: a JSON object; what is not understood is as if it were not there.
  init(_ properties: [UInt8]?) {
    guard let properties else { return }
    var parser = JSONParser()
    guard let parsed = try? parser.parse(properties, { FeatureStyle($0) }) else { return }
    self = parsed
  }

  private init(_ node: JSONNode) {
    func color(_ name: StaticString, _ opacity: StaticString) -> Color? {
      guard let color = node.member(name)?.string.flatMap({ Color($0) }) else { return nil }
      return node.member(opacity)?.double.map { color.withAlpha($0) } ?? color
    }
    title = node.member("title")?.string ?? node.member("name")?.string
    marker = color("marker-color", "marker-opacity")
    if let stroke = color("stroke", "stroke-opacity") { look.stroke = stroke }
    if let width = node.member("stroke-width")?.double, width >= 0, width <= 100 { look.width = width }
    if let fill = node.member("fill")?.string.flatMap({ Color($0) }) {
      look.fill = fill.withAlpha(node.member("fill-opacity")?.double ?? 0.4)
    }
  }
}
