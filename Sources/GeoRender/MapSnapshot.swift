import GeoMap
import GeoModel
import GeoSupport

/// A still picture of a map (`MKMapSnapshot`), recorded and ready to be written in any format.
public struct MapSnapshot: Sendable {
  /// The recorded map.
  public var picture: MapPicture
  /// The color below everything; nil for none, which makes PNG and SVG transparent.
  public var background: Color?
  /// The credit in the lower right corner, such as "© OpenStreetMap contributors"; nil for none.
  public var attribution: String?
  /// Font families separated by commas; letters missing in all of them are taken from any system font. Default "DejaVu
  /// Sans".
  public var fontFamily = MapSnapshot.defaultFontFamily
  /// The default font family.
  public static let defaultFontFamily = "DejaVu Sans"
  /// Whether images that cannot be drawn are left out and reported in ``RenderedPicture/warnings``. Default false:
  /// ``RenderError/image(_:)`` is thrown.
  public var leavesOutImages = false

  /// Creates a snapshot of a recorded picture.
  public init(_ picture: MapPicture, background: Color? = nil, attribution: String? = nil) {
    self.picture = picture
    self.background = background
    self.attribution = attribution
  }

  /// Creates a snapshot of a part of a base map alone, such as a tile.
  public init(_ part: BaseMapPart, _ drawing: BaseMapDrawing) {
    self.init(
      MapPicture(
        size: part.size, scale: part.contentScaleFactor, userInterfaceStyle: part.userInterfaceStyle,
        visibleMapRect: part.mapRect, layers: drawing.ground + drawing.labels,
        isFullyRendered: drawing.failure == nil))
  }

  /// Returns the position of a coordinate in the picture, in points (`MKMapSnapshot.point(for:)`).
  public func point(for coordinate: Coordinate) -> ScreenPoint { picture.point(for: coordinate) }

  /// Draws the picture.
  ///
  /// - Parameter deadline: the deadline; nil, the default, for none.
  /// - Throws: ``RenderError``.
  public func rendered(
    as format: PictureFormat = .png, until deadline: ContinuousClock.Instant? = nil
  ) throws(RenderError) -> RenderedPicture {
    try rendered(as: format, DrawingWork(until: deadline))
  }

  /// Draws the picture within given limits.
  func rendered(as format: PictureFormat = .png, _ work: DrawingWork) throws(RenderError) -> RenderedPicture {
    let steps = picture.layers.reduce(0) { $0 + $1.drawing.steps.count }
    guard steps <= PictureLimits.steps else { throw .tooManySteps(steps) }
    let canvas = try Canvas(size: picture.size, scale: picture.scale, format: format)
    var player = DrawingPlayer(
      canvas, picture.userInterfaceStyle, fontFamily: fontFamily, leavesOutImages: leavesOutImages, work)
    if let background { player.paint(background) { $0.fillAll() } }
    for layer in picture.layers { try player.play(layer) }
    if let callout = picture.callout {
      let balloon = CalloutPainter(callout, in: picture.size).drawing { player.texts.size(of: $0, $1, canvas.cairo) }
      try player.play(MapPicture.Layer(drawing: balloon))
    }
    if let attribution, !attribution.isEmpty {
      let label = MapSnapshot.label(attribution, picture.size) { player.texts.size(of: $0, $1, canvas.cairo).width }
      try player.play(MapPicture.Layer(drawing: label))
    }
    return RenderedPicture(
      bytes: try canvas.finish(),
      missingScripts: player.texts.missingScripts.union(FontCoverage.missingScripts).sorted(),
      warnings: player.leftOut?.warnings ?? [])
  }

  /// Returns the frame of the open callout in the picture, in points and without its tip; nil when none is open.
  ///
  /// - Throws: ``RenderError`` when its text cannot be measured.
  public func calloutFrame() throws(RenderError) -> ScreenRect? {
    guard let callout = picture.callout else { return nil }
    let canvas = try Canvas(size: ScreenSize(width: 1, height: 1), scale: picture.scale, format: .png)
    var texts = TextPainter(family: fontFamily)
    return CalloutPainter(callout, in: picture.size).room { texts.size(of: $0, $1, canvas.cairo) }.frame
  }

