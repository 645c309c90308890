import GeoMap
import GeoModel
import GeoWire

/// The style of an overlay, as a client has set it.
struct RendererLook: Sendable {
  private enum Kind: String, CaseIterable {
    case path, gradient, custom, tiles
  }

  /// Whether the client draws it.
  private(set) var isCustom = false
  private var fillColor: Color?
  private var strokeColor: Color?
  private var lineWidth: Double
  private var lineJoin: LineJoin
  private var lineCap: LineCap
  private var miterLimit: Double
  private var lineDashPattern: [Double]?
  private var lineDashPhase: Double
  private var strokeStart: Double
  private var strokeEnd: Double
  private var alpha: Double
  private var blendMode: BlendMode
  private var gradient: (colors: [Color], locations: [Double])?

  /// The default style: blue lines and areas.
  static let usual = RendererLook(FeatureStyle())

  /// The style of lines and areas that a GeoJSON feature asks for.
  init(_ style: FeatureStyle) {
    (fillColor, strokeColor, lineWidth) = (style.look.fill, style.look.stroke, style.look.width)
    (lineJoin, lineCap, miterLimit, lineDashPhase) = (.round, .round, 10, 0)
    (strokeStart, strokeEnd, alpha, blendMode) = (0, 1, 1, .normal)
  }

  /// Reads a renderer.
  init(_ node: JSONNode) throws(WireError) {
    guard node.isObject else {
      throw WireError(
        .invalidQuery, "a renderer is an object, such as {\"strokeColor\":\"systemBlue\",\"lineWidth\":3}")
    }
    let json = MapParameters(node)
    let kind = try json.word("kind", Kind.self)
    isCustom = kind == .custom
    fillColor = try json.color("fillColor")
    strokeColor = try json.color("strokeColor")
    lineWidth = try json.number("lineWidth", in: 0...1_000) ?? 0
    lineJoin = try json.word("lineJoin") ?? .round
    lineCap = try json.word("lineCap") ?? .round
    miterLimit = try json.number("miterLimit", in: 0...1_000) ?? 10
    let dashes =
      "an array of up to 100 lengths in points, none of them negative and not all 0; leave it out for a solid line"
    lineDashPattern = try json.member("lineDashPattern", dashes) { node in
      node.doubles.flatMap { lengths in
        let isVisible = lengths.isEmpty || lengths.contains { $0 > 0 }
        return lengths.count <= 100 && isVisible && lengths.allSatisfy { $0 >= 0 } ? lengths : nil
      }
    }
    lineDashPhase = try json.number("lineDashPhase") ?? 0
    strokeStart = try json.number("strokeStart", in: 0...1) ?? 0
    strokeEnd = try json.number("strokeEnd", in: 0...1) ?? 1
    alpha = try json.number("alpha", in: 0...1) ?? 1
    blendMode = try json.word("blendMode") ?? .normal
    let colors = try json.member("colors", "an array of up to 1000 colors") { node in
      node.all { $0.string.flatMap { Color($0) } }.flatMap { $0.count <= 1_000 ? $0 : nil }
    }
    guard let colors else {
      guard kind != .gradient, json.value("locations") == nil else {
        throw WireError(.invalidQuery, "'colors' is missing: an array of colors, which a gradient and 'locations' need")
      }
      return
    }
    let even = colors.indices.map { Double($0) / Double(max(1, colors.count - 1)) }
    let locations = try json.member("locations", "an array of numbers") { $0.doubles } ?? even
    do throws(MapError) { _ = try Gradient(colors: colors, locations: locations) } catch {
      throw WireError(.invalidQuery, error.description)
    }
    gradient = (colors, locations)
  }

  /// Whether a shape is one line, which can be drawn in part and in several colors.
  private static func isLine(_ shape: any Overlay) -> Bool { shape is any MultiPointShape && !(shape is Polygon) }

  /// Checks that it asks for nothing that its overlay cannot have.
  func check(for overlay: WireOverlay) throws(WireError) {
    guard !RendererLook.isLine(overlay.shapeOverlay) else { return }
    let asked = [("colors", gradient != nil), ("strokeStart", strokeStart > 0), ("strokeEnd", strokeEnd < 1)]
    guard let (name, _) = asked.first(where: { $0.1 }) else { return }
    throw WireError(
      .invalidQuery,
      "'\(name)' is for a 'polyline' or 'geodesicPolyline'; leave it out of the renderer of overlay '\(overlay.id)'")
  }

  /// The bytes that it and its renderer hold: colors are stored once as they were given and twice as they are drawn.
  var heldBytes: Int {
    let colors = gradient.map { 3 * ($0.colors.storageBytes + $0.locations.storageBytes) } ?? 0
    return colors + 2 * (lineDashPattern?.storageBytes ?? 0)
  }

  /// Creates a renderer with this style.
  ///
  /// - Parameter ask: requests a part that the client draws.
  func renderer(of overlay: WireOverlay, ask: @escaping (GivenPart) -> Void) -> OverlayRenderer {
    if overlay.shapeOverlay is TileOverlay || isCustom {
      let given: OverlayRenderer =
        isCustom ? DrawnRenderer(overlay, ask: ask) : LoadedTileRenderer(overlay, ask: ask)
      (given.alpha, given.blendMode) = (alpha, blendMode)
      return given
    }
    let shape = overlay.shapeOverlay
    let made: PathRenderer
    if shape is LayerOverlay {
      made = LayerRenderer(overlay: shape)
    } else if let gradient, RendererLook.isLine(shape) {
      let line = GradientPolylineRenderer(overlay: shape)
      line.setColors(gradient.colors, locations: gradient.locations)
      made = line
    } else if RendererLook.isLine(shape) {
      made = PolylineRenderer(overlay: shape)
    } else {
      made = ShapeRenderer(overlay: shape)
    }
    if let line = made as? PolylineRenderer { (line.strokeStart, line.strokeEnd) = (strokeStart, strokeEnd) }
    (made.fillColor, made.strokeColor, made.lineWidth) = (fillColor, strokeColor, lineWidth)
    (made.lineJoin, made.lineCap, made.miterLimit) = (lineJoin, lineCap, miterLimit)
    (made.lineDashPattern, made.lineDashPhase) = (lineDashPattern, lineDashPhase)
    (made.alpha, made.blendMode) = (alpha, blendMode)
    return made
  }
}
