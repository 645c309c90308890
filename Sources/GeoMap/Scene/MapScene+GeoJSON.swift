import GeoModel
import GeoWire

extension MapScene {
  /// Shows what a GeoJSON text holds, with the colors that its features ask for (`stroke`, `stroke-width`, `fill`, `fill-opacity`,
  /// `marker-color`, `title` or `name`: the simplestyle specification).
  package func add(_ objects: [GeoJSONObject]) { for object in objects { add(object, FeatureStyle()) } }

  private func add(_ object: GeoJSONObject, _ style: FeatureStyle) {
    switch object {
    case .feature(let feature):
      let style = FeatureStyle(feature.properties)
      for part in feature.geometry { add(part, style) }
    case .point(let point): addMarker(point.coordinate, title: style.title, style.marker ?? .systemRed)
    case .multiPoint(let points):
      for coordinate in points.coordinates { addMarker(coordinate, title: style.title, style.marker ?? .systemRed) }
    default:
      if let overlay = object.overlay { add(overlay, style.look) }
    }
  }
}

/// The looks that a feature's properties ask for.
private struct FeatureStyle {
  var title: String?
  var marker: Color?
  var look = MapScene.Look()

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
