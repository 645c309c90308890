import GeoMap

/// Draws the balloon of a callout, as wide as its texts need.
struct CalloutPainter {
  private static let padding = 10.0
  private static let tipHeight = 8.0
  private static let accessorySide = 24.0
  /// The distance to the edges of the picture in points, where there is room.
  private static let margin = 4.0
  /// The largest number of lines of the title, and of the text below it.
  private static let mostLines = 3
  /// The least width of a text in points, however small the picture is.
  private static let leastText = 60.0

  private let callout: Callout
  private let bounds: ScreenSize

  /// - Parameter bounds: the size of the picture. Balloons stay within it as far as possible. Texts that are too wide
  ///   are broken, and a balloon without room above its view is drawn below.
  init(_ callout: Callout, in bounds: ScreenSize) {
    self.callout = callout
    self.bounds = bounds
  }

  private var titleStyle: TextStyle { TextStyle(size: 14, weight: 600, color: CalloutPainter.ink, anchor: .left) }
  private var subtitleStyle: TextStyle { TextStyle(size: 12, color: CalloutPainter.softInk, anchor: .left) }
  private static let paper = Color(
    light: Color.Components(red: 1, green: 1, blue: 1), dark: Color.Components(red: 0.17, green: 0.17, blue: 0.18))
  private static let ink = Color(
    light: Color.Components(red: 0, green: 0, blue: 0), dark: Color.Components(red: 1, green: 1, blue: 1))
  private static let softInk = Color(
    light: Color.Components(red: 0.24, green: 0.24, blue: 0.26),
    dark: Color.Components(red: 0.8, green: 0.8, blue: 0.82))
  private static let rim = Color(
    light: Color.Components(red: 0, green: 0, blue: 0, alpha: 0.25),
    dark: Color.Components(red: 1, green: 1, blue: 1, alpha: 0.25))

  /// The frame of the balloon without its tip, and the texts in it with their sizes.
  typealias Room = (frame: ScreenRect, lines: [(text: String, style: TextStyle, size: ScreenSize)])

  /// Computes the size and position of the balloon.
  ///
  /// - Parameter measure: returns the size of a text in points.
  func room(_ measure: (String, TextStyle) -> ScreenSize) -> Room {
    // The texts between the accessories; a detail accessory replaces the subtitle.
    var texts = [(text: callout.title, style: titleStyle)]
    if let detail = callout.accessories[.detail], let text = CalloutPainter.text(of: detail) {
      texts.append((text, subtitleStyle))
    } else if let subtitle = callout.subtitle, !subtitle.isEmpty {
      texts.append((subtitle, subtitleStyle))
    }
    let sides = width(of: .left, measure) + width(of: .right, measure)
    let room = max(
      CalloutPainter.leastText, bounds.width - 2 * CalloutPainter.margin - 2 * CalloutPainter.padding - sides)
    let measured = texts.flatMap { text, style in
      let size = measure(text, style)
      if size.width <= room { return [(text: text, style: style, size: size)] }
      let lines = LineBreaker(room: room, most: CalloutPainter.mostLines).lines(text) { measure($0, style).width }
      return lines.map { (text: $0, style: style, size: measure($0, style)) }
    }
    let picture = picture(.detail)
    let inner = max(measured.map(\.size.width).max() ?? 0, picture?.size.width ?? 0)
    let middle = measured.reduce(0) { $0 + $1.size.height } + (picture?.size.height ?? 0)
    let beside = [CalloutSide.left, .right].compactMap { self.picture($0)?.size.height }.max() ?? 0
    let least = sides > 0 ? CalloutPainter.accessorySide : 0
    let height = max(middle, beside, least) + 2 * CalloutPainter.padding
    let width = inner + sides + 2 * CalloutPainter.padding
    let margin = CalloutPainter.margin
    let left = max(margin, min(bounds.width - width - margin, callout.tip.x - width / 2))
    let (over, under) = (
      callout.tip.y - CalloutPainter.tipHeight - height, callout.frame.maxY + CalloutPainter.tipHeight
    )
    let isUnder = over < margin && under + height <= bounds.height - margin
    let top = isUnder ? under : over
    return (ScreenRect(x: left, y: top, width: width, height: height), measured)
  }