  /// The credit in the lower right corner.
  ///
  /// It is broken into lines if it is wider than the picture. Several lines take at most a third of the picture's
  /// height.
  private static func label(_ text: String, _ size: ScreenSize, width: (String, TextStyle) -> Double) -> Drawing {
    let context = DrawingContext()
    let ink = Color(
      light: Color.Components(red: 0.33, green: 0.33, blue: 0.33),
      dark: Color.Components(red: 0.8, green: 0.8, blue: 0.8))
    let rim = Color(
      light: Color.Components(red: 1, green: 1, blue: 1, alpha: 0.7),
      dark: Color.Components(red: 0, green: 0, blue: 0, alpha: 0.7))
    let style = TextStyle(size: 9, color: ink, halo: rim, anchor: .right)
    let broken = LineBreaker(room: size.width - 8).lines(text) { width($0, style) }
    let lineHeight = 11.0
    let lines = broken.prefix(max(1, Int(size.height / 3 / lineHeight)))
    // A pale background keeps the credit readable over the names of the map.
    let (wide, high) = (lines.map { width($0, style) }.max() ?? 0, lineHeight * Double(lines.count) + 5)
    context.setFillColor(rim)
    context.fill(ScreenRect(x: size.width - wide - 8, y: size.height - high, width: wide + 8, height: high))
    for (row, line) in lines.reversed().enumerated() {
      let y = size.height - 8 - lineHeight * Double(row)
      context.draw(line, at: ScreenPoint(x: size.width - 4, y: y), style: style)
    }
    return context.drawing
  }
}

/// A picture as a file.
public struct RenderedPicture: Sendable {
  /// The content of the file.
  public let bytes: [UInt8]
  /// English names of the scripts with letters missing in all system fonts. In this picture such letters are boxes; or
  /// other names were chosen for it or an earlier picture of the program (``FontCoverage``). Empty when no letters are
  /// missing.
  public let missingScripts: [String]
  /// Sentences about images that were left out (``MapSnapshot/leavesOutImages``); empty when all were drawn.
  public let warnings: [String]

  /// Creates a picture from an existing file.
  public init(bytes: [UInt8], missingScripts: [String] = [], warnings: [String] = []) {
    self.bytes = bytes
    self.missingScripts = missingScripts
    self.warnings = warnings
  }

  /// A sentence for users about ``missingScripts``; nil when no letters are missing.
  public var note: String? {
    guard !missingScripts.isEmpty else { return nil }
    let eastAsian: Set = ["Han", "Hangul", "Hiragana", "Katakana"]
    let packages = Set(missingScripts.map { eastAsian.contains($0) ? "fonts-noto-cjk" : "fonts-noto-core" })
    return "no font has all letters of \(missingScripts.joined(separator: ", ")); "
      + "install one, such as \(packages.sorted().reversed().joined(separator: " and "))"
  }

  /// Writes the file. An existing file is only replaced once everything is written, and its permissions stay; devices
  /// and pipes are written to directly.
  ///
  /// - Throws: ``RenderError/failed(_:)`` with the path and the reason.
  public func write(to path: String) throws(RenderError) {
    // Replacing a device by a file would affect all users of the machine.
    let known = SystemCall.status(of: path)
    guard known != nil || ![EIO, ENOMEM].contains(errno) else {
      throw .failed("\(path) cannot be written: \(systemMessage())")
    }
    let isDevice = known.map { [S_IFCHR, S_IFBLK, S_IFIFO].contains($0.st_mode & S_IFMT) } ?? false
    let final = isDevice ? path : FileFolder.resolved(path)
    let temporary = isDevice ? path : "\(final).\(getpid())"
    func fail(_ number: Int32) -> RenderError {
      if !isDevice { unlink(temporary) }
      return .failed("\(path) cannot be written: \(systemMessage(number))")
    }
    let file = SystemCall.open(temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    guard file >= 0 else {
      let reason = systemMessage()
      throw .failed("\(path) cannot be written: \(FileFolder.obstacle(to: path) ?? reason)")
    }
    if !isDevice { FileAccess(of: final)?.give(to: file) }
    var code = bytes.withUnsafeBytes { waitingWrite($0, to: file) }
    // Without this, a power failure could leave the new name without its content.
    if code == 0, !isDevice, SystemCall.synchronize(file) != 0, errno != EINVAL { code = errno }
    if close(file) != 0, code == 0, errno != EINTR { code = errno }
    if code == 0, !isDevice, SystemCall.rename(temporary, to: final) != 0 { code = errno }
    if code != 0 { throw fail(code) }
  }
}

extension MapView {
  /// Makes a still picture of the map as it is now, with overlays, annotation views and the open callout. Loads missing
  /// tiles first.
  ///
  /// - Parameters:
  ///   - background: the color below everything; nil for none.
  ///   - attribution: the credit in the lower right corner; nil for that of the base map.
  public nonisolated(nonsending) func snapshot(
    background: Color? = nil, attribution: String? = nil
  ) async -> MapSnapshot {
    MapSnapshot(await render(), background: background, attribution: attribution ?? baseMap.attribution)
  }
}

extension Color {
  /// The color below a base map where it shows nothing.
  package static let paper = Color(
    light: Color.Components(red: 0.96, green: 0.95, blue: 0.93),
    dark: Color.Components(red: 0.13, green: 0.14, blue: 0.16))
}
