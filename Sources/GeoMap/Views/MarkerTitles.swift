import GeoModel

extension Drawing {
  /// Draws the texts below balloons, those in front first.
  ///
  /// Adaptive texts appear only where they meet neither a view nor another text. Text widths are estimated here,
  /// because only the player of the picture can measure text.
  init(titlesOf views: [AnnotationView], size: ScreenSize, _ scale: Double, _ style: UserInterfaceStyle) {
    let context = DrawingContext(contentScaleFactor: scale, userInterfaceStyle: style)
    var taken = CollisionGrid(size: size)
    for view in views { taken.place(CollisionFrame(view), rank: 0) }
    for marker in views.reversed().compactMap({ $0 as? MarkerAnnotationView }) {
      var y = marker.frame.maxY + 8
      for (text, visibility, isAdaptive) in [
        (marker.annotation?.title, marker.titleVisibility, true),
        (marker.annotation?.subtitle, marker.subtitleVisibility, marker.isSelected),
      ] {
        guard let text, !text.isEmpty, visibility != .hidden, visibility == .visible || isAdaptive else { break }
        let place = ScreenPoint(x: marker.frame.midX, y: y)
        let frame = CollisionFrame(
          centerX: place.x, centerY: place.y, width: Double(text.count) * 6.5, height: 14, isCircle: false)
        if visibility == .adaptive, !marker.isSelected, taken.isHit(frame) { break }
        taken.place(frame, rank: 0)
        context.draw(text, at: place, style: MarkerAnnotationView.titleStyle)
        y += 14
      }
    }
    self = context.drawing
  }
}

extension MarkerAnnotationView {
  /// Dark text with a light halo; reversed in dark mode.
  fileprivate static let titleStyle = TextStyle(
    size: 11, weight: 600,
    color: Color(
      light: Color.Components(red: 0.1, green: 0.1, blue: 0.1), dark: Color.Components(red: 1, green: 1, blue: 1)),
    halo: Color(
      light: Color.Components(red: 1, green: 1, blue: 1, alpha: 0.8),
      dark: Color.Components(red: 0, green: 0, blue: 0, alpha: 0.8)))
}

extension CollisionFrame {
  /// The bounding frame of a view after rotation.
  fileprivate init(_ view: AnnotationView) {
    let (center, size) = (view.center, view.turnedSize)
    self.init(centerX: center.x, centerY: center.y, width: size.width, height: size.height, isCircle: false)
  }
}
