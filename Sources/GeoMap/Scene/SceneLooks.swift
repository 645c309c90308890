extension MapScene {
  /// How a line or area is drawn.
  struct Look {
    var stroke: Color? = .systemBlue
    var width = 3.0
    var fill: Color? = .systemBlue.withAlpha(0.15)
    var dash: [Double]?

    /// A renderer that draws so.
    func renderer(of overlay: any Overlay) -> OverlayRenderer {
      let renderer = ShapeRenderer(overlay: overlay)
      renderer.strokeColor = stroke
      renderer.lineWidth = width
      renderer.fillColor = fill
      renderer.lineDashPattern = dash
      return renderer
    }
  }

  /// How a point is drawn.
  struct ViewLook {
    var color = Color.systemBlue
    var glyph: String?
    var isPin = false
    /// Whether its text stays whatever is around it.
    var isAnswer = true

    /// A view that looks so.
    func view(of annotation: any Annotation, hasCallout: Bool) -> AnnotationView {
      if isPin {
        let pin = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
        pin.displayPriority = .required
        return pin
      }
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
