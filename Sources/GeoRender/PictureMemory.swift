import CCairo
import GeoMap

extension MapSnapshot {
  /// Estimates the bytes of memory needed to draw the picture, not counting the recording itself. It is an upper
  /// estimate, made without drawing anything.
  package func memoryBytes(as format: PictureFormat) -> Int {
    var needs = DrawingNeeds()
    for layer in picture.layers where layer.alpha > 0 {
      let unit = format == .png ? picture.scale * layer.pointsPerUnit : 0
      needs.finest = unit > 0 ? Canvas.tolerance / unit : 0
      needs.add(layer)
    }
    for accessory in picture.callout?.accessories.values ?? [:].values {
      if case .image(let image) = accessory.kind { needs.add(image) }
    }
    return needs.bytes(picture.size, scale: picture.scale, format)
  }
}

/// The needs of drawings, counted before they are played.
private struct DrawingNeeds {
  /// The smallest visible distance, in units of the drawing.
  var finest = 0.0
  /// The largest number of surfaces in use at once, besides the first.
  private var sheets = 0
  /// Whether something uses a blend mode, which vector files do not have.
  private var isMixed = false
  /// The points of all paths, and the bytes that the most expensive path takes while it is drawn.
  private var (points, pathBytes) = (0, 0)
  private var steps = 0
  private var images: Set<UnsafeRawPointer?> = []
  /// The bytes of all decoded images, and the most that a single one takes during decoding.
  private var (imageBytes, largestImage) = (0, 0)

  /// Bytes per point of an area and of a line being drawn: copies, Cairo's own data, and edges.
  private static let (areaPoint, linePoint) = (160, 560)
  /// Bytes per step and per point of a vector file in the making, including its output.
  private static let (vectorStep, vectorPoint) = (1_100, 260)
  /// Paths with at most this many points are counted without thinning.
  private static let fewPoints = 10_000
  /// Pixels per point of content that a vector file embeds as a bitmap.
  private static let bitmapScale = 300.0 / 72

  mutating func add(_ layer: MapPicture.Layer) {
    var depth = layer.alpha < 1 ? 1 : 0
    note(layer.blendMode, &depth)
    for step in layer.drawing.steps { add(step, &depth) }
    steps += layer.drawing.steps.count
  }

  private mutating func add(_ step: Drawing.Step, _ depth: inout Int) {
    switch step {
    case .clip(let path, _), .fill(let path, _, _): add(path, DrawingNeeds.areaPoint)
    case .stroke(let path, _, _), .gradientStroke(let path, _, _): add(path, DrawingNeeds.linePoint)
    case .image(let image, _): add(image)
    case .beginGroup:
      depth += 1
      sheets = max(sheets, depth)
    case .endGroup(_, let mode):
      note(mode, &depth)
      depth = max(0, depth - 1)
    case .blend(let mode): note(mode, &depth)
    // The next step may be drawn as a group of its own.
    case .alpha: sheets = max(sheets, depth + 1)
    case .save, .restore, .linearGradient, .radialGradient, .text: break
    }
  }

  private mutating func add(_ path: Path, _ bytes: Int) {
    points += path.elements.count
    let drawn = path.elements.count <= DrawingNeeds.fewPoints ? path.elements.count : path.count(thinnedTo: finest)
    pathBytes = max(pathBytes, bytes * drawn)
  }

  /// Notes a blend mode; some modes need copies of what lies below.
  private mutating func note(_ mode: BlendMode, _ depth: inout Int) {
    let copies = mode == .normal ? 0 : mode.cairoOperator == nil ? 3 : mode.isUnbounded ? 2 : 1
    sheets = max(sheets, depth + copies)
    isMixed = isMixed || copies > 0
  }

  mutating func add(_ image: MapImage) {
    guard images.insert(image.bytes.withUnsafeBytes { $0.baseAddress }).inserted, let pixels = image.pixels else {
      return
    }
    imageBytes += pixels.byteCount
    // A JPEG may have to be read completely before its first row is available.
    largestImage = max(largestImage, image.format == .jpeg ? 3 * pixels.byteCount : pixels.byteCount * 3 / 2)
  }

  func bytes(_ size: ScreenSize, scale: Double, _ format: PictureFormat) -> Int {
    // A large image is decoded before it is reduced.
    let images = min(imageBytes, PictureLimits.imageBytes) + largestImage
    if format == .png {
      // At the end, the surface and the rows of the file exist at once.
      let sheet = DrawingNeeds.sheetBytes(size, scale)
      return max(2 * sheet, (1 + sheets) * sheet + images + pathBytes)
    }
    let bitmap = isMixed ? DrawingNeeds.sheetBytes(size, DrawingNeeds.bitmapScale) * max(1, sheets - 1) * 5 / 4 : 0
    return bitmap + 3 * images + DrawingNeeds.vectorStep * steps + DrawingNeeds.vectorPoint * points
  }

  private static func sheetBytes(_ size: ScreenSize, _ scale: Double) -> Int {
    Int(max(1, min(1e12, 4 * (size.width * scale).rounded(.up) * (size.height * scale).rounded(.up))))
  }
}
