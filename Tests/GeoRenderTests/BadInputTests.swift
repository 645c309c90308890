import GeoMap
import GeoModel
import GeoSupport
import Testing

@testable import GeoRender

@Suite("What cannot be drawn")
struct BadInputTests {
  @Test("sizes of no pixel, or of too many, are refused", arguments: [(1e6, 1.0), (100.0, 1_000)])
  func sizes(side: Double, scale: Double) async throws {
    await #expect(throws: RenderError.pictureSize(width: side * scale, height: side * scale)) {
      try await picture(side, side, scale: scale) { _ in }
    }
    #expect("\(RenderError.pictureSize(width: 0, height: 9))".contains("1 to 16384"))
  }

  @Test("numbers that are none, and paths of nothing, draw nothing and harm nobody")
  func numbers() async throws {
    let bad = [Double.nan, .infinity, -.infinity, 1e300, -1e300]
    let pixels = try Pixels(
      try await picture { context in
        context.setStrokeColor(.red)
        for value in bad {
          context.setLineWidth(value)
          context.setMiterLimit(value)
          context.setLineDash(phase: value, lengths: [value, 1])
          context.addLines(between: [ScreenPoint(x: 10, y: 10), ScreenPoint(x: 10, y: 10)])
          context.strokePath()
          context.setLineWidth(5)
          context.addLines(between: [ScreenPoint(x: value, y: 10), ScreenPoint(x: 50, y: value)])
          context.strokePath()
          context.setLineDash(phase: 0, lengths: [0, 0, -1, 1e-12])
          context.setFillColor(.red)
          context.fill(ScreenRect(x: value, y: value, width: 10, height: 10))
          context.clip(to: ScreenRect(x: 0, y: 0, width: 100, height: 100))
          context.draw("text", at: ScreenPoint(x: value, y: 5))
          context.draw("text", at: ScreenPoint(x: 5, y: 5), style: TextStyle(size: value))
          context.draw(MapImage(symbol: "close"), in: ScreenRect(x: value, y: 0, width: value, height: 9))
          context.setAlpha(1)
        }
        context.closePath()
        context.fillPath()
        context.strokePath()
        context.clip()
        context.fill(ScreenRect(x: 0, y: 0, width: 100, height: 100))
      }.bytes)
    #expect(pixels.isColor(90, 90, [255, 255, 255, 255]), "a clip of nothing leaves nothing")
  }

  @Test("a line of more dashes than a picture may have is solid, and the others keep theirs")
  func dashes() async throws {
    let pixels = try Pixels(
      try await picture { context in
        context.setStrokeColor(.black)
        context.setLineWidth(4)
        func line(_ y: Double, _ dash: Double, count: Int) {
          context.setLineDash(phase: 0, lengths: [dash, dash])
          let ends = [ScreenPoint(x: -9_000, y: y), ScreenPoint(x: 9_000, y: y)]
          context.addLines(between: (0..<count).map { ends[$0 % 2] })
          context.strokePath()
        }
        line(10, 30, count: 2)
        line(30, 1, count: 60)
        line(50, 30, count: 2)
      }.bytes)
    for x in 0..<100 where !pixels.isColor(x, 30, [0, 0, 0, 255]) { Issue.record("a gap at \(x)") }
    for y in [10, 50] { #expect((0..<100).contains { pixels.isColor($0, y, [255, 255, 255, 255]) }, "\(y)") }
  }

  @Test("images that are damaged, too large, or of a kind without pixels are told by their kind")
  func images() async throws {
    func reason(_ format: MapImage.Format, _ bytes: [UInt8]) async -> String {
      let image = MapImage(format: format, bytes: bytes, size: ScreenSize(width: 9, height: 9))
      do {
        _ = try await picture { $0.draw(image, in: ScreenRect(x: 0, y: 0, width: 9, height: 9)) }
        return "none"
      } catch { return "\(error)" }
    }
    let good = try await picture(20, 20) { $0.fill(ScreenRect(x: 3, y: 3, width: 9, height: 4)) }.bytes
    #expect(await reason(.png, good) == "none")
    #expect(await reason(.png, Array(good.dropLast(30))).contains("PNG is damaged"))
    var broken = good
    broken[60] ^= 0x55
    #expect(await reason(.png, broken).contains("PNG is damaged"))
    var huge = good
    huge.replaceSubrange(16..<24, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
    #expect(await reason(.png, huge).contains("32767 x 32767 pixels"))
    #expect(await reason(.png, []).contains("not PNG"))
    #expect(await reason(.jpeg, Samples.jpeg) == "none")
    #expect(await reason(.jpeg, Array(Samples.jpeg.prefix(200))).contains("JPEG is damaged"))
    #expect(await reason(.jpeg, []).contains("JPEG is damaged"))
    #expect(await reason(.svg, Array("<svg/>".utf8)).contains("give a PNG or JPEG"))
    #expect(await reason(.symbol, Array("no such".utf8)) == "none")
    for cut in stride(from: 0, to: good.count, by: 7) { _ = await reason(.png, Array(good.prefix(cut))) }
    for cut in stride(from: 0, to: Samples.jpeg.count, by: 9) {
      _ = await reason(.jpeg, Array(Samples.jpeg.prefix(cut)))
    }
  }

  @Test("the place of a damaged image in the picture is told")
  func place() async throws {
    let image = MapImage(format: .png, bytes: [1, 2, 3], size: ScreenSize(width: 9, height: 9))
    do {
      _ = try await picture { $0.draw(image, in: ScreenRect(x: 20, y: 30, width: 9, height: 9)) }
      Issue.record("drawn")
    } catch { #expect("\(error)".contains("at 20, 30 of the picture"), "\(error)") }
  }

  @Test("images that cannot be drawn are left out and told by their kind where that is asked for")
  func leftOut() async throws {
    let context = DrawingContext()
    let rect = ScreenRect(x: 20, y: 30, width: 9, height: 9)
    for (format, bytes) in [(MapImage.Format.svg, "<svg/>"), (.png, "1"), (.svg, "<svg></svg>")] {
      context.draw(MapImage(format: format, bytes: Array(bytes.utf8), size: rect.size), in: rect)
    }
    context.fill(ScreenRect(x: 0, y: 0, width: 10, height: 10))
    var snapshot = MapSnapshot(
      MapPicture(
        size: ScreenSize(width: 50, height: 50), scale: 1, userInterfaceStyle: .light, visibleMapRect: .world,
        layers: [MapPicture.Layer(drawing: context.drawing)]))
    #expect(throws: RenderError.self) { try snapshot.rendered() }
    snapshot.leavesOutImages = true
    let picture = try snapshot.rendered()
    #expect(try Pixels(picture.bytes).isColor(5, 5, [0, 0, 0, 255]), "what comes after them is drawn")
    #expect(
      picture.warnings == [
        "2 images are left out, the first at 20, 30 of the picture: SVG is drawn by pages only; give a PNG or JPEG",
        "an image is left out at 20, 30 of the picture: the bytes are not PNG",
      ])
  }

  @Test("more steps than a picture may have are refused with advice")
  func steps() throws {
    let context = DrawingContext()
    for _ in 0..<10_001 { context.setAlpha(1) }
    let layers = Array(repeating: MapPicture.Layer(drawing: context.drawing), count: 100)
    let snapshot = MapSnapshot(
      MapPicture(
        size: ScreenSize(width: 9, height: 9), scale: 1, userInterfaceStyle: .light, visibleMapRect: .world,
        layers: layers
      ))
    #expect(throws: RenderError.tooManySteps(1_000_100)) { try snapshot.rendered() }
    #expect("\(RenderError.tooManySteps(9))".contains("draw less"))
  }

  /// A picture of the body's drawing.
  private func snapshot(_ side: Double, _ body: (DrawingContext) -> Void) -> MapSnapshot {
    let context = DrawingContext()
    body(context)
    return MapSnapshot(
      MapPicture(
        size: ScreenSize(width: side, height: side), scale: 1, userInterfaceStyle: .light, visibleMapRect: .world,
        layers: [MapPicture.Layer(drawing: context.drawing)]))
  }

  @Test("a picture that is not drawn by its deadline is given up; without a deadline there is time for all of it")
  func late() async throws {
    let steps = snapshot(9) { for _ in 0..<9 { $0.fill(ScreenRect(x: 0, y: 0, width: 9, height: 9)) } }
    #expect(throws: RenderError.tooLate) { try steps.rendered(until: .now) }
    let unawaited = Task.detached {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(throws: RenderError.tooLate) { try steps.rendered(until: .now + .seconds(60)) }
    }
    _ = await unawaited.value
    #expect(try steps.rendered(until: .now + .seconds(60)).bytes == steps.rendered().bytes)
    // The pieces of one line take time as well.
    let colors = try Gradient(colors: [.systemRed, .systemBlue], locations: [0, 1])
    let rainbow = snapshot(1000) { context in
      let ends = [ScreenPoint(x: 0, y: 0), ScreenPoint(x: 1000, y: 900)]
      context.setLineWidth(900)
      context.addLines(between: (0..<20_000).map { ends[$0 % 2] })
      context.strokePath(colors)
    }
    let start = ContinuousClock.now
    #expect(throws: RenderError.tooLate) { try rainbow.rendered(until: start + .milliseconds(200)) }
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("with a deadline, a line or an area that nothing could stop any more is refused at once", arguments: [0, 1, 2])
  func intricate(_ kind: Int) throws {
    func tangle(_ count: Int) -> MapSnapshot {
      snapshot(1000) { context in
        let corners = [ScreenPoint(x: 0, y: -5000), ScreenPoint(x: 1000, y: 5000)]
        context.addLines(between: (0..<count).map { corners[$0 % 2] })
        switch kind {
        case 0: context.fillPath()
        case 1: context.strokePath()
        default: context.clip()
        }
      }
    }
    let start = ContinuousClock.now
    #expect(throws: RenderError.tooIntricate) { try tangle(200_000).rendered(until: start + .seconds(600)) }
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(try !tangle(100).rendered(until: .now + .seconds(600)).bytes.isEmpty)
    // As many corners of a long line that stays on its height take no time.
    let flat = snapshot(1000) { context in
      context.addLines(between: (0..<200_000).map { ScreenPoint(x: Double($0) / 200, y: $0 % 2 == 0 ? 9 : 9.01) })
      context.strokePath()
    }
    #expect(try !flat.rendered(until: .now + .seconds(600)).bytes.isEmpty)
  }

  @Test("with a deadline, many small things that are too much together are refused, of each kind", arguments: 0..<5)
  func tooMuch(_ kind: Int) throws {
    func many(_ count: Int) throws -> MapSnapshot {
      let gradient = try Gradient(colors: [.systemRed, .systemBlue], locations: [0, 1])
      return snapshot(1000) { context in
        for number in 0..<count {
          let place = ScreenPoint(x: Double(number % 100), y: Double(number % 97))
          switch kind {
          case 0:
            context.addLines(between: (0..<200).map { ScreenPoint(x: Double($0), y: $0 % 2 == 0 ? 0 : 900) })
            context.strokePath()
          case 1: context.draw(String(repeating: "Weg ", count: 100), at: place, style: TextStyle(halo: .white))
          case 2:
            context.drawLinearGradient(gradient, start: place, end: ScreenPoint(x: 900, y: 900))
          case 3:
            context.beginTransparencyLayer()
            context.endTransparencyLayer()
          default:
            context.setBlendMode(.plusDarker)
            context.fill(ScreenRect(origin: place, size: ScreenSize(width: 9, height: 9)))
          }
        }
      }
    }
    let work = DrawingWork(until: .now + .seconds(600), limit: 3e6)
    #expect(throws: RenderError.tooMuch) { try many(100).rendered(work) }
    #expect(try !many(2).rendered(work).bytes.isEmpty)
  }

  @Test("what has no size that is a number takes no work, and does not end the counting")
  func noNumber() {
    var work = DrawingWork(until: .now + .seconds(600), limit: 10)
    let unsized = [
      work.spend(crossings: .nan), work.spend(crossings: -.nan), work.spend("x", height: .nan, hasHalo: true),
    ]
    #expect(unsized == [true, true, true] && work.failure == nil)
    let isSpent = !work.spend("x", height: 9, hasHalo: true)
    #expect(isSpent && work.failure == .tooMuch)
    var other = DrawingWork(until: .now + .seconds(600))
    let isLong = other.spend(String(repeating: "x", count: 60_000), height: 22, hasHalo: true)
    #expect(isLong && other.failure == nil)
    let isEndless = !other.spend(crossings: .infinity)
    #expect(isEndless && other.failure == .tooIntricate)
  }

  @Test("dashes that are far wider than long count as what they cover")
  func wideDashes() throws {
    let start = ContinuousClock.now
    let fan = snapshot(1000) { context in
      context.setLineWidth(4_000)
      context.setLineDash(phase: 0, lengths: [0.5, 0.5])
      context.addLines(between: (0..<100).map { ScreenPoint(x: $0 % 2 == 0 ? 0 : 1000, y: Double($0)) })
      context.strokePath()
    }
    #expect(try !fan.rendered().bytes.isEmpty)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("what was at a path stays when the new file cannot be written")
  func writing() async throws {
    let folder = TemporaryFolder()
    let old = try await picture(5, 5) { _ in }
    try old.write(to: folder.path + "/a.png")
    #expect(try Pixels(file: folder.path + "/a.png").width == 5)
    #expect(chmod(folder.path + "/a.png", 0o600) == 0)
    try old.write(to: folder.path + "/a.png")
    #expect(SystemCall.status(of: folder.path + "/a.png").map { $0.st_mode & 0o777 } == 0o600)
    let error = #expect(throws: RenderError.self) { try old.write(to: folder.path + "/none/a.png") }
    #expect(error?.description.hasSuffix("there is no folder \(folder.path)/none; create it first") == true)
    let long = String(repeating: "x", count: 300)
    #expect(throws: RenderError.self) { try old.write(to: folder.path + "/" + long) }
    #expect(folder.names == ["a.png"])
    // A pipe stays a pipe, even without a reader; opened for both directions it accepts what fits.
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let end = open(pipe, O_RDWR)
    defer { close(end) }
    try old.write(to: pipe)
    var bytes = [UInt8](repeating: 0, count: old.bytes.count)
    #expect(read(end, &bytes, bytes.count) == old.bytes.count && bytes == old.bytes)
    #expect(folder.names == ["a.png", "pipe"])
  }
}
