import GeoMap
import GeoModel

/// Makes a still picture of a part of the world, without a map that somebody keeps (`MKMapSnapshotter`). Unlike MapKit's, annotations and
/// overlays can be in it: see ``start(_:)``.
public final class MapSnapshotter {
  /// What is in the picture (`MKMapSnapshotter.Options`). Of region, rectangle and camera the one that was set last counts.
  public struct Options: Sendable {
    /// The part of the map that is shown at least. Default: the world.
    public var mapRect = MapRect.world { didSet { camera = nil } }
    /// The same as a region.
    public var region: CoordinateRegion {
      get { CoordinateRegion(mapRect) }
      set { mapRect = MapRect(newValue) }
    }
    /// From where the map is seen; nil while a region or rectangle counts.
    public var camera: MapCamera?
    /// Points. Default 256 by 256.
    public var size = ScreenSize(width: 256, height: 256)
    /// Pixels for each point, 1 to 4. Default 1.
    public var scale = 1.0
    /// The map below everything, such as a store's. Default: none.
    public var baseMap: any BaseMap = NoBaseMap()
    /// Light or dark. Default light.
    public var userInterfaceStyle = UserInterfaceStyle.light
    /// What lies below where the base map has nothing to show; nil for nothing. Default: light gray, dark gray in the dark.
    public var background: Color? = Color(
      light: Color.Components(red: 0.95, green: 0.95, blue: 0.94),
      dark: Color.Components(red: 0.13, green: 0.13, blue: 0.14))
    /// Who is to be named in the lower right corner; nil for whom the base map names.
    public var attribution: String?
    /// Families of fonts separated by commas.
    public var fontFamily = MapSnapshot.defaultFontFamily

    /// The world in 256 by 256 points.
    public init() {}
  }

  /// What is in the picture.
  public let options: Options
  /// Whether a picture is being made.
  public private(set) var isLoading = false
  private var isCanceled = false

  /// A snapshotter that has not been started.
  public init(options: Options) { self.options = options }

  /// Makes the picture (`start(completionHandler:)`).
  ///
  /// - Parameter prepare: adds annotations and overlays to the map, sets its delegate, selects. What it sets of region and size counts.
  /// - Throws: ``SnapshotError``, or ``RenderError/pictureSize(width:height:)``.
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

  /// Gives the picture up (`cancel()`): ``start(_:)`` throws ``SnapshotError/canceled`` when what it waits for is over. Nothing when none is made.
  public func cancel() { isCanceled = isLoading }
}

/// Why a snapshotter made no picture.
public enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It was started while it was making another picture.
  case isLoading
  /// It was told to cancel.
  case canceled
  /// The scale is not 1 to 4.
  case scale(Double)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .isLoading: "the snapshotter is making a picture; wait for it, or use another one"
    case .canceled: "the picture was given up"
    case .scale(let scale): "a scale of \(scale) is not possible; give 1 to 4 pixels for each point"
    }
  }
}
