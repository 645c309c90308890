import GeoMap

/// A mark at the place that a label names.
enum LabelMark {
  /// A settlement.
  case dot
  /// The capital of a country.
  case capital
  /// A mountain.
  case peak
  /// A place of interest.
  case sign(PlaceSign)

  /// The distance from its middle to its edges in points.
  var radius: Double {
    switch self {
    case .dot: 3
    case .capital: 4
    case .peak: 4
    case .sign(let sign): sign.radius
    }
  }

  func draw(at middle: ScreenPoint, _ drawing: inout Drawing) {
    switch self {
    case .dot: LabelMark.drawDiscs([(2.8, Style.halo), (1.9, Style.text)], at: middle, &drawing)
    case .capital:
      LabelMark.drawDiscs(
        [(4.1, Style.halo), (3.3, Style.text), (2.3, Style.halo), (1.4, Style.text)], at: middle, &drawing)
    case .peak:
      var path = Path()
      path.addLines(
        [(-3.6, 2.6), (3.6, 2.6), (0, -3.6)].map { ScreenPoint(x: middle.x + $0.0, y: middle.y + $0.1) }, closed: true)
      drawing.append(.stroke(path, Style.halo, StrokeStyle(width: 2)))
      drawing.append(.fill(path, Style.peak, .winding))
    case .sign(let sign):
      let path = sign.shape.map { ScreenPoint(x: middle.x + $0.x, y: middle.y + $0.y) }
      drawing.append(.fill(path, sign.color, .evenOdd))
    }
  }

  private static func drawDiscs(
    _ discs: [(radius: Double, color: Color)], at middle: ScreenPoint, _ drawing: inout Drawing
  ) {
    for (radius, color) in discs {
      var path = Path()
      path.addEllipse(
        in: ScreenRect(x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius))
      drawing.append(.fill(path, color, .winding))
    }
  }
}

/// Breaks texts into two lines.
enum LabelLines {
  /// The line separator in drawings.
  static let separator: Character = "\u{2028}"

  /// Breaks a long name into two lines of similar width.
  static func wrapped(_ text: String, _ style: TextStyle) -> String {
    guard Label.width(of: text, style) > 8.5 * style.size else { return text }
    var best: (width: Double, text: String)?
    for index in text.indices where text[index] == " " {
      let (first, second) = (text[..<index], text[text.index(after: index)...])
      guard first.count > 2, second.count > 2 else { continue }
      let width = max(Label.width(of: String(first), style), Label.width(of: String(second), style))
      if best.map({ width < $0.width }) ?? true { best = (width, "\(first)\(separator)\(second)") }
    }
    return best?.text ?? text
  }
}
