import GeoBaseMap
import GeoMap
import GeoModel

// Snapshots of a map's contents, as values that other threads can draw.
extension MapRoom {
  /// The drawings of overlays in a tile, below and above the labels of the base map.
  struct TileLayers: Sendable {
    var below: [MapPicture.Layer]
    var above: [MapPicture.Layer]
    /// The style of the base map; nil for none.
    var style: MapStyle?
    /// The languages of the base map's names.
    var languages: [String]
    /// Keeps its contents counted until it is drawn.
    let content: MapContent

    /// The bytes that were recorded for it alone.
    var recordedBytes: Int { (below + above).reduce(0) { $0 + $1.drawing.stepBytes } }
  }

  /// The values that a page starts with.
  struct PageFacts: Sendable {
    var center: Coordinate
    var level: Double
    var isDark: Bool
    var overlays: Int
  }

  /// The values that a page starts with.
  var pageFacts: PageFacts {
    PageFacts(
      center: map.centerCoordinate, level: map.level, isDark: map.userInterfaceStyle == .dark, overlays: overlayVersion)
  }

  /// Records the drawings of overlays in a part of the map, also of those that were never in sight, if their renderer
  /// came with them.
  ///
  /// - Parameters:
  ///   - scale: the pixels per point.
  ///   - margin: the width in points around it that is included, for lines at its edge.
  func layers(in rect: MapRect, zoomScale: ZoomScale, scale: Double, margin: Double = 16) -> TileLayers {
    let part = rect.insetBy(dx: -margin / zoomScale, dy: -margin / zoomScale)
    map.addRenderers(in: part) { ($0 as? WireOverlay)?.look != nil }
    func layers(_ level: OverlayLevel) -> [MapPicture.Layer] {
      map.overlayDrawings(in: part, zoomScale: zoomScale, level: level, contentScaleFactor: scale).map { overlay in
        MapPicture.Layer(
          drawing: overlay.drawing,
          origin: ScreenPoint(
            x: (overlay.origin.x - rect.minX) * zoomScale, y: (overlay.origin.y - rect.minY) * zoomScale),
          pointsPerUnit: zoomScale, alpha: overlay.alpha, blendMode: overlay.blendMode)
      }
    }
    return TileLayers(
      below: layers(.aboveRoads), above: layers(.aboveLabels),
      style: map.isBaseMapCovered(in: rect) ? nil : baseMap.style, languages: map.languages, content: content)
  }

  /// The part of the base map that a map shows.
  func basePart(of view: MapView) -> BaseMapPart {
    var part = BaseMapPart(mapRect: view.visibleMapRect, zoomScale: view.zoomScale)
    part.userInterfaceStyle = view.userInterfaceStyle
    part.languages = view.languages
    return part
  }
}
