import GeoMap
import GeoModel
import GeoSupport
import GeoWire

/// The pictures of a map, by keys derived from their bytes, so that known pictures need not be sent again.
final class MapImages {
  private var images: [String: MapImage] = [:]
  /// The bytes of all pictures.
  private(set) var byteCount = 0
  /// The bytes of all pictures, including their entries.
  var heldBytes: Int { byteCount + images.count * MapImages.entryBytes }

  /// The bytes of an entry with its key, without the picture's bytes.
  private static let entryBytes = 400

  /// The maximum number of pictures of a map.
  static let countLimit = 1_000
  /// The maximum bytes of all pictures of a map.
  static let totalBytes = 64 << 20
  /// The maximum bytes of a picture.
  static let imageBytes = 4 << 20
  /// The maximum width and height of a picture in pixels.
  static let side = 2_048

  /// A picture by its key; nil if there is none.
  subscript(key: String) -> MapImage? { images[key] }

  /// Stores a picture.
  ///
  /// - Parameter key: the key; nil for one derived from the bytes.
  /// - Returns: its key.
  /// - Throws: ``WireError`` if it is not a picture, or exceeds a limit.
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

  /// Whether bytes begin like a PNG or JPEG that is small enough to be drawn.
  static func isTile(_ bytes: [UInt8]) -> Bool {
    MapImage.Pixels(of: bytes).map { max($0.width, $0.height) <= side } ?? false
  }

  /// The format of the bytes by their beginning, and the picture's size in pixels.
  private static func look(_ bytes: [UInt8]) throws(WireError) -> (MapImage.Format, MapImage.Pixels?) {
    if let format = MapImage.Format(of: bytes), let pixels = MapImage.Pixels(of: bytes) { return (format, pixels) }
    if String(decoding: bytes.prefix(1_000), as: UTF8.self).contains("<svg") { return (.svg, nil) }
    throw WireError(.invalidQuery, "'data' must be a PNG, JPEG or SVG in base64")
  }
}

/// A picture from a client's request: `data` in base64 or `svg`, and its size.
struct WirePicture: Sendable {
  let bytes: [UInt8]
  /// The size in points, which an SVG needs; nil for the picture's pixels divided by the scale.
  let size: ScreenSize?
  /// The pixels per point.
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
    // A picture that is refused, or already stored, takes no more room.
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
