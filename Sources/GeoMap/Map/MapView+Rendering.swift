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
  package func isBaseMapCovered(in part: MapRect) -> Bool { overlayList.coversBaseMap(in: part) }

  /// The open callout, if its view is in sight; nil otherwise.
  package var visibleCallout: Callout? {
    guard let selected = layer.views.selected, selected.isShown else { return nil }
    let (frame, size) = (selected.frame, window.size)
    let isInSight = frame.maxX > 0 && frame.maxY > 0 && frame.minX < size.width && frame.minY < size.height
    return isInSight ? selected.callout : nil
  }

  /// The map as it looks now, over a base map drawn before.
  private func picture(_ base: BaseMapDrawing) -> MapPicture {
    picture(
      over: base.ground + layers(of: .aboveRoads) + base.labels + layers(of: .aboveLabels),
      isFullyRendered: base.failure == nil && !overlayList.lacksTiles(in: window, scale))
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
    layers.append(MapPicture.Layer(drawing: Drawing(titlesOf: views, size: window.size, scale, userInterfaceStyle)))
    var points: [AnnotationID: ScreenPoint] = [:]
    for view in views {
      if let id = view.annotationID, let place = layer.coordinate(of: view) { points[id] = point(for: place) }
    }
    return MapPicture(
      size: window.size, scale: scale, userInterfaceStyle: userInterfaceStyle, visibleMapRect: visible, layers: layers,
      callout: visibleCallout, annotationPoints: points, isFullyRendered: isFullyRendered)
  }

  /// Loads all missing tiles of the visible map concurrently. Notifies the delegate that loading starts, then that it
  /// finished or failed. Does nothing when no tile is missing.
  ///
  /// A tile that fails or times out counts as a failure of that tile alone, and is not retried before `reloadData()`.
  public nonisolated(nonsending) func loadTiles() async {
    let missing = overlayList.missingTiles(in: window, scale)
    guard !missing.isEmpty else { return }
    delegate?.mapViewWillStartLoadingMap(self)
    let failure = await TileJob.load(missing)
    if let failure {
      delegate?.mapViewDidFailLoadingMap(self, withError: failure)
    } else {
      delegate?.mapViewDidFinishLoadingMap(self)
    }
  }
}
