import GeoMap
import GeoModel
import GeoSupport

/// A still picture of a map (`MKMapSnapshot`), recorded and ready to be written in any format.
public struct MapSnapshot: Sendable {
  /// What is drawn.
  public var picture: MapPicture
  /// What lies below everything; nil for nothing: PNG and SVG are transparent then.
  public var background: Color?
  /// Who is to be named in the lower right corner, such as "© OpenStreetMap contributors"; nil for nobody.
  public var attribution: String?
  /// Families of fonts separated by commas; what none of them has is taken from any font of the system. Default "DejaVu Sans".
  public var fontFamily = MapSnapshot.defaultFontFamily
  /// The family that texts have unless another one is asked for.
  public static let defaultFontFamily = "DejaVu Sans"
  /// Whether images that cannot be drawn are left out and told in ``RenderedPicture/warnings``, so that one of them does not cost the whole
  /// picture. Default false: ``RenderError/image(_:)`` is thrown.
  public var leavesOutImages = false

  /// A picture that was recorded.
  public init(_ picture: MapPicture, background: Color? = nil, attribution: String? = nil) {
    self.picture = picture
    self.background = background
    self.attribution = attribution
  }

  /// A part of a base map alone, such as a tile.
  public init(_ part: BaseMapPart, _ drawing: BaseMapDrawing) {
    self.init(
      MapPicture(
        size: part.size, scale: part.contentScaleFactor, userInterfaceStyle: part.userInterfaceStyle,
        visibleMapRect: part.mapRect, layers: drawing.ground + drawing.labels,
        isFullyRendered: drawing.failure == nil))
  }

  /// Where a coordinate is in the picture, in points (`MKMapSnapshot.point(for:)`).
  public func point(for coordinate: Coordinate) -> ScreenPoint { picture.point(for: coordinate) }

  /// Draws the picture.
  ///
  /// - Parameter deadline: when it must be drawn; nil, the default, whenever it is.
  /// - Throws: ``RenderError``.
  public func rendered(
    as format: PictureFormat = .png, until deadline: ContinuousClock.Instant? = nil
  ) throws(RenderError) -> RenderedPicture {
    try rendered(as: format, DrawingWork(until: deadline))
  }

  /// The same with what it may take.
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

  /// Where the callout that is open is in the picture, in points, without its tip; nil when none is.
  ///
  /// - Throws: ``RenderError`` when its text cannot be measured.
  public func calloutFrame() throws(RenderError) -> ScreenRect? {
    guard let callout = picture.callout else { return nil }
    let canvas = try Canvas(size: ScreenSize(width: 1, height: 1), scale: picture.scale, format: .png)
    var texts = TextPainter(family: fontFamily)
    return CalloutPainter(callout, in: picture.size).room { texts.size(of: $0, $1, canvas.cairo) }.frame
  }

  /// Who made the data, in the lower right corner; in several lines where one is wider than the picture, up to a third of its height.
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
    // Names of the map may lie there: what is below it is pale, so that it can be read.
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
  /// The file.
  public let bytes: [UInt8]
  /// English names of the scripts of which some letters are in no font of the system: boxes stand there, or, in this picture or an earlier one of the
  /// program, other names (``FontCoverage``). Empty when all letters were there.
  public let missingScripts: [String]
  /// Sentences about images that were left out (``MapSnapshot/leavesOutImages``); empty when all were drawn.
  public let warnings: [String]

  /// A file that is known.
  public init(bytes: [UInt8], missingScripts: [String] = [], warnings: [String] = []) {
    self.bytes = bytes
    self.missingScripts = missingScripts
    self.warnings = warnings
  }

  /// A sentence about ``missingScripts`` for a person; nil when all letters were there.
  public var note: String? {
    guard !missingScripts.isEmpty else { return nil }
    let eastAsian: Set = ["Han", "Hangul", "Hiragana", "Katakana"]
    let packages = Set(missingScripts.map { eastAsian.contains($0) ? "fonts-noto-cjk" : "fonts-noto-core" })
    return "no font has all letters of \(missingScripts.joined(separator: ", ")); "
      + "install one, such as \(packages.sorted().reversed().joined(separator: " and "))"
  }

  /// Writes the file; whatever was at the path stays as it was unless all of it could be written. Devices and pipes are written to.
  ///
  /// - Throws: ``RenderError/failed(_:)`` with the path and the reason.
  public func write(to path: String) throws(RenderError) {
    // A file in the place of a device would be there for everybody.
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
    var code = bytes.withUnsafeBytes { waitingWrite($0, to: file) }
    // Else a machine without power may have the new name and none of the bytes.
    if code == 0, !isDevice, SystemCall.synchronize(file) != 0, errno != EINVAL { code = errno }
    if close(file) != 0, code == 0, errno != EINTR { code = errno }
    if code == 0, !isDevice, SystemCall.rename(temporary, to: final) != 0 { code = errno }
    if code != 0 { throw fail(code) }
  }
}

extension MapView {
  /// A still picture of the map as it is now, with overlays, annotation views, and the callout of what is selected. Missing tiles are loaded
  /// before.
  ///
  /// - Parameters:
  ///   - background: what lies below everything; nil for nothing.
  ///   - attribution: who is to be named in the lower right corner; nil for whom the base map names.
  public nonisolated(nonsending) func snapshot(
    background: Color? = nil, attribution: String? = nil
  ) async -> MapSnapshot {
    MapSnapshot(await render(), background: background, attribution: attribution ?? baseMap.attribution)
  }
}

extension Color {
  /// What lies below a base map where it has nothing to show.
  package static let paper = Color(
    light: Color.Components(red: 0.96, green: 0.95, blue: 0.93),
    dark: Color.Components(red: 0.13, green: 0.14, blue: 0.16))
}
