import GeoMap
import GeoModel
import GeoRender
import Testing

@Suite("Facts 58 to 63 and 70 by pixels")
struct PixelFacts {
  private func square(_ context: DrawingContext, _ x: Double, _ y: Double, _ side: Double, reversed: Bool = false) {
    let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map { ScreenPoint(x: $0.0, y: $0.1) }
    context.addLines(between: reversed ? corners.reversed() : corners)
    context.closePath()
  }

  @Test("58: holes are empty, whatever the direction of rings", arguments: [false, true])
  func holes(reversed: Bool) async throws {
    let pixels = try Pixels(
      try await picture { context in
        context.setFillColor(.red)
        square(context, 10, 10, 80)
        square(context, 30, 30, 40, reversed: reversed)
        context.fillPath(using: .evenOdd)
      }.bytes)
    #expect(pixels.isColor(20, 50, [255, 0, 0, 255]) && pixels.isColor(50, 50, [255, 255, 255, 255]))
    #expect(pixels.isColor(5, 5, [255, 255, 255, 255]))
  }

  /// A line from left to right of the screen, as an overlay over Vaduz at a level.
  private func line(level: Double, _ change: (PolylineRenderer) -> Void) async throws -> Pixels {
    final class Delegate: MapViewDelegate {
      let renderer: PolylineRenderer
      init(_ renderer: PolylineRenderer) { self.renderer = renderer }
      func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? { renderer }
    }
    let map = MapView(size: ScreenSize(width: 200, height: 40))
    map.setCenter(try Coordinate(latitude: 47.14, longitude: 9.52), level: level, animated: false)
    let ends = [ScreenPoint(x: 20, y: 20), ScreenPoint(x: 50_000, y: 20)].map { map.mapPoint(at: $0) }
    let renderer = PolylineRenderer(polyline: try Polyline(points: ends))
    renderer.strokeColor = .black
    renderer.lineCap = .butt
    change(renderer)
    let delegate = Delegate(renderer)
    map.delegate = delegate
    map.addOverlay(renderer.overlay)
    return try Pixels(await map.snapshot(background: .white).rendered().bytes)
  }

  @Test("59: widths and dashes are points at every zoom", arguments: [9.0, 15, 20])
  func widths(level: Double) async throws {
    let pixels = try await line(level: level) { $0.lineWidth = 6 }
    let dark = (0..<40).filter { pixels.isColor(100, $0, [0, 0, 0, 255]) }
    #expect(dark == Array(17..<23))
    let dashed = try await line(level: level) { renderer in
      renderer.lineWidth = 6
      renderer.lineDashPattern = [20, 10]
    }
    #expect(dashed.isColor(30, 20, [0, 0, 0, 255]) && dashed.isColor(45, 20, [255, 255, 255, 255]))
    #expect(dashed.isColor(60, 20, [0, 0, 0, 255]) && dashed.isColor(75, 20, [255, 255, 255, 255]))
  }

  @Test("60: dashes of 20 10 5 10 1 10 repeat along the whole line, corners included")
  func dashes() async throws {
    let pixels = try Pixels(
      try await picture(120, 120) { context in
        context.setLineWidth(4)
        context.setLineDash(phase: 0, lengths: [20, 10, 5, 10, 1, 10])
        // 90 to the right, then down: the corner is 34 into the second repetition.
        context.addLines(between: [ScreenPoint(x: 10, y: 10), ScreenPoint(x: 100, y: 10), ScreenPoint(x: 100, y: 110)])
        context.strokePath()
      }.bytes)
    func isDark(_ length: Double) -> Bool {
      let (x, y) = length < 90 ? (10 + Int(length), 10) : (100, 10 + Int(length) - 90)
      return pixels[x, y][0] < 128
    }
    for (length, expected) in [
      (10.0, true), (25, false), (32, true), (40, false), (50, false), (66, true), (80, false), (89, true),
      (100, false),
      (115, true), (130, true), (137, false), (146, true), (152, false),
    ] { #expect(isDark(length) == expected, "\(length) points along the line") }
  }

  @Test("61: the color at the location of a point is exactly its color")
  func gradient() async throws {
    let colors: [Color] = [.red, .green, .blue, .black]
    let points = [(10.0, 10.0), (90, 10), (90, 90), (10, 90)].map { ScreenPoint(x: $0.0, y: $0.1) }
    let gradient = try Gradient(colors: colors, locations: [0, 1.0 / 3, 2.0 / 3, 1])
    let pixels = try Pixels(
      try await picture { context in
        context.setLineWidth(8)
        context.setLineCap(.round)
        context.addLines(between: points)
        context.strokePath(gradient)
      }.bytes)
    for (point, color) in zip(points, colors) {
      let parts = color.light
      let expected = [parts.red, parts.green, parts.blue, 1].map { Int(($0 * 255).rounded()) }
      #expect(
        pixels.isColor(Int(point.x), Int(point.y), expected, within: 4),
        "\(point): \(pixels[Int(point.x), Int(point.y)])")
    }
    // Halfway between red and green.
    let half = pixels[50, 10]
    #expect(abs(half[0] - 128) <= 4 && half[2] == 0)
  }

