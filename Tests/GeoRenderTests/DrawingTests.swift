import GeoMap
import GeoModel
import GeoRender
import Testing

@Suite("Drawings that are played")
struct DrawingTests {
  @Test("what reaches far beyond the picture is cut: areas, lines and their dashes", arguments: [1e5, 1e7, 1e9])
  func farAway(reach: Double) async throws {
    let pixels = try Pixels(
      try await picture { context in
        context.setFillColor(.red)
        context.addRect(ScreenRect(x: -reach, y: 50, width: 2 * reach, height: reach))
        context.fillPath()
        context.setStrokeColor(.black)
        context.setLineWidth(4)
        context.addLines(between: [ScreenPoint(x: -reach, y: 20), ScreenPoint(x: reach, y: 20)])
        context.strokePath()
        // A whole number of dashes lies left of the picture.
        context.setLineDash(phase: 0, lengths: [50, 50])
        context.addLines(between: [ScreenPoint(x: -reach, y: 40), ScreenPoint(x: reach, y: 40)])
        context.strokePath()
        context.setLineDash(phase: 0, lengths: [])
        context.addEllipse(in: ScreenRect(x: -reach, y: 5, width: 2 * reach, height: 2 * reach))
        context.setStrokeColor(.green)
        context.strokePath()
      }.bytes)
    #expect(pixels.isColor(50, 80, [255, 0, 0, 255]) && pixels.isColor(50, 30, [255, 255, 255, 255]))
    #expect(pixels.isColor(50, 20, [0, 0, 0, 255]) && pixels.isColor(2, 20, [0, 0, 0, 255]))
    #expect(pixels.isColor(25, 40, [0, 0, 0, 255]) && pixels.isColor(75, 40, [255, 255, 255, 255]))
    #expect(pixels[50, 5] != [255, 255, 255, 255], "the top of the ellipse")
  }

  @Test("clips hold until they are restored; groups are mixed once; what is not closed is closed")
  func state() async throws {
    let pixels = try Pixels(
      try await picture { context in
        context.saveGState()
        context.clip(to: ScreenRect(x: 0, y: 0, width: 50, height: 100))
        context.setFillColor(.red)
        context.fill(ScreenRect(x: 0, y: 0, width: 100, height: 20))
        context.restoreGState()
        context.setFillColor(.blue)
        context.fill(ScreenRect(x: 0, y: 20, width: 100, height: 20))
        context.beginTransparencyLayer()
        context.saveGState()
        context.fill(ScreenRect(x: 0, y: 40, width: 60, height: 20))
        context.fill(ScreenRect(x: 40, y: 40, width: 60, height: 20))
        context.endTransparencyLayer(alpha: 0.5)
        context.endTransparencyLayer(alpha: 0.5)
        context.setAlpha(0.5)
        context.fill(ScreenRect(x: 0, y: 60, width: 100, height: 20))
        context.beginTransparencyLayer()
        context.setAlpha(1)
        context.setFillColor(.black)
        context.fill(ScreenRect(x: 0, y: 80, width: 100, height: 20))
      }.bytes)
    #expect(pixels.isColor(25, 10, [255, 0, 0, 255]) && pixels.isColor(75, 10, [255, 255, 255, 255]))
    #expect(pixels.isColor(75, 30, [0, 0, 255, 255]))
    for x in [20, 50, 80] { #expect(pixels.isColor(x, 50, [127, 127, 255, 255]), "\(pixels[x, 50])") }
    #expect(pixels.isColor(50, 70, [127, 127, 255, 255]) && pixels.isColor(50, 90, [127, 127, 127, 255]))
  }

  @Test("colors from one point to another, and from a center outwards, fill the clip")
  func gradients() async throws {
    let gradient = try Gradient(colors: [.black, .white], locations: [0.25, 0.75])
    let pixels = try Pixels(
      try await picture { context in
        context.saveGState()
        context.clip(to: ScreenRect(x: 0, y: 0, width: 100, height: 50))
        context.drawLinearGradient(gradient, start: ScreenPoint(x: 0, y: 0), end: ScreenPoint(x: 100, y: 0))
        context.restoreGState()
        context.clip(to: ScreenRect(x: 0, y: 50, width: 100, height: 50))
        context.drawRadialGradient(gradient, center: ScreenPoint(x: 50, y: 75), radius: 40)
      }.bytes)
    #expect(pixels.isColor(10, 20, [0, 0, 0, 255]) && pixels.isColor(90, 20, [255, 255, 255, 255]))
    #expect(pixels.isColor(50, 20, [128, 128, 128, 255], within: 4))
    #expect(pixels.isColor(50, 75, [0, 0, 0, 255]) && pixels.isColor(95, 75, [255, 255, 255, 255]))
  }

  @Test("text lies at its anchor, with a halo; its size is in points at every scale", arguments: [1.0, 2])
  func text(scale: Double) async throws {
    guard TestFonts.areThere else { return }
    func pixels(_ anchor: TextStyle.Anchor, halo: Color? = nil) async throws -> Pixels {
      try Pixels(
        try await picture(200, 60, scale: scale, background: .systemGreen) { context in
          context.draw(
            "Vaduz", at: ScreenPoint(x: 100, y: 30),
            style: TextStyle(size: 20, color: .black, halo: halo, anchor: anchor))
        }.bytes)
    }
    func columns(_ pixels: Pixels) -> ClosedRange<Int> {
      let dark = (0..<pixels.width).filter { x in (0..<pixels.height).contains { pixels[x, $0].prefix(3).max()! < 40 } }
      return Int(Double(dark.first ?? 0) / scale)...Int(Double(dark.last ?? 0) / scale)
    }
    let (left, center, right) = (
      columns(try await pixels(.left)), columns(try await pixels(.center)), columns(try await pixels(.right))
    )
    #expect(abs(left.lowerBound - 101) <= 2 && abs(right.upperBound - 99) <= 2)
    #expect(abs(center.lowerBound + center.upperBound - 200) <= 3 && (50...70).contains(left.count), "\(left)")
    let halo = try await pixels(.center, halo: .white)
    #expect(
      (0..<halo.width).contains { x in (0..<halo.height).contains { halo.isColor(x, $0, [255, 255, 255, 255]) } })
  }

