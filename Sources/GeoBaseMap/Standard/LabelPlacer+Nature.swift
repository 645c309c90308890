import GeoMap
import GeoModel
import GeoStore

extension LabelPlacer {
  /// Places the names of rivers, canals, streams and ferries along them.
  mutating func placeWaterways(_ layer: LayerPart) throws(StoreError) {
    for (kind, firstLevel) in Style.waterNames where firstLevel <= sheet.level {
      var lines: [String: [[ScreenPoint]]] = [:]
      for piece in layer.pieces(kind) {
        let feature = layer.feature(piece)
        guard feature.name.rawValue != 0, !feature.course.isTunnel else { continue }
        let text = try names.text(feature.name)
        guard !text.isEmpty, text.count <= 60 else { continue }
        lines[text, default: []] += layer.lines(piece).flatMap { LineCut.parts(of: $0, in: sheet.bounds()) }
      }
      let style = TextStyle(
        size: kind == .stream ? 9.5 : 10.5, color: Style.waterText, halo: Style.halo, isOblique: true)
      for (text, lines) in lines.sorted(by: { $0.key < $1.key }) {
        let width = Label.width(of: text, style) + 4
        for line in StreetLines.joined(lines) where line.pathLength >= width { add(text, style, width, along: line) }
      }
    }
  }

  /// Places mountain ranges, deserts and the like, the largest first.
  mutating func placeRegions(_ layer: LayerPart) throws(StoreError) {
    var regions: [(size: Int, text: String, point: ScreenPoint)] = []
    for piece in layer.pieces(.regionName) {
      let feature = layer.feature(piece)
      guard let point = layer.lines(piece).first?.first else { continue }
      regions.append((feature.size, try names.text(feature.name), point))
    }
    regions.sort { ($0.size, $1.text, $0.point.x) > ($1.size, $0.text, $1.point.x) }
    let style = TextStyle(size: 10.5, color: Style.peakText, halo: Style.halo, isOblique: true)
    for (_, text, point) in regions where !text.isEmpty {
      add(LabelLines.wrapped(text, style), style, at: point, apart: 200)
    }
  }

  /// Places mountains with their names and heights, the highest first. Nameless ones appear only at high zoom levels.
  mutating func placePeaks(_ layer: LayerPart) throws(StoreError) {
    guard sheet.level >= Style.peakLevel else { return }
    var peaks: [(height: Int, text: String, point: ScreenPoint)] = []
    for piece in layer.pieces(.peak) {
      let feature = layer.feature(piece)
      guard let point = layer.lines(piece).first?.first else { continue }
      var lines = [try names.text(feature.name)]
      if lines[0].isEmpty, sheet.level < Style.namelessPeakLevel { continue }
      if feature.size > 0, sheet.level >= Style.heightLevel { lines.append("\(feature.size) m") }
      let text = lines.filter { !$0.isEmpty }.joined(separator: "\(LabelLines.separator)")
      peaks.append((feature.size, text, point))
    }
    peaks.sort { ($0.height, $1.text, $0.point.x) > ($1.height, $0.text, $1.point.x) }
    let style = TextStyle(size: 9.5, color: Style.peakText, halo: Style.halo)
    for (_, text, point) in peaks where text.count <= 50 {
      let middle = ScreenPoint(x: point.x, y: point.y + 4 + Label.height(of: text, style) / 2)
      add(text, style, at: middle, mark: (.peak, point), apart: text.isEmpty ? 0 : 40)
    }
  }
}
