import GeoMap
import GeoModel

/// Makes a still picture of a part of the world, without a lasting map (`MKMapSnapshotter`). Unlike MapKit's, the
/// picture may include annotations and overlays; see ``start(_:)``.
public final class MapSnapshotter {
  /// The content of the picture (`MKMapSnapshotter.Options`). Of region, rectangle and camera, the one set last counts.
  public struct Options: Sendable {
    /// The rectangle to show at least. Default: the world.
    public var mapRect = MapRect.world { didSet { camera = nil } }
    /// The rectangle as a region.
    public var region: CoordinateRegion {
      get { CoordinateRegion(mapRect) }
      set { mapRect = MapRect(newValue) }
    }
    /// The viewpoint; nil while a region or rectangle counts.
    public var camera: MapCamera?
    /// The size in points. Default 256 by 256.
    public var size = ScreenSize(width: 256, height: 256)
    /// Pixels per point, 1 to 4. Default 1.
    public var scale = 1.0
    /// The base map, such as that of a store. Default: none.
    public var baseMap: any BaseMap = NoBaseMap()
    /// Light or dark mode. Default light.
    public var userInterfaceStyle = UserInterfaceStyle.light
    /// The color where the base map shows nothing; nil for none. Default: light gray, or dark gray in dark mode.
    public var background: Color? = Color(
      light: Color.Components(red: 0.95, green: 0.95, blue: 0.94),
      dark: Color.Components(red: 0.13, green: 0.13, blue: 0.14))
    /// The credit in the lower right corner; nil for that of the base map.
    public var attribution: String?
    /// Font families separated by commas.
    public var fontFamily = MapSnapshot.defaultFontFamily

    /// Creates options for the world in 256 by 256 points.
    public init() {}
  }

  /// The content of the picture.
  public let options: Options
  /// Whether a picture is being made.
  public private(set) var isLoading = false
  private var isCanceled = false

  /// Creates a snapshotter.
  public init(options: Options) { self.options = options }

  /// Makes the picture (`start(completionHandler:)`).
  ///
  /// - Parameter prepare: adds annotations and overlays to the map, sets its delegate, or selects. A region or size
  ///   that it sets takes precedence.
  /// - Throws: ``SnapshotError``, ``RenderError/pictureSize(width:height:)``, or the errors of `prepare`.
  public nonisolated(nonsending) func start(_ prepare: (MapView) throws -> Void = { _ in }) async throws -> MapSnapshot
  {
    guard !isLoading else { throw SnapshotError.isLoading }
    guard options.scale >= 1, options.scale <= 4 else { throw SnapshotError.scale(options.scale) }
    guard options.size.isValid else {
      throw RenderError.pictureSize(width: options.size.width, height: options.size.height)
    }
    (isLoading, isCanceled) = (true, false)
    defer { isLoading = false }
    let map = MapView(size: options.size, scale: options.scale)
    map.userInterfaceStyle = options.userInterfaceStyle
    map.baseMap = options.baseMap
    if let camera = options.camera {
      map.camera = camera
    } else {
      map.setVisibleMapRect(options.mapRect, animated: false)
    }
    try prepare(map)
    var snapshot = await map.snapshot(background: options.background, attribution: options.attribution)
    snapshot.fontFamily = options.fontFamily
    guard !isCanceled else { throw SnapshotError.canceled }
    return snapshot
  }

  /// Cancels the picture (`cancel()`): once its current wait is over, ``start(_:)`` throws ``SnapshotError/canceled``.
  /// Does nothing when no picture is being made.
  public func cancel() { isCanceled = isLoading }
}

/// The reason a snapshotter made no picture.
public enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It was started while it was making another picture.
  case isLoading
  /// It was canceled.
  case canceled
  /// The scale is not 1 to 4.
  case scale(Double)

  /// A sentence for users.
  public var description: String {
    switch self {
    case .isLoading: "the snapshotter is making a picture; wait for it, or use another one"
    case .canceled: "the picture was given up"
    case .scale(let scale): "a scale of \(scale) is not possible; give 1 to 4 pixels for each point"
    }
  }
}
