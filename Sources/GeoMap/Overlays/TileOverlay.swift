import GeoModel
import GeoSupport

/// The address of a tile (`MKTileOverlayPath`). Level z divides the Mercator world into 2^z × 2^z tiles.
public struct TilePath: Hashable, Sendable {
  /// The column, counted eastward from the antimeridian.
  public var x: Int
  /// The row, counted from the north, or from the south where ``TileOverlay/isGeometryFlipped``.
  public var y: Int
  /// The level.
  public var z: Int
  /// Pixels per point, 1 or 2.
  public var contentScaleFactor: Double

  /// Creates a tile address.
  public init(x: Int, y: Int, z: Int, contentScaleFactor: Double = 1) {
    self.x = x
    self.y = y
    self.z = z
    self.contentScaleFactor = contentScaleFactor
  }
}

/// A map of tiles, loaded by URL template or by a program's own code (`MKTileOverlay`).
public struct TileOverlay: Overlay, Sendable {
  /// Loads a tile: returns an encoded image or throws.
  public typealias Loader = @Sendable (TilePath) async throws -> [UInt8]

  /// The URL template, in which `{x}`, `{y}`, `{z}` and `{scale}` are replaced; nil with a loader.
  public var urlTemplate: String?
  /// The size of a tile in points. Default 256 by 256; values below 1 count as 1.
  public var tileSize = ScreenSize(width: 256, height: 256)
  /// Whether rows are counted from the south (TMS). Default false.
  public var isGeometryFlipped = false
  /// The lowest level available. Default 0.
  public var minimumZ = 0
  /// The highest level available; beyond it, its tiles are enlarged. Default 21.
  public var maximumZ = 21
  /// Whether the overlay hides the map below completely. Default false.
  public var canReplaceMapContent = false
  /// The area covered by tiles. Default: the world.
  public var boundingMapRect = MapRect.world
  /// The time after which a tile counts as failed, in seconds. Default 10.
  public var timeLimitSeconds = 10.0

  private let loader: Loader?

  /// Creates an overlay with a template, such as `file:///tiles/{z}/{x}/{y}.png` (`MKTileOverlay(urlTemplate:)`).
  public init(urlTemplate: String?) {
    self.urlTemplate = urlTemplate
    loader = nil
  }

  /// Creates an overlay whose tiles a program loads itself, as a subclass with `loadTile(at:result:)` does in MapKit.
  public init(loader: @escaping Loader) { self.loader = loader }

  /// The middle of ``boundingMapRect``.
  public var coordinate: Coordinate { boundingMapRect.center.coordinate }

  /// Returns the URL of a tile (`url(forTilePath:)`); nil without a template.
  public func url(forTilePath path: TilePath) -> String? {
    guard let urlTemplate else { return nil }
    var rest = Substring(urlTemplate)
    var url = ""
    while let open = rest.firstIndex(of: "{") {
      url += rest[..<open]
      rest = rest[open...]
      let scale = path.contentScaleFactor
      let values = [
        ("{x}", "\(path.x)"), ("{y}", "\(path.y)"), ("{z}", "\(path.z)"),
        ("{scale}", scale == scale.rounded() ? "\(Int(max(0, min(1_000, scale))))" : "\(scale)"),
      ]
      if let (name, value) = values.first(where: { rest.hasPrefix($0.0) }) {
        url += value
        rest = rest.dropFirst(name.count)
      } else {
        url += rest.prefix(1)
        rest = rest.dropFirst()
      }
    }
    return url + rest
  }

  /// Loads a tile (`loadTile(at:result:)`) with the program's loader, or else from the file that the template names.
  ///
  /// - Throws: the loader's errors, or ``MapError``. Templates other than `file://` need a loader, because this module
  ///   does not access the network.
  public func loadTile(at path: TilePath) async throws -> [UInt8] {
    if let loader { return try await loader(path) }
    guard let url = url(forTilePath: path) else { throw MapError.tileWithoutSource }
    guard url.hasPrefix("file://") else { throw MapError.tileFailed(path, "only files are loaded without a loader") }
    return try TileOverlay.read(String(url.dropFirst(7)), path)
  }

  private static func read(_ file: String, _ path: TilePath) throws(MapError) -> [UInt8] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .tileFailed(path, systemMessage()) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = GeoSupport.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw .tileFailed(path, systemMessage()) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
