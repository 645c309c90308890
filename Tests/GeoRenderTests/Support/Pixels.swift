import CCairo
import GeoMap
import GeoRender
import GeoSupport
import Testing

/// The pixels of a PNG file.
struct Pixels {
  let width: Int, height: Int
  /// Blue, green, red and opacity of each pixel, premultiplied.
  private let bytes: [UInt8]

  init(_ png: [UInt8]) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/picture.png"
    try RenderedPicture(bytes: png).write(to: path)
    try self.init(file: path)
  }

  init(file: String) throws {
    let surface = cairo_image_surface_create_from_png(file)
    defer { cairo_surface_destroy(surface) }
    try #require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, "\(file) is not PNG")
    (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let stride = Int(cairo_image_surface_get_stride(surface))
    // Opaque files have no alpha channel.
    let isOpaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24
    let data = try #require(cairo_image_surface_get_data(surface))
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let pixel = data + row * stride + column * 4
        bytes += [pixel[0], pixel[1], pixel[2], isOpaque ? 255 : pixel[3]]
      }
    }
    self.bytes = bytes
  }

  /// Red, green, blue and opacity of a pixel, each 0 to 255, premultiplied.
  subscript(x: Int, y: Int) -> [Int] {
    let start = (y * width + x) * 4
    return [2, 1, 0, 3].map { Int(bytes[start + $0]) }
  }

  /// Whether a pixel has a color, within a tolerance for each channel.
  func isColor(_ x: Int, _ y: Int, _ color: [Int], within: Int = 1) -> Bool {
    zip(self[x, y], color).allSatisfy { abs($0 - $1) <= within }
  }

  /// The mean difference of channels, and the share of pixels that differ clearly: by more than 48 in some channel.
  func difference(from other: Pixels) -> (mean: Double, clear: Double) {
    guard width == other.width, height == other.height else { return (255, 1) }
    var (sum, clear) = (0, 0)
    for start in Swift.stride(from: 0, to: bytes.count, by: 4) {
      let differences = (0..<4).map { abs(Int(bytes[start + $0]) - Int(other.bytes[start + $0])) }
      sum += differences.reduce(0, +)
      if differences.contains(where: { $0 > 48 }) { clear += 1 }
    }
    return (Double(sum) / Double(bytes.count), Double(clear) / Double(width * height))
  }
}

/// A folder that removes itself.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/georender-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  /// The names of its files.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }
}

/// The fonts of the tests, whose looks are known: DejaVu alone, whatever else is installed.
enum TestFonts {
  private static let folder = "/usr/share/fonts/truetype/dejavu"

  /// Whether they are installed. After the first read, no other fonts are used in this process.
  static let areThere: Bool = {
    guard access(folder + "/DejaVuSans.ttf", R_OK) == 0 else {
      print("skipped: DejaVu Sans is missing in \(folder); install fonts-dejavu-core")
      return false
    }
    let path = "/tmp/georender-fonts-\(getpid()).conf"
    let text =
      "<?xml version=\"1.0\"?><fontconfig><dir>\(folder)</dir><cachedir>/tmp/georender-fonts</cachedir></fontconfig>"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = GeoSupport.write(file, text, text.utf8.count)
    close(file)
    setenv("FONTCONFIG_FILE", path, 1)
    return true
  }()
}

/// A picture of one drawing on a small sheet, in points.
func picture(
  _ width: Double = 100, _ height: Double = 100, scale: Double = 1, background: Color? = .white,
  alpha: Double = 1, blendMode: BlendMode = .normal, _ draw: (DrawingContext) -> Void
) async throws -> RenderedPicture {
  try await sheet(width, height, scale: scale, background: background, alpha: alpha, blendMode: blendMode, draw)
    .rendered()
}

/// The same before it is drawn.
func sheet(
  _ width: Double = 100, _ height: Double = 100, scale: Double = 1, background: Color? = .white,
  alpha: Double = 1, blendMode: BlendMode = .normal, _ draw: (DrawingContext) -> Void
) async -> MapSnapshot {
  _ = TestFonts.areThere
  let context = DrawingContext()
  draw(context)
  var snapshot = await MapView(size: ScreenSize(width: width, height: height), scale: scale).snapshot(
    background: background)
  snapshot.picture.layers = [MapPicture.Layer(drawing: context.drawing, alpha: alpha, blendMode: blendMode)]
  return snapshot
}
