import GeoModel
import GeoSupport

/// Which tile is meant (`MKTileOverlayPath`). Level z has 2^z × 2^z tiles of the Mercator world.
public struct TilePath: Hashable, Sendable {
  /// The column, from the antimeridian to the east.
  public var x: Int
  /// The row, from the north; from the south where ``TileOverlay/isGeometryFlipped``.
  public var y: Int
  /// The level.
  public var z: Int
  /// Pixels for each point, 1 or 2.
  public var contentScaleFactor: Double

  /// A tile.
  public init(x: Int, y: Int, z: Int, contentScaleFactor: Double = 1) {
    self.x = x
    self.y = y
    self.z = z
    self.contentScaleFactor = contentScaleFactor
  }
}

/// A map of tiles by a URL template, or by loading of a program's own (`MKTileOverlay`).
public struct TileOverlay: Overlay, Sendable {
  /// Loads a tile: an encoded picture, or an error.
  public typealias Loader = @Sendable (TilePath) async throws -> [UInt8]

  /// `{x}`, `{y}`, `{z}` and `{scale}` are replaced; nil with loading of one's own.
  public var urlTemplate: String?
  /// Points of a tile. Default 256 by 256; what is less than 1 counts as that.
  public var tileSize = ScreenSize(width: 256, height: 256)
  /// Whether rows are counted from the south (TMS). Default false.
  public var isGeometryFlipped = false
  /// The first level that there is. Default 0.
  public var minimumZ = 0
  /// The last level that there is; beyond it, its tiles are enlarged. Default 21.
  public var maximumZ = 21
  /// Whether nothing of the map below is seen. Default false.
  public var canReplaceMapContent = false
  /// Where there are tiles. Default: the world.
  public var boundingMapRect = MapRect.world
  /// Seconds until a tile that has not come counts as failed. Default 10.
  public var timeLimitSeconds = 10.0

  private let loader: Loader?

  /// Tiles by a template, such as `file:///tiles/{z}/{x}/{y}.png` (`MKTileOverlay(urlTemplate:)`).
  public init(urlTemplate: String?) {
    self.urlTemplate = urlTemplate
    loader = nil
  }

  /// Tiles that a program loads itself, as a subclass with `loadTile(at:result:)` does in MapKit.
  public init(loader: @escaping Loader) { self.loader = loader }

  /// The middle of ``boundingMapRect``.
  public var coordinate: Coordinate { boundingMapRect.center.coordinate }

  /// The template filled in (`url(forTilePath:)`); nil without a template.
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

  /// The bytes of a tile (`loadTile(at:result:)`): by the program's loader, else from the file of the template.
  ///
  /// - Throws: what the loader throws, or ``MapError``. Templates of other kinds than `file://` need a loader, as nothing here goes to
  ///   the network.
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