  @Test("letters that no font has are told once by the name of their script")
  func missingLetters() async throws {
    guard TestFonts.areThere else { return }
    func missing(_ texts: [String]) async throws -> RenderedPicture {
      try await picture { context in for text in texts { context.draw(text, at: ScreenPoint(x: 50, y: 50)) } }
    }
    let all = try await missing(["Vaduz", "Москва", "Αθήνα", "תל אביב", "القاهرة", "თბილისი"])
    #expect(all.missingScripts.isEmpty && all.note == nil)
    let some = try await missing(["東京 Tokyo", "東", "दिल्ली"])
    #expect(some.missingScripts == ["Devanagari", "Han"])
    #expect(
      some.note == "no font has all letters of Devanagari, Han; install one, such as fonts-noto-core and fonts-noto-cjk"
    )
  }

  @Test("images of PNG and JPEG and symbols are drawn in their rectangles")
  func images() async throws {
    let red = try await picture(4, 4, background: .red) { _ in }.bytes
    let image = MapImage(format: .png, bytes: red, size: ScreenSize(width: 4, height: 4))
    let photo = MapImage(format: .jpeg, bytes: Samples.jpeg, size: ScreenSize(width: 8, height: 8))
    let pixels = try Pixels(
      try await picture { context in
        context.draw(image, in: ScreenRect(x: 10, y: 10, width: 30, height: 30))
        context.draw(photo, in: ScreenRect(x: 60, y: 10, width: 30, height: 30))
        context.draw(MapImage(symbol: "close"), in: ScreenRect(x: 10, y: 60, width: 30, height: 30))
        context.setAlpha(0.5)
        context.draw(image, in: ScreenRect(x: 60, y: 60, width: 30, height: 30))
      }.bytes)
    #expect(pixels.isColor(25, 25, [255, 0, 0, 255]) && pixels.isColor(5, 25, [255, 255, 255, 255]))
    #expect(pixels.isColor(75, 25, [0, 0, 254, 255], within: 3), "\(pixels[75, 25])")
    #expect(pixels.isColor(75, 75, [255, 127, 127, 255]))
    #expect(!pixels.isColor(25, 75, [255, 255, 255, 255], within: 60), "the middle of the cross")
  }

  @Test("transparent pictures keep their opacity, opaque ones need none")
  func opacity() async throws {
    let half = try await picture(background: nil) { context in
      context.setFillColor(.red.withAlpha(0.5))
      context.fill(ScreenRect(x: 0, y: 0, width: 50, height: 100))
    }.bytes
    #expect(half[25] == 6, "with opacity")
    let pixels = try Pixels(half)
    #expect(pixels.isColor(20, 20, [128, 0, 0, 128]) && pixels.isColor(80, 20, [0, 0, 0, 0]))
    #expect(try await picture { _ in }.bytes[25] == 2)
  }
}