  @Test(
    "61: that holds for wide lines of many points, too, whose pieces are shorter than the line is wide",
    arguments: [4, 40, 400])
  func wideGradient(count: Int) async throws {
    let points = (0...count).map { ScreenPoint(x: 10 + 80 * Double($0) / Double(count), y: 50) }
    let gradient = try Gradient(colors: [.black, .white], locations: [0, 1])
    let pixels = try Pixels(
      try await picture { context in
        context.setLineWidth(40)
        context.setLineCap(.butt)
        context.addLines(between: points)
        context.strokePath(gradient)
      }.bytes)
    for x in [15, 30, 50, 70, 85] {
      let expected = Int((Double(x) + 0.5 - 10) / 80 * 255)
      for y in [35, 50, 65] { #expect(abs(pixels[x, y][0] - expected) <= 6, "\(x), \(y): \(pixels[x, y])") }
    }
  }

  @Test("62: alpha 0.5 with a stroke over a fill is mixed once")
  func alpha() async throws {
    let pixels = try Pixels(
      try await picture(alpha: 0.5) { context in
        square(context, 20, 20, 60)
        context.setFillColor(.red)
        context.fillPath()
        square(context, 20, 20, 60)
        context.setStrokeColor(.blue)
        context.setLineWidth(20)
        context.strokePath()
      }.bytes)
    #expect(pixels.isColor(50, 50, [255, 127, 127, 255]) && pixels.isColor(25, 50, [127, 127, 255, 255]))
  }

  @Test(
    "63: screen, color burn and plus darker give the colors of their formulas, within 1 of 255",
    arguments: BlendMode.allCases)
  func blending(mode: BlendMode) async throws {
    let (below, above) = ([0.9, 0.8, 0.25], [0.8, 0.5, 0.2])
    let pixels = try Pixels(
      try await picture(
        background: Color(red: below[0], green: below[1], blue: below[2]), blendMode: mode
      ) { context in
        context.setFillColor(Color(red: above[0], green: above[1], blue: above[2]))
        context.fill(ScreenRect(x: 20, y: 20, width: 60, height: 60))
      }.bytes)
    let formula: ((Double, Double) -> Double)? =
      switch mode {
      case .normal, .copy, .sourceIn, .sourceAtop: { _, s in s }
      case .multiply: { $0 * $1 }
      case .screen: { b, s in b + s - b * s }
      case .darken: { min($0, $1) }
      case .lighten: { max($0, $1) }
      case .colorBurn: { b, s in 1 - min(1, (1 - b) / s) }
      case .colorDodge: { b, s in min(1, b / (1 - s)) }
      case .difference: { abs($0 - $1) }
      case .exclusion: { b, s in b + s - 2 * b * s }
      case .plusDarker: { b, s in max(0, b + s - 1) }
      case .plusLighter: { b, s in min(1, b + s) }
      case .destinationOver, .destinationIn, .destinationAtop: { b, _ in b }
      default: nil
      }
    if let formula {
      let expected = zip(below, above).map { Int((formula($0, $1) * 255).rounded()) } + [255]
      #expect(pixels.isColor(50, 50, expected), "\(mode): \(pixels[50, 50]), expected \(expected)")
    }
    // Nothing changes outside of the drawing. Only modes that keep the common part clear it, because the layer is empty
    // there.
    let isCut = [.sourceIn, .sourceOut, .destinationIn, .destinationAtop, .copy].contains(mode)
    if !isCut { #expect(pixels.isColor(5, 5, below.map { Int(($0 * 255).rounded()) } + [255]), "\(mode)") }
  }

  @Test(
    "63: an overlay is mixed with the base map, and where it lies over another overlay with that",
    arguments: [
      OverlayLevel.aboveRoads, .aboveLabels,
    ])
  func blendingOnTheMap(level: OverlayLevel) async throws {
    struct Ground: BaseMap {
      var attribution: String? { nil }

      func drawing(of part: BaseMapPart) async -> BaseMapDrawing {
        let context = DrawingContext()
        context.setFillColor(Color(red: 0.9, green: 0.8, blue: 0.25))
        context.fill(ScreenRect(origin: .zero, size: part.size))
        return BaseMapDrawing(ground: [MapPicture.Layer(drawing: context.drawing)])
      }
    }
    final class Delegate: MapViewDelegate {
      func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
        let renderer = ShapeRenderer(overlay: overlay)
        renderer.strokeColor = nil
        renderer.fillColor = Color(red: 0.8, green: 0.5, blue: 0.2)
        renderer.blendMode = overlay.title == "screen" ? .screen : .colorBurn
        return renderer
      }
    }
    let map = MapView(size: ScreenSize(width: 120, height: 60))
    map.setCenter(try Coordinate(latitude: 47.14, longitude: 9.52), level: 14, animated: false)
    map.baseMap = Ground()
    let delegate = Delegate()
    map.delegate = delegate
    for (title, left) in [("screen", 0.0), ("burn", 40.0)] {
      let corners = [(left, -10.0), (left + 80, -10), (left + 80, 70), (left, 70)]
      map.addOverlay(
        try Polygon(coordinates: corners.map { map.coordinate(at: ScreenPoint(x: $0.0, y: $0.1)) }, title: title),
        level: level)
    }
    let pixels = try Pixels(await map.snapshot().rendered().bytes)
    let (below, above) = ([0.9, 0.8, 0.25], [0.8, 0.5, 0.2])
    let screened = zip(below, above).map { $0 + $1 - $0 * $1 }
    func burned(_ below: [Double]) -> [Double] { zip(below, above).map { 1 - min(1, (1 - $0) / $1) } }
    for (column, color) in [(20, screened), (60, burned(screened)), (100, burned(below))] {
      let expected = color.map { Int(($0 * 255).rounded()) } + [255]
      // Two consecutive mixtures are each rounded.
      #expect(
        pixels.isColor(column, 30, expected, within: column == 60 ? 3 : 1),
        "\(column): \(pixels[column, 30]), expected \(expected)")
    }
  }

