import GeoMap
import GeoModel
import GeoWire
import Testing

@Suite("Drawings in JSON")
struct DrawingJSONTests {
  private func read(_ text: String) throws -> Drawing? {
    var parser = JSONParser()
    return try parser.parse(Array(text.utf8)) { Drawing($0, image: { _ in nil }) }
  }

  @Test("what was written is read as it was, each step")
  func roundTrip() throws {
    var path = Path()
    path.addEllipse(in: ScreenRect(x: 1, y: -2, width: 3.25, height: 4e-3))
    path.addLines([ScreenPoint(x: 0, y: 1e7), ScreenPoint(x: -5.5, y: 2)])
    path.addQuadCurve(to: ScreenPoint(x: 1, y: 2), control: ScreenPoint(x: 3, y: 4))
    let gradient = try Gradient(colors: [.red, .systemBlue], locations: [0, 0.5])
    let style = StrokeStyle(width: 2, join: .bevel, cap: .square, miterLimit: 4, dash: [1, 2], dashPhase: 0.5)
    let point = ScreenPoint(x: 7, y: 8)
    let picture = MapImage(format: .png, bytes: [1, 2], size: ScreenSize(width: 1, height: 2))
    var drawing = Drawing()
    for step: Drawing.Step in [
      .save, .clip(path, .evenOdd), .fill(path, .red, .winding), .stroke(path, .clear, style),
      .gradientStroke(path, gradient, style), .linearGradient(gradient, from: point, to: .zero),
      .radialGradient(gradient, center: point, radius: 9),
      .text(
        "a \"b\"", at: point, TextStyle(size: 9, weight: 700, color: .white, halo: .black, anchor: .left, rotation: 1)),
      .text("c", at: point, TextStyle(isOblique: true)),
      .image(picture, in: ScreenRect(x: 1, y: 2, width: 3, height: 4)), .alpha(0.5), .blend(.multiply), .beginGroup,
      .endGroup(alpha: 0.25, .screen), .restore,
    ] { drawing.append(step) }
    var writer = JSONWriter()
    writer.drawing(drawing) { $0.key }
    var parser = JSONParser()
    let back = try parser.parse(writer.bytes) { Drawing($0) { $0 == picture.key ? picture : nil } }
    #expect(back == drawing)
    #expect(Path(text: path.text) == path)
  }

  @Test("paths are read as people write them, and what is none is refused")
  func paths() throws {
    var square = Path()
    square.addRect(ScreenRect(x: 0, y: 0, width: 2, height: 2))
    #expect(Path(text: " M0,0 2,0 2,2 L 0 2 z ") == square)
    for text in ["L1 1", "M1", "M1 x", "M1 1 A 2 2 0 0 0 1 1", "1 1", "Mnan 1", "M0 0Z 1 1"] {
      #expect(Path(text: text) == nil, "\(text)")
    }
    let groups = Array(repeating: #"["group"]"#, count: 9).joined(separator: ",")
    #expect(try read("[\(groups.dropLast(10))]")?.steps.count == 8 && read("[\(groups)]") == nil)
    for text in ["{}", #"[["fill"]]"#, #"[["fill","M0 0L1 1","nocolor"]]"#, #"["fill"]"#, #"[["smile"]]"#, "[[]]"] {
      #expect(try read(text) == nil, "\(text)")
    }
  }
}
