extension MapScene {
  /// The style of a line or area.
  package struct Look {
    /// The color of the line; nil for none.
    package var stroke: Color? = .systemBlue
    /// The width of the line in points.
    package var width = 3.0
    /// The fill color; nil for none.
    package var fill: Color? = .systemBlue.withAlpha(0.15)
    var dash: [Double]?

    /// Returns a renderer with this style.
    func renderer(of overlay: any Overlay) -> OverlayRenderer {
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.strokeColor = stroke
      renderer.lineWidth = width
      renderer.fillColor = fill
      renderer.lineDashPattern = dash
      return renderer
    }
  }

  /// Returns a renderer of a layer of areas: each layer of a picture has another color.
  package static func renderer(of layer: LayerOverlay, number: Int) -> LayerRenderer {
    let colors: [Color] = [.systemPurple, .systemOrange, .systemTeal, .systemPink, .systemGreen, .systemIndigo]
    let color = colors[number % colors.count]
    let renderer = LayerRenderer(layerOverlay: layer)
    renderer.strokeColor = color
    renderer.lineWidth = 2
    renderer.fillColor = color.withAlpha(0.12)
    return renderer
  }

  /// The style of a point.
  struct ViewLook {
    var color = Color.systemBlue
    var glyph: String?
    /// Whether its text stays visible whatever is around it.
    var isAnswer = true

    /// Returns a view with this style.
    func view(of annotation: any Annotation, hasCallout: Bool) -> AnnotationView {
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.markerTintColor = color
      view.glyphText = glyph
      view.displayPriority = .required
      view.zPriority = isAnswer ? .max : .defaultUnselected
      view.titleVisibility = isAnswer ? .visible : .adaptive
      view.subtitleVisibility = view.titleVisibility
      view.canShowCallout = hasCallout
      return view
    }
  }
}

extension AnnotationView {
  /// Lets the view cluster with others that it would cover.
  func joinCrowd() {
    clusteringIdentifier = "marker"
    displayPriority = .defaultHigh
    guard let marker = self as? MarkerAnnotationView else { return }
    (marker.titleVisibility, marker.subtitleVisibility) = (.adaptive, .adaptive)
  }
}

/// The queried point where a balloon would hide a pin: a red dot with a white rim.
final class AskedDotView: AnnotationView {
  required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    size = ScreenSize(width: 11, height: 11)
    zPriority = ZPriority(rawValue: ZPriority.max.rawValue + 1)
  }

  override func draw(in context: DrawingContext) {
    for (inset, color) in [(0.0, Color.white), (1.75, .systemRed)] {
      context.beginPath()
      context.addEllipse(in: ScreenRect(x: inset, y: inset, width: 11 - 2 * inset, height: 11 - 2 * inset))
      context.setFillColor(color)
      context.fillPath()
    }
  }
}
