import GeoMap

/// The built-in symbols, drawn with lines.
enum Symbols {
  /// Draws a symbol in a rectangle of the canvas; a circle with a question mark for unknown names.
  static func drawing(of name: String, in rect: ScreenRect) -> Drawing {
    let context = DrawingContext()
    let side = min(rect.width, rect.height)
    func at(_ x: Double, _ y: Double) -> ScreenPoint {
      ScreenPoint(x: rect.midX + (x - 12) * side / 24, y: rect.midY + (y - 12) * side / 24)
    }
    let tint = name == CalloutAccessory.Symbol.infoDark.rawValue ? Color.darkGray : Color.systemBlue
    context.setStrokeColor(tint)
    context.setFillColor(tint)
    context.setLineWidth(2 * side / 24)
    context.setLineCap(.round)
    context.beginPath()
    context.addEllipse(in: ScreenRect(x: at(2, 2).x, y: at(2, 2).y, width: side * 20 / 24, height: side * 20 / 24))
    context.strokePath()
    func line(_ points: [(Double, Double)]) {
      context.beginPath()
      context.addLines(between: points.map { at($0.0, $0.1) })
      context.strokePath()
    }
    switch CalloutAccessory.Symbol(rawValue: name) {
    case .detailDisclosure, .infoLight, .infoDark:
      line([(12, 11), (12, 17)])
      line([(12, 7.5), (12, 7.6)])
    case .contactAdd:
      line([(12, 7), (12, 17)])
      line([(7, 12), (17, 12)])
    case .close:
      line([(8.5, 8.5), (15.5, 15.5)])
      line([(15.5, 8.5), (8.5, 15.5)])
    case nil:
      context.draw("?", at: at(12, 12), style: TextStyle(size: side * 14 / 24, weight: 600, color: tint))
    }
    return context.drawing
  }
}
