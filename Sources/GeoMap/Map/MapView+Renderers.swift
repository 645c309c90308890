import GeoModel

extension MapView {
  /// Returns the renderer of an overlay (`renderer(for:)`); nil until it was in sight, and where the delegate gave
  /// none.
  public func renderer(for id: OverlayID) -> OverlayRenderer? { overlayList[id]?.renderer }

  /// Sets the renderer of an overlay, for instance after the delegate returned ``RendererAnswer/later``; nil hides the
  /// overlay.
  ///
  /// - Throws: ``MapError/unknownOverlay(_:)``.
  public func setRenderer(_ renderer: OverlayRenderer?, for id: OverlayID) throws(MapError) {
    guard overlayList[id] != nil else { throw .unknownOverlay(id) }
    overlayList.noteAsked(id)
    adopt(renderer, for: id)
    if let renderer { delegate?.mapView(self, didAdd: [renderer]) }
  }

  /// Replaces an overlay that continues, such as a growing track, without asking or notifying the delegate. If the
  /// delegate was not asked yet, it is asked once the overlay comes into sight.
  ///
  /// - Parameter renderer: makes the new renderer from the old one.
  package func replaceOverlay(
    _ id: OverlayID, with overlay: any Overlay, _ renderer: (OverlayRenderer) -> OverlayRenderer?
  ) {
    guard let old = overlayList[id] else { return }
    overlayList.replace(id, with: overlay)
    journal?.overlays.insert(id)
    if let drawn = old.renderer { adopt(renderer(drawn), for: id) }
  }

  /// Asks for the renderers of overlays whose rectangle meets the visible one for the first time.
  ///
  /// - Returns: the renderers that were given.
  func askForRenderers() -> [OverlayRenderer] {
    overlayList.isDirty = false
    return askForRenderers(in: visibleMapRect) { _ in true }
  }

  /// Adds the renderers of overlays in a part of the map that was not in sight yet, for a picture of it.
  ///
  /// - Parameter isKnown: whether the delegate knows the renderer of an overlay; it is not asked for others.
  package func addRenderers(in part: MapRect, where isKnown: (any Overlay) -> Bool) {
    let added = askForRenderers(in: part, where: isKnown)
    if !added.isEmpty { delegate?.mapView(self, didAdd: added) }
  }

  private func askForRenderers(in part: MapRect, where isWanted: (any Overlay) -> Bool) -> [OverlayRenderer] {
    guard !overlayList.open.isEmpty else { return [] }
    let due = overlays.filter { id in
      overlayList.open.contains(id)
        && overlayList[id].map { isWanted($0.overlay) && $0.overlay.boundingMapRect.intersectsOnGlobe(part) } == true
    }
    guard !due.isEmpty else { return [] }
    for id in due { overlayList.noteAsked(id) }
    let asked = due.compactMap { id in overlayList[id].map { (id: id, overlay: $0.overlay) } }
    let answers = delegate?.mapView(self, renderersFor: asked) ?? []
    var added: [OverlayRenderer] = []
    for (question, answer) in zip(asked, answers) where overlayList[question.id] != nil {
      guard case .renderer(let renderer) = answer else { continue }
      adopt(renderer, for: question.id)
      added.append(renderer)
    }
    return added
  }

  private func adopt(_ renderer: OverlayRenderer?, for id: OverlayID) {
    overlayList.setRenderer(renderer, of: id)
    renderer?.id = id
    renderer?.map = self
    journal?.redrawn.insert(id)
    if let problem = (renderer as? GradientPolylineRenderer)?.problem { report(problem) }
  }

  func overlayNeedsDisplay(_ id: OverlayID, _ mapRect: MapRect?, _ zoomScale: ZoomScale?) {
    journal?.redrawn.insert(id)
    delegate?.mapView(self, overlayNeedsDisplay: id, in: mapRect, zoomScale: zoomScale)
  }

  /// Returns the drawings of the overlays in a part of the map, bottom first: those above roads, then those above
  /// labels. Overlays without a renderer, or not ready, are left out. An overlay across the antimeridian may appear
  /// twice.
  ///
  /// - Parameters:
  ///   - mapRect: the part; nil for the visible one.
  ///   - zoomScale: points per map point; nil for that of the map.
  ///   - level: the level; nil for both.
  ///   - contentScaleFactor: pixels per point; nil for that of the map.
  public func overlayDrawings(
    in mapRect: MapRect? = nil, zoomScale: ZoomScale? = nil, level: OverlayLevel? = nil,
    contentScaleFactor: Double? = nil
  ) -> [OverlayDrawing] {
    overlayList.drawings(
      in: mapRect ?? visibleMapRect, zoomScale: zoomScale ?? self.zoomScale, level: level,
      contentScaleFactor: contentScaleFactor ?? scale, style: userInterfaceStyle)
  }
}
