import GeoModel

extension OverlayList {
  /// The drawings of the overlays in a part of the map, as described at
  /// ``MapView/overlayDrawings(in:zoomScale:level:contentScaleFactor:)``.
  func drawings(
    in part: MapRect, zoomScale: ZoomScale, level: OverlayLevel?, contentScaleFactor: Double,
    style: UserInterfaceStyle
  ) -> [OverlayDrawing] {
    var drawings: [OverlayDrawing] = []
    for id in level.map({ ids($0) }) ?? all {
      guard let entry = self[id], let renderer = entry.renderer else { continue }
      let bounds = entry.overlay.boundingMapRect
      for turn in [-1.0, 0, 1] {
        let shift = turn * MapSize.world.width
        let moved = part.offsetBy(dx: shift, dy: 0)
        guard bounds.intersects(moved), entry.overlay.intersects(moved),
          let drawing = renderer.drawing(
            moved, zoomScale: zoomScale, contentScaleFactor: contentScaleFactor,
            style: style)
        else { continue }
        drawings.append(
          OverlayDrawing(
            id: id, level: entry.level, origin: MapPoint(x: bounds.minX - shift, y: bounds.minY), drawing: drawing,
            alpha: max(0, min(1, renderer.alpha)), blendMode: renderer.blendMode))
      }
    }
    return drawings
  }

  /// Whether an overlay with a renderer hides the base map in all of a part.
  func coversBaseMap(in part: MapRect) -> Bool {
    all.contains { id in
      guard let entry = self[id], entry.overlay.canReplaceMapContent, entry.renderer != nil else { return false }
      return part.worldParts.allSatisfy { entry.overlay.boundingMapRect.contains($0) }
    }
  }

  /// The tiles of what a window shows that were not loaded yet.
  func missingTiles(
    in window: MapWindow, _ scale: Double
  ) -> [(renderer: TileOverlayRenderer, overlay: TileOverlay, path: TilePath)] {
    var missing: [(renderer: TileOverlayRenderer, overlay: TileOverlay, path: TilePath)] = []
    for renderer in tileRenderers {
      guard let overlay = renderer.tileOverlay else { continue }
      for world in window.mapRect.worldParts {
        for path in renderer.missing(in: world, zoomScale: window.zoomScale, contentScaleFactor: scale) {
          missing.append((renderer, overlay, path))
        }
      }
    }
    return missing
  }

  /// Whether a tile of what a window shows could not be loaded.
  func lacksTiles(in window: MapWindow, _ scale: Double) -> Bool {
    tileRenderers.contains { renderer in
      window.mapRect.worldParts.contains {
        renderer.hasFailed(in: $0, zoomScale: window.zoomScale, contentScaleFactor: scale)
      }
    }
  }

  private var tileRenderers: [TileOverlayRenderer] { all.compactMap { self[$0]?.renderer as? TileOverlayRenderer } }
}
