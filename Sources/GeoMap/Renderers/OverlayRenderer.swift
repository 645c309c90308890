import GeoModel

/// Draws an overlay (`MKOverlayRenderer`; before iOS 7 `MKOverlayView`). The class itself draws nothing; subclasses override
/// ``draw(_:zoomScale:in:)``.
///
/// What is drawn is recorded into a ``Drawing``, by the owner of the map and one part after the other. In the context a unit is a map
/// point, counted from the corner of the overlay's rectangle: ``point(for:)`` and the others convert.
open class OverlayRenderer {
  /// What it draws.
  public let overlay: any Overlay
  /// The opacity of the whole overlay after it was drawn, 0 to 1. Default 1.
  public var alpha = 1.0
  /// How it is mixed with the map and the overlays below. Default ``BlendMode/normal``.
  public var blendMode = BlendMode.normal
  /// Grows with each ``setNeedsDisplay(_:zoomScale:)``, so that keepers of pictures know when theirs are old.
  public private(set) var displayVersion = 0

  weak var map: MapView?
  var id: OverlayID?
  /// Parts that were not ready and are not asked for again until they are.
  private var waiting: [Part] = []

  /// The corner of the overlay's rectangle, found once: a line takes as long for it as it has points, and asks for each of them. An overlay
  /// that is an object may change, and is asked each time.
  private lazy var fixedOrigin = type(of: overlay) is AnyClass ? nil : overlay.boundingMapRect.origin
  private var origin: MapPoint { fixedOrigin ?? overlay.boundingMapRect.origin }

  private struct Part {
    var rect: MapRect
    var zoomScale: ZoomScale
  }

  /// A renderer of an overlay.
  public init(overlay: any Overlay) { self.overlay = overlay }

  /// Whether a part can be drawn now (`canDraw(_:zoomScale:)`). Default true. After false nothing is drawn there until
  /// ``setNeedsDisplay(_:zoomScale:)`` says that it is ready.
  open func canDraw(_ mapRect: MapRect, zoomScale: ZoomScale) -> Bool { true }

  /// Draws a part (`draw(_:zoomScale:in:)`); only inside of `mapRect`, or clipped. Default: nothing.
  open func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {}

  /// Says that a part has changed or has become ready.
  ///
  /// - Parameters:
  ///   - mapRect: the part; nil for everything.
  ///   - zoomScale: the scale at which it changed; nil for all.
  public func setNeedsDisplay(_ mapRect: MapRect? = nil, zoomScale: ZoomScale? = nil) {
    displayVersion += 1
    waiting.removeAll { part in
      (mapRect.map { $0.intersects(part.rect) } ?? true) && (zoomScale.map { $0 == part.zoomScale } ?? true)
    }
    if let id { map?.overlayNeedsDisplay(id, mapRect, zoomScale) }
  }

  /// Where a map point is in the context.
  public func point(for mapPoint: MapPoint) -> ScreenPoint {
    let origin = origin
    return ScreenPoint(x: mapPoint.x - origin.x, y: mapPoint.y - origin.y)
  }

  /// Which map point is at a place of the context.
  public func mapPoint(for point: ScreenPoint) -> MapPoint {
    let origin = origin
    return MapPoint(x: point.x + origin.x, y: point.y + origin.y)
  }

  /// Where a rectangle of the map is in the context.
  public func rect(for mapRect: MapRect) -> ScreenRect {
    ScreenRect(
      origin: point(for: mapRect.origin), size: ScreenSize(width: mapRect.width, height: mapRect.height))
  }

  /// Which rectangle of the map is at a place of the context.
  public func mapRect(for rect: ScreenRect) -> MapRect {
    MapRect(origin: mapPoint(for: rect.origin), size: MapSize(width: rect.width, height: rect.height))
  }

  /// Records a part.
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

/// An overlay as it is drawn in a part of the map.
public struct OverlayDrawing: Sendable {
  /// Which overlay.
  public let id: OverlayID
  /// Whether it lies under or over the labels.
  public let level: OverlayLevel
  /// The map point at (0, 0) of the drawing, within the part.
  public let origin: MapPoint
  /// What is drawn, in map points.
  public let drawing: Drawing
  /// The opacity of all of it, once it is drawn.
  public let alpha: Double
  /// How all of it is mixed with what lies below.
  public let blendMode: BlendMode
}

/// Where overlays lie (`MKOverlayLevel`). All of them are under the annotation views.
public enum OverlayLevel: String, Hashable, Sendable, CaseIterable {
  /// Above roads, but below labels and icons.
  case aboveRoads
  /// Above everything of the map.
  case aboveLabels
}
