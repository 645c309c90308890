import CCairo
import GeoMap

extension MapSnapshot {
  /// Bytes of memory that it takes to draw the picture, besides what is recorded: an estimate from above, made without drawing anything.
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

/// What is counted of drawings before they are played.
private struct DrawingNeeds {
  /// Units of the drawing that nobody tells apart.
  var finest = 0.0
  /// Sheets that are drawn on at once, besides the first one.
  private var sheets = 0
  /// Whether something is mixed in a way that vector files have not.
  private var isMixed = false
  /// Points of all paths, and bytes that the costliest one takes while it is drawn.
  private var (points, pathBytes) = (0, 0)
  private var steps = 0
  private var images: Set<UnsafeRawPointer?> = []
  /// Bytes of all images as they are unpacked, and what the largest one takes meanwhile.
  private var (imageBytes, largestImage) = (0, 0)

  /// Bytes of a point of an area and of a line that is being drawn: copies of it, Cairo's own, and its edges.
  private static let (areaPoint, linePoint) = (160, 560)
  /// Bytes of a step and of a point in a vector file that is being made, with what is written of it.
  private static let (vectorStep, vectorPoint) = (1_100, 260)
  /// Paths of no more points are counted as they are, and not as they are thinned.
  private static let fewPoints = 10_000
  /// Pixels for each point of what a vector file has only as a bitmap.
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
    // What is drawn next is a group of its own.
    case .alpha: sheets = max(sheets, depth + 1)
    case .save, .restore, .linearGradient, .radialGradient, .text: break
    }
  }

  private mutating func add(_ path: Path, _ bytes: Int) {
    points += path.elements.count
    let drawn = path.elements.count <= DrawingNeeds.fewPoints ? path.elements.count : path.count(thinnedTo: finest)
    pathBytes = max(pathBytes, bytes * drawn)
  }

  /// Notes how something is mixed: some modes need copies of what is below.
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
    // A JPEG may have to be read as a whole before the first row is there.
    largestImage = max(largestImage, image.format == .jpeg ? 3 * pixels.byteCount : pixels.byteCount * 3 / 2)
  }

  func bytes(_ size: ScreenSize, scale: Double, _ format: PictureFormat) -> Int {
    // A large image is unpacked before it is made as large as it is shown.
    let images = min(imageBytes, PictureLimits.imageBytes) + largestImage
    if format == .png {
      // When all is drawn, the sheet and the rows of the file are there at once.
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
