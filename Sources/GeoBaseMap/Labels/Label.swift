import GeoMap
import GeoModel
import GeoSupport

/// A text with its place.
struct Label {
  var text: String
  var style: TextStyle
  /// The position of the text's anchor.
  var place: MapPoint
  /// The rectangle around it in points of its frame.
  var extent: ScreenRect
  /// The mark at the named place; nil for none.
  var mark: (mark: LabelMark, place: MapPoint)?
  /// The colors of a plate behind the text; nil for none.
  var shield: Shield?

  typealias Shield = (fill: Color, edge: Color)

  /// Draws the label if it meets the sheet.
  ///
  /// - Parameter origin: the map point at (0, 0) of its frame.
  func draw(from origin: MapPoint, _ sheet: Sheet, _ drawing: inout Drawing) {
    let corner = sheet.place(origin)
    let place = ScreenRect(
      x: corner.x + extent.minX, y: corner.y + extent.minY, width: extent.width, height: extent.height)
    let bounds = sheet.bounds()
    guard place.minX < bounds.maxX, place.maxX > bounds.minX, place.minY < bounds.maxY, place.maxY > bounds.minY else {
      return
    }
    if let mark { mark.mark.draw(at: sheet.place(mark.place), &drawing) }
    if let shield {
      let middle = sheet.place(self.place)
      let (width, height) = (Label.width(of: text, style) + 5, style.size * 1.25 + 2)
      var plate = Path()
      plate.addRect(ScreenRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height))
      drawing.append(.stroke(plate, shield.edge, StrokeStyle(width: 2.4)))
      drawing.append(.fill(plate, shield.fill, .winding))
      drawing.append(.stroke(plate, shield.fill, StrokeStyle(width: 0.6)))
    }
    if !text.isEmpty { drawing.append(.text(text, at: sheet.place(self.place), style)) }
  }

  /// The approximate height of a text in points.
  static func height(of text: String, _ style: TextStyle) -> Double {
    style.size * 1.25 * (text.contains(LabelLines.separator) ? 2 : 1) + 2
  }

  /// The approximate width of the longest line of a text in points. Only the renderer can measure letters exactly.
  static func width(of text: String, _ style: TextStyle) -> Double {
    var (width, longest) = (0.0, 0.0)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2028: (width, longest) = (0, max(width, longest))
      case 0x2E80...0xFFEF: width += 1.02
      case 0x300...0x36F: break
      case 0x41...0x5A: width += 0.7
      case 0x20, 0x27, 0x2C, 0x2E, 0x49, 0x69, 0x6A, 0x6C, 0x66, 0x72, 0x74: width += 0.38
      case 0x57, 0x4D, 0x6D, 0x77: width += 0.95
      default: width += 0.63
      }
    }
    return max(width, longest) * style.size * (style.weight >= 600 ? 1.1 : 1)
  }
}

/// The occupied rectangles of a frame, indexed by squares of 64 points.
struct LabelRoom {
  private let bounds: ScreenRect
  private var rects: [Int: [ScreenRect]] = [:]
  private var texts: [String: [ScreenPoint]] = [:]

  init(_ bounds: ScreenRect) { self.bounds = bounds }

  /// Calls a closure with the numbers of the squares that a rectangle meets, until it returns false.
  ///
  /// - Returns: whether it always returned true.
  @inline(__always)
  private static func forEachCell(_ rect: ScreenRect, _ body: (Int) -> Bool) -> Bool {
    func cell(_ value: Double) -> Int { Int((max(-1e6, min(1e6, value)) / 64).rounded(.down)) }
    for y in cell(rect.minY)...cell(rect.maxY) {
      for x in cell(rect.minX)...cell(rect.maxX) where !body(y * 65_536 + x) { return false }
    }
    return true
  }

  private func isFree(_ rect: ScreenRect) -> Bool {
    guard rect.minX >= bounds.minX, rect.maxX <= bounds.maxX, rect.minY >= bounds.minY, rect.maxY <= bounds.maxY else {
      return false
    }
    return LabelRoom.forEachCell(rect) { cell in
      guard let others = rects[cell] else { return true }
      return others.allSatisfy { other in
        other.maxX <= rect.minX || other.minX >= rect.maxX || other.maxY <= rect.minY || other.minY >= rect.maxY
      }
    }
  }

  /// Reserves room for a text, if its rectangles meet no occupied one and no edge, and the same text is not near.
  mutating func take(_ parts: [ScreenRect], text: String, apart: Double) -> Bool {
    guard let first = parts.first else { return false }
    let middle = parts[parts.count / 2].middle
    if let others = texts[text], others.contains(where: { $0.distance(to: middle) < apart }) { return false }
    guard parts.allSatisfy(isFree) else { return false }
    for part in parts {
      _ = LabelRoom.forEachCell(part) { cell in
        rects[cell, default: []].append(part)
        return true
      }
    }
    texts[text, default: []].append(parts.count > 1 ? middle : first.middle)
    return true
  }
}

extension ScreenRect {
  var middle: ScreenPoint { ScreenPoint(x: midX, y: midY) }
}
