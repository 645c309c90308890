import GeoMap
import GeoModel
import Testing

@Suite("Shapes and what is recorded")
struct DrawingFacts {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
  }

  private func steps(_ renderer: OverlayRenderer, zoomScale: ZoomScale = 0.01) -> [Drawing.Step] {
    renderer.drawing(renderer.overlay.boundingMapRect.insetBy(dx: -10, dy: -10), zoomScale: zoomScale)?.steps ?? []
  }

  private func styles(_ steps: [Drawing.Step]) -> [StrokeStyle] {
    steps.compactMap { step in
      switch step {
      case .stroke(_, _, let style), .gradientStroke(_, _, let style): style
      default: nil
      }
    }
  }

  @Test("58: holes are left empty by the even-odd rule, whatever the direction of rings")
  func holes() throws {
    let ring = try [place(0, 0), place(0, 9), place(9, 9), place(9, 0)]
    let hole = try [place(3, 3), place(3, 6), place(6, 6), place(6, 3)]
    for inner in [hole, hole.reversed()] {
      let renderer = PolygonRenderer(
        polygon: try Polygon(coordinates: ring, interiorPolygons: [Polygon(coordinates: inner)]))
      renderer.fillColor = .red
      let steps = steps(renderer)
      guard case .fill(let path, .red, let rule) = steps.dropFirst().first else {
        return #expect(Bool(false), "\(steps)")
      }
      #expect(rule == .evenOdd && path.elements.filter { $0 == .close }.count == 2 && steps.count == 3)
    }
  }

  @Test("59: a line width of 0 is that of roads; widths and dashes are points of the screen at every zoom")
  func lineWidth() throws {
    let renderer = PolylineRenderer(polyline: try Polyline([place(0, 0), place(1, 1)]))
    renderer.strokeColor = .blue
    renderer.lineDashPattern = [20, 10]
    for level in [4.0, 12, 18, 21] {
      let scale = MapScale.zoomScale(level: level)
      renderer.lineWidth = 0
      #expect(abs(styles(steps(renderer, zoomScale: scale))[0].width - MapScale.roadWidth(at: scale)) < 1e-9)
      renderer.lineWidth = 3
      let style = styles(steps(renderer, zoomScale: scale))[0]
      #expect(abs(style.width - 3) < 1e-9 && style.dash.map { $0.rounded() } == [20, 10])
      #expect(style.join == .round && style.cap == .round && style.miterLimit == 10)
    }
  }

  @Test("60: a dash pattern is recorded once for the whole line, corners included")
  func dashes() throws {
    let renderer = PolylineRenderer(polyline: try Polyline([place(0, 0), place(1, 1), place(2, 0)]))
    renderer.strokeColor = .blue
    renderer.lineDashPattern = [20, 10, 5, 10, 1, 10]
    renderer.lineDashPhase = 4
    let steps = steps(renderer)
    let style = try #require(styles(steps).first)
    #expect(styles(steps).count == 1 && style.dash.map { $0.rounded() } == [20, 10, 5, 10, 1, 10])
    #expect(abs(style.dashPhase - 4) < 1e-9)
  }

  @Test("61: the color at the location of a point is exactly its color")
  func gradient() throws {
    let line = try Polyline([place(0, 0), place(1, 1), place(1.5, 3), place(2, 0)])
    let palette: [Color] = [.systemPurple, .systemMint, .systemOrange, .systemTeal]
    let renderer = GradientPolylineRenderer(polyline: line)
    let locations = (0..<line.pointCount).map { line.location(atPointIndex: $0) }
    renderer.setColors(palette, locations: locations)
    renderer.lineWidth = 2
    guard case .gradientStroke(let path, let gradient, let style) = steps(renderer).dropFirst().first else {
      return #expect(Bool(false), "no gradient")
    }
    #expect(path.points.count == 4 && abs(style.width - 2) < 1e-9)
    for (color, location) in zip(palette, locations) { #expect(gradient.color(at: location) == color) }
    #expect(gradient.color(at: -1) == palette[0] && gradient.color(at: 2) == palette[3])
    renderer.strokeStart = locations[1]
    renderer.strokeEnd = locations[2]
    guard case .gradientStroke(let part, let cut, _) = steps(renderer).dropFirst().first else {
      return #expect(Bool(false), "no gradient")
    }
    #expect(part.points.count == 2 && cut.colors.first == palette[1] && cut.colors.last == palette[2])
    renderer.setColors(palette, locations: [0, 1])
    #expect(renderer.problem == .invalidGradient && renderer.colors == palette)
  }

  @Test("62: alpha and blend mode belong to the whole of an overlay")
  func alpha() throws {
    let stage = try Stage()
    stage.recorder.renderer = { overlay in
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.fillColor = .systemTeal
      renderer.strokeColor = .systemBlue
      renderer.alpha = 0.5
      renderer.blendMode = .screen
      return renderer
    }
    stage.map.addOverlay(try Circle(center: stage.at(400, 300), radiusMeters: 100))
    stage.map.layout()
    let drawing = try #require(stage.map.overlayDrawings().first)
    #expect(drawing.alpha == 0.5 && drawing.blendMode == .screen && drawing.drawing.steps.count == 6)
    #expect(!drawing.drawing.steps.contains { if case .alpha = $0 { true } else { false } })
    #expect(BlendMode.allCases.count == 28)
  }

  @Test(
    "64: a circle of 1,000 m has points 1,000 m from its center, within 0.5 % up to 80 degrees",
    arguments: [0.0, 47, -60, 80])
  func circle(latitude: Double) throws {
    let circle = try Circle(center: try place(latitude, 9), radiusMeters: 1_000)
    for point in circle.outline() {
      #expect(abs(point.distanceMeters(to: MapPoint(circle.coordinate)) / 1_000 - 1) < 0.005)
    }
  }

  @Test("65: a geodesic from Frankfurt to New York passes north of both; one to San Francisco crosses the antimeridian")
  func geodesic() throws {
    let flight = try GeodesicPolyline([place(50.03, 8.57), place(40.64, -73.78)])
    #expect(flight.coordinates.contains { $0.latitude > 52 } && flight.pointCount > 50)
    let pacific = try GeodesicPolyline([place(35.55, 139.78), place(37.62, -122.38)])
    #expect(pacific.boundingMapRect.crossesAntimeridian && pacific.boundingMapRect.width < MapSize.world.width / 2)
    #expect(pacific.coordinates.contains { $0.latitude > 47 })
  }

  @Test("strokeStart and strokeEnd cut a line; lines are never filled")
  func parts() throws {
    let line = try Polyline(points: [MapPoint(x: 0, y: 0), MapPoint(x: 100, y: 0), MapPoint(x: 100, y: 100)])
    let renderer = PolylineRenderer(polyline: line)
    renderer.strokeColor = .red
    renderer.fillColor = .red
    renderer.strokeStart = 0.25
    renderer.strokeEnd = 0.75
    let drawn = steps(renderer).compactMap { if case .stroke(let path, _, _) = $0 { path.points } else { nil } }
    #expect(drawn == [[ScreenPoint(x: 50, y: 0), ScreenPoint(x: 100, y: 0), ScreenPoint(x: 100, y: 50)]])
    #expect(!steps(renderer).contains { if case .fill = $0 { true } else { false } })
    renderer.strokeEnd = 0.1
    #expect(steps(renderer).isEmpty)
  }

  @Test("a context keeps and restores its state, and its transforms change points and widths")
  func context() throws {
    let context = DrawingContext(zoomScale: 2)
    context.saveGState()
    context.translateBy(x: 10, y: 0)
    context.scaleBy(x: 3, y: 3)
    context.setLineWidth(1)
    context.stroke(ScreenRect(x: 1, y: 1, width: 1, height: 1))
    context.restoreGState()
    context.restoreGState()
    context.fill(ScreenRect(x: 1, y: 1, width: 1, height: 1))
    context.saveGState()
    let steps = context.drawing.steps
    guard case .stroke(let path, _, let style) = steps[1], case .fill(let plain, _, _) = steps[3] else {
      return #expect(Bool(false), "\(steps)")
    }
    #expect(path.points.first == ScreenPoint(x: 13, y: 3) && style.width == 6)
    #expect(plain.points.first == ScreenPoint(x: 1, y: 1) && steps.last == .restore && steps.count == 6)
  }

  @Test("colors have names, hexadecimal digits and opacity; system colors differ in the dark")
  func colors() {
    #expect(Color("#ff0000") == .red && Color("#ff000080")?.light.alpha == 128.0 / 255)
    #expect(Color("#0A0") == Color("#00aa00") && Color("#0ag") == nil)
    #expect(Color("systemBlue") == .systemBlue && Color("#ff00") == nil && Color("#gggggg") == nil && Color("") == nil)
    #expect(Color.systemRed.components(in: .dark) != Color.systemRed.components(in: .light))
    #expect(Color.red.withAlpha(0.5).light.alpha == 0.5 && Color(red: .nan, green: 7, blue: -1).light.green == 1)
  }
}
