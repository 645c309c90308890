import GeoModel
import GeoWire

/// The style that a GeoJSON feature's properties ask for, by the simplestyle specification.
package struct FeatureStyle {
  /// The `title` property, or else `name`.
  package private(set) var title: String?
  /// The color of points; nil for the default.
  package private(set) var marker: Color?
  /// The style of lines and areas.
  package private(set) var look = MapScene.Look()

  /// Creates the default style.
  package init() {}

  /// - Parameter properties: a JSON object; members that cannot be interpreted are ignored.
  package init(_ properties: [UInt8]?) {
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