  @Test("a blend mode within a drawing changes only what is drawn", arguments: BlendMode.allCases)
  func bounded(mode: BlendMode) async throws {
    let pixels = try Pixels(
      try await picture { context in
        context.setFillColor(.green)
        context.fill(ScreenRect(x: 0, y: 0, width: 100, height: 100))
        context.setBlendMode(mode)
        context.setFillColor(.red)
        context.fill(ScreenRect(x: 20, y: 20, width: 60, height: 60))
      }.bytes)
    let green = Color.green.light
    #expect(pixels.isColor(5, 5, [green.red, green.green, green.blue, 1].map { Int(($0 * 255).rounded()) }), "\(mode)")
  }

  @Test("70: vector files contain paths and letters, not pictures")
  func vectors() async throws {
    let snapshot = await sheet { context in
      context.setStrokeColor(.red)
      context.addEllipse(in: ScreenRect(x: 10, y: 10, width: 50, height: 50))
      context.strokePath()
      context.draw("Vaduz", at: ScreenPoint(x: 50, y: 80))
    }
    let svg = String(decoding: try snapshot.rendered(as: .svg).bytes, as: UTF8.self)
    #expect(svg.contains("<svg") && svg.contains("<path") && !svg.contains("<image"))
    #expect(try snapshot.rendered(as: .svg).bytes == Array(svg.utf8), "the same picture is the same file")
    let pdf = try snapshot.rendered(as: .pdf).bytes
    #expect(pdf.starts(with: "%PDF-".utf8) && pdf.count > 500)
  }

  @Test("a view that is turned shows at its right what is drawn at its top, also a part that is mixed by itself")
  func turnedView() async throws {
    final class Arrow: AnnotationView {
      override func draw(in context: DrawingContext) {
        context.setFillColor(.blue)
        context.fill(ScreenRect(x: 0, y: 0, width: 40, height: 40))
        context.setAlpha(0.999)
        context.setBlendMode(.multiply)
        context.setFillColor(.red)
        context.fill(ScreenRect(x: 0, y: 0, width: 40, height: 8))
      }
    }
    let map = MapView(size: ScreenSize(width: 100, height: 100), scale: 2)
    let place = try Coordinate(latitude: 47.14, longitude: 9.52)
    map.setCenter(place, level: 12, animated: false)
    map.register(Arrow.self, forAnnotationViewWithReuseIdentifier: MapView.defaultAnnotationViewReuseIdentifier)
    let id = map.addAnnotation(PointAnnotation(coordinate: place))
    map.layout()
    let view = try #require(map.view(for: id))
    view.size = ScreenSize(width: 40, height: 40)
    view.rotation = .degrees(90)
    let pixels = try Pixels(try await map.snapshot(background: .white).rendered().bytes)
    // In pixels: the view is from 60 to 140, and its upper edge is now the right one.
    #expect(pixels.isColor(70, 100, [0, 0, 255, 255]) && pixels.isColor(100, 70, [0, 0, 255, 255]))
    #expect(pixels.isColor(132, 70, [0, 0, 0, 255]) && pixels.isColor(132, 130, [0, 0, 0, 255]))
    #expect(pixels.isColor(148, 100, [255, 255, 255, 255]))
  }
}
