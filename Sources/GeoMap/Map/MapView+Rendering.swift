import GeoModel

extension MapView {
  /// Records the map as it looks now, after loading missing tiles (``loadTiles()``). The delegate is notified before
  /// drawing, and afterward whether everything could be drawn.
  public nonisolated(nonsending) func render() async -> MapPicture {
    layout()
    await loadTiles()
    delegate?.mapViewWillStartRenderingMap(self)
    let base = isBaseMapCovered(in: visibleMapRect) ? BaseMapDrawing() : await drawBaseMap()
    let picture = picture(base)
    delegate?.mapViewDidFinishRenderingMap(self, fullyRendered: picture.isFullyRendered)
    return picture
  }

  private nonisolated(nonsending) func drawBaseMap() async -> BaseMapDrawing {
    var part = BaseMapPart(mapRect: visibleMapRect, zoomScale: zoomScale)
    part.contentScaleFactor = scale
    part.userInterfaceStyle = userInterfaceStyle
    part.languages = languages
    let base = await baseMap.drawing(of: part)
    if let failure = base.failure { delegate?.mapViewDidFailLoadingMap(self, withError: failure) }
    return base
  }

  private func layers(of level: OverlayLevel) -> [MapPicture.Layer] {
    let visible = visibleMapRect
    return overlayDrawings(level: level).map { overlay in
      MapPicture.Layer(
        drawing: overlay.drawing,
        origin: ScreenPoint(
          x: (overlay.origin.x - visible.minX) * zoomScale, y: (overlay.origin.y - visible.minY) * zoomScale),
        pointsPerUnit: zoomScale, alpha: overlay.alpha, blendMode: overlay.blendMode)
    }
  }

  /// Whether an overlay with a renderer hides the base map in all of a part.
  package func isBaseMapCovered(in part: MapRect) -> Bool {
    overlays.contains { id in
      guard let overlay = overlay(for: id), overlay.canReplaceMapContent, renderer(for: id) != nil else { return false }
      return part.worldParts.allSatisfy { overlay.boundingMapRect.contains($0) }
    }
  }

  /// The open callout, if its view is in sight; nil otherwise.
  package var visibleCallout: Callout? {
    guard let selected = views.selected, selected.isShown else { return nil }
    let (frame, size) = (selected.frame, window.size)
    let isInSight = frame.maxX > 0 && frame.maxY > 0 && frame.minX < size.width && frame.minY < size.height
    return isInSight ? selected.callout : nil
  }

  /// The map as it looks now, over a base map drawn before.
  private func picture(_ base: BaseMapDrawing) -> MapPicture {
    picture(
      over: base.ground + layers(of: .aboveRoads) + base.labels + layers(of: .aboveLabels),
      isFullyRendered: base.failure == nil && !lacksTiles(in: visibleMapRect))
  }

  /// Returns the views as they look now, over layers drawn before.
  package func picture(over ground: [MapPicture.Layer], isFullyRendered: Bool = true) -> MapPicture {
    let visible = visibleMapRect
    let views = annotationViews
    var layers = ground
    layers += views.map { view in
      var layer = MapPicture.Layer(
        drawing: view.drawing(contentScaleFactor: scale, style: userInterfaceStyle), origin: view.frame.origin)
      (layer.rotation, layer.rotationCenter) = (view.rotationDegrees, view.center)
      return layer
    }
    layers.append(MapPicture.Layer(drawing: titles(of: views)))
    var points: [AnnotationID: ScreenPoint] = [:]
    for view in views {
      if let id = view.annotationID, let place = coordinate(of: view) { points[id] = point(for: place) }
    }
    return MapPicture(
      size: window.size, scale: scale, userInterfaceStyle: userInterfaceStyle, visibleMapRect: visible, layers: layers,
      callout: visibleCallout, annotationPoints: points, isFullyRendered: isFullyRendered)
  }

  /// Whether a tile in a part could not be loaded.
  private func lacksTiles(in part: MapRect) -> Bool {
    overlays.lazy.compactMap { self.renderer(for: $0) as? TileOverlayRenderer }.contains { renderer in
      part.worldParts.contains {
        renderer.hasFailed(in: $0, zoomScale: zoomScale, contentScaleFactor: scale)
      }
    }
  }

  /// Draws the texts below balloons, those in front first.
  ///
  /// Adaptive texts appear only where they meet neither a view nor another text. Text widths are estimated here,
  /// because only the player of the picture can measure text.
  private func titles(of views: [AnnotationView]) -> Drawing {
    let context = DrawingContext(contentScaleFactor: scale, userInterfaceStyle: userInterfaceStyle)
    var taken = CollisionGrid(size: window.size)
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
    return context.drawing
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
