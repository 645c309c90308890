import GeoMap
import GeoModel
import GeoSupport
import GeoWire

/// The pictures of a map, by keys that are made of their bytes, so that known ones need not be sent again.
final class MapImages {
  private var images: [String: MapImage] = [:]
  /// Bytes of all of them.
  private(set) var byteCount = 0
  /// The same with what holds them.
  var heldBytes: Int { byteCount + images.count * MapImages.entryBytes }

  /// Bytes of a picture without its own, with its key.
  private static let entryBytes = 400

  /// Pictures of a map at most.
  static let countLimit = 1_000
  /// Bytes of all pictures of a map at most.
  static let totalBytes = 64 << 20
  /// Bytes of a picture at most.
  static let imageBytes = 4 << 20
  /// Pixels of each side at most.
  static let side = 2_048

  /// A picture by its key; nil when there is none.
  subscript(key: String) -> MapImage? { images[key] }

  /// Keeps a picture.
  ///
  /// - Parameter key: nil for one that is made of its bytes.
  /// - Returns: its key.
  /// - Throws: ``WireError`` for what is not a picture, or too much.
  func put(_ picture: WirePicture, key: String? = nil) throws(WireError) -> String {
    let bytes = picture.bytes
    guard bytes.count <= MapImages.imageBytes else {
      throw WireError(.invalidQuery, "a picture may have \(MapImages.imageBytes) bytes; this one has \(bytes.count)")
    }
    let (format, pixels) = try MapImages.look(bytes)
    if let pixels, max(pixels.width, pixels.height) > MapImages.side {
      throw WireError(.invalidQuery, "a picture may be \(MapImages.side) pixels wide and high")
    }
    let scale = picture.scale
    guard
      let points = picture.size
        ?? pixels.map({ ScreenSize(width: Double($0.width) / scale, height: Double($0.height) / scale) })
    else {
      throw WireError(.invalidQuery, "'size' is missing: [width,height] in points, which an SVG needs")
    }
    let image = MapImage(format: format, bytes: bytes, size: points)
    let key = key ?? image.key
    guard images[key] == nil else { return key }
    guard images.count < MapImages.countLimit, byteCount + bytes.count <= MapImages.totalBytes else {
      throw WireError(
        .loadingThrottled,
        "a map may have \(MapImages.countLimit) pictures of \(MapImages.totalBytes) bytes in all; open another map")
    }
    images[key] = image
    byteCount += bytes.count
    return key
  }

  /// Whether bytes begin as a PNG or JPEG that is not too large to be drawn.
  static func isTile(_ bytes: [UInt8]) -> Bool {
    MapImage.Pixels(of: bytes).map { max($0.width, $0.height) <= side } ?? false
  }

  /// What bytes are by how they begin, and how many pixels they have.
  private static func look(_ bytes: [UInt8]) throws(WireError) -> (MapImage.Format, MapImage.Pixels?) {
    if let format = MapImage.Format(of: bytes), let pixels = MapImage.Pixels(of: bytes) { return (format, pixels) }
    if String(decoding: bytes.prefix(1_000), as: UTF8.self).contains("<svg") { return (.svg, nil) }
    throw WireError(.invalidQuery, "'data' must be a PNG, JPEG or SVG in base64")
  }
}

/// A picture as a client has said it: `data` in base64 or `svg`, and how large it is.
struct WirePicture: Sendable {
  let bytes: [UInt8]
  /// Points; nil: as many as it has pixels, divided by the scale. SVG needs it.
  let size: ScreenSize?
  /// Pixels for each point.
  let scale: Double

  init(_ json: MapParameters) throws(WireError) {
    size = try json.size()
    scale = try json.number("scale", in: 0.1...10) ?? 1
    if let svg = try json.string("svg") {
      bytes = Array(svg.utf8)
    } else {
      bytes = try json.needed("data", "a PNG, JPEG or SVG in base64") { node in
        node.isString ? Base64.decode(node.text) : nil
      }
    }
  }
}

extension MapRoom {
  func putImage(_ json: MapParameters) throws(WireError) -> MapResult {
    let picture = try WirePicture(json)
    let before = images.heldBytes
    try reserve(picture.bytes.count)
    let key: Result<String, WireError> = Result { () throws(WireError) in try images.put(picture) }
    // One that is refused, or was there already, takes no more room.
    note(images.heldBytes - before - picture.bytes.count)
    let name = try key.get()
    return { json in json.object { $0.member("image", name) } }
  }

  func hasImages(_ json: MapParameters) throws(WireError) -> MapResult {
    let keys = try json.needed("images", "an array of keys") { $0.strings }
    let unknown = keys.filter { images[$0] == nil }
    return { json in json.object { $0.member("unknown", array: unknown) { $0.string($1) } } }
  }
}