  /// Draws the balloon, in points of the picture.
  ///
  /// - Parameter measure: returns the size of a text in points.
  func drawing(_ measure: (String, TextStyle) -> ScreenSize) -> Drawing {
    let (frame, lines) = room(measure)
    let sides = (width(of: .left, measure), width(of: .right, measure))
    let context = DrawingContext()
    balloon(frame, context)
    var y = frame.minY + CalloutPainter.padding
    for line in lines {
      context.draw(
        line.text, at: ScreenPoint(x: frame.minX + CalloutPainter.padding + sides.0, y: y + line.size.height / 2),
        style: line.style)
      y += line.size.height
    }
    if let picture = picture(.detail) {
      context.draw(
        picture,
        in: ScreenRect(origin: ScreenPoint(x: frame.minX + CalloutPainter.padding + sides.0, y: y), size: picture.size))
    }
    draw(.left, frame.minX + CalloutPainter.padding, frame, context)
    draw(.right, frame.maxX - CalloutPainter.padding - sides.1 + 8, frame, context)
    return context.drawing
  }

  private func balloon(_ frame: ScreenRect, _ context: DrawingContext) {
    let radius = 8.0
    let tip = max(frame.minX + radius + 8, min(frame.maxX - radius - 8, callout.tip.x))
    let isUnder = frame.minY >= callout.frame.maxY
    func corner(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double) {
      context.addQuadCurve(to: ScreenPoint(x: toX, y: toY), control: ScreenPoint(x: x, y: y))
    }
    func outline() {
      context.beginPath()
      context.move(to: ScreenPoint(x: frame.minX + radius, y: frame.minY))
      if isUnder {
        context.addLine(to: ScreenPoint(x: tip - 8, y: frame.minY))
        context.addLine(to: ScreenPoint(x: callout.tip.x, y: callout.frame.maxY))
        context.addLine(to: ScreenPoint(x: tip + 8, y: frame.minY))
      }
      context.addLine(to: ScreenPoint(x: frame.maxX - radius, y: frame.minY))
      corner(frame.maxX, frame.minY, frame.maxX, frame.minY + radius)
      context.addLine(to: ScreenPoint(x: frame.maxX, y: frame.maxY - radius))
      corner(frame.maxX, frame.maxY, frame.maxX - radius, frame.maxY)
      if !isUnder {
        context.addLine(to: ScreenPoint(x: tip + 8, y: frame.maxY))
        context.addLine(to: callout.tip)
        context.addLine(to: ScreenPoint(x: tip - 8, y: frame.maxY))
      }
      context.addLine(to: ScreenPoint(x: frame.minX + radius, y: frame.maxY))
      corner(frame.minX, frame.maxY, frame.minX, frame.maxY - radius)
      context.addLine(to: ScreenPoint(x: frame.minX, y: frame.minY + radius))
      corner(frame.minX, frame.minY, frame.minX + radius, frame.minY)
      context.closePath()
    }
    outline()
    context.setFillColor(CalloutPainter.paper)
    context.fillPath()
    outline()
    context.setStrokeColor(CalloutPainter.rim)
    context.setLineWidth(1)
    context.strokePath()
  }

  /// The width of an accessory at a side in points, including the space beside it.
  private func width(of side: CalloutSide, _ measure: (String, TextStyle) -> ScreenSize) -> Double {
    guard let accessory = callout.accessories[side] else { return 0 }
    if let text = CalloutPainter.text(of: accessory) { return measure(text, subtitleStyle).width + 8 }
    return (picture(side)?.size.width ?? CalloutPainter.accessorySide) + 8
  }

  /// Draws an accessory at a side, vertically centered.
  private func draw(_ side: CalloutSide, _ x: Double, _ frame: ScreenRect, _ context: DrawingContext) {
    guard let accessory = callout.accessories[side] else { return }
    if let text = CalloutPainter.text(of: accessory) {
      var style = subtitleStyle
      if accessory.isControl { style.color = .systemBlue }
      context.draw(text, at: ScreenPoint(x: x, y: frame.midY), style: style)
    } else if let picture = picture(side) {
      context.draw(
        picture,
        in: ScreenRect(origin: ScreenPoint(x: x, y: frame.midY - picture.size.height / 2), size: picture.size))
    }
  }

  private func picture(_ side: CalloutSide) -> MapImage? {
    switch callout.accessories[side]?.kind {
    case .image(let image): image
    case .button(let symbol): MapImage(symbol: symbol.rawValue, points: CalloutPainter.accessorySide)
    default: nil
    }
  }

  private static func text(of accessory: CalloutAccessory) -> String? {
    switch accessory.kind {
    case .text(let text), .textButton(let text): text
    case .image, .button: nil
    }
  }
}
