import GeoModel

/// Draws an overlay (`MKOverlayRenderer`; before iOS 7 `MKOverlayView`). This base class draws nothing; subclasses
/// override ``draw(_:zoomScale:in:)``.
///
/// Drawing is recorded into a ``Drawing``, one part after the other, where the map lives. A unit of the context is a
/// map point, relative to the corner of the overlay's rectangle; ``point(for:)`` and related functions convert.
open class OverlayRenderer {
  /// The overlay to draw.
  public let overlay: any Overlay
  /// The opacity of the drawn overlay as a whole, 0 to 1. Default 1.
  public var alpha = 1.0
  /// How the overlay blends with the map and the overlays below. Default ``BlendMode/normal``.
  public var blendMode = BlendMode.normal
  /// Increases with each ``setNeedsDisplay(_:zoomScale:)``, so that callers know when the pictures they keep are
  /// outdated.
  public private(set) var displayVersion = 0

  weak var map: MapView?
  var id: OverlayID?
  /// Parts that were not ready, and are skipped until `setNeedsDisplay` names them.
  private var waiting: [Part] = []

  /// The corner of the overlay's rectangle, computed once, because a line must look at all its points for it. Nil for
  /// an overlay that is an object, which may change.
  private lazy var fixedOrigin = type(of: overlay) is AnyClass ? nil : overlay.boundingMapRect.origin
  private var origin: MapPoint { fixedOrigin ?? overlay.boundingMapRect.origin }

  private struct Part {
    var rect: MapRect
    var zoomScale: ZoomScale
  }

  /// Creates a renderer of an overlay.
  public init(overlay: any Overlay) { self.overlay = overlay }

  /// Whether a part can be drawn now (`canDraw(_:zoomScale:)`). Default true. After false, the part is skipped until
  /// ``setNeedsDisplay(_:zoomScale:)`` reports it as ready.
  open func canDraw(_ mapRect: MapRect, zoomScale: ZoomScale) -> Bool { true }

  /// Draws a part (`draw(_:zoomScale:in:)`), staying or clipping inside `mapRect`. Default: nothing.
  open func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {}

  /// Marks a part as changed or ready.
  ///
  /// - Parameters:
  ///   - mapRect: the part; nil for the whole overlay.
  ///   - zoomScale: the scale at which it changed; nil for all scales.
  public func setNeedsDisplay(_ mapRect: MapRect? = nil, zoomScale: ZoomScale? = nil) {
    displayVersion += 1
    waiting.removeAll { part in
      (mapRect.map { $0.intersects(part.rect) } ?? true) && (zoomScale.map { $0 == part.zoomScale } ?? true)
    }
    if let id { map?.overlayNeedsDisplay(id, mapRect, zoomScale) }
  }

  /// Converts a map point to the context.
  public func point(for mapPoint: MapPoint) -> ScreenPoint {
    let origin = origin
    return ScreenPoint(x: mapPoint.x - origin.x, y: mapPoint.y - origin.y)
  }

  /// Converts a point of the context to a map point.
  public func mapPoint(for point: ScreenPoint) -> MapPoint {
    let origin = origin
    return MapPoint(x: point.x + origin.x, y: point.y + origin.y)
  }

  /// Converts a map rectangle to the context.
  public func rect(for mapRect: MapRect) -> ScreenRect {
    ScreenRect(
      origin: point(for: mapRect.origin), size: ScreenSize(width: mapRect.width, height: mapRect.height))
  }

  /// Converts a rectangle of the context to a map rectangle.
  public func mapRect(for rect: ScreenRect) -> MapRect {
    MapRect(origin: mapPoint(for: rect.origin), size: MapSize(width: rect.width, height: rect.height))
  }

  /// Records the drawing of a part.
  ///
  /// - Returns: nil when the overlay does not meet the part, or is not ready there.
  public func drawing(
    _ mapRect: MapRect, zoomScale: ZoomScale, contentScaleFactor: Double = 1, style: UserInterfaceStyle = .light
  ) -> Drawing? {
    guard overlay.boundingMapRect.intersects(mapRect) else { return nil }
    if waiting.contains(where: { $0.rect == mapRect && $0.zoomScale == zoomScale }) { return nil }
    guard canDraw(mapRect, zoomScale: zoomScale) else {
      waiting.append(Part(rect: mapRect, zoomScale: zoomScale))
      return nil
    }
    let context = DrawingContext(
      zoomScale: zoomScale, contentScaleFactor: contentScaleFactor, userInterfaceStyle: style)
    draw(mapRect, zoomScale: zoomScale, in: context)
    return context.drawing
  }
}

/// The drawing of an overlay in a part of the map.
public struct OverlayDrawing: Sendable {
  /// The overlay.
  public let id: OverlayID
  /// Whether it lies below or above the labels.
  public let level: OverlayLevel
  /// The map point at (0, 0) of the drawing.
  public let origin: MapPoint
  /// The drawing, in map points.
  public let drawing: Drawing
  /// The opacity of the drawing as a whole.
  public let alpha: Double
  /// How the drawing as a whole blends with what lies below.
  public let blendMode: BlendMode
}

/// The levels of overlays (`MKOverlayLevel`). All are below the annotation views.
public enum OverlayLevel: String, Hashable, Sendable, CaseIterable {
  /// Above roads, below labels and icons.
  case aboveRoads
  /// Above the whole base map.
  case aboveLabels
}
