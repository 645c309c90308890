import GeoMap
import GeoModel
import GeoSupport
import Testing

@testable import GeoRender

@Suite("Pictures of lines with far more points than pixels")
struct LongLinePictures {
  /// A track of this many points along a wave across a picture of 400 points.
  private func track(_ count: Int) -> [ScreenPoint] {
    (0..<count).map { index in
      let part = Double(index) / Double(count - 1)
      return ScreenPoint(x: 20 + 360 * part, y: 200 + 120 * sin(part * 12))
    }
  }

  private func drawn(_ points: [ScreenPoint], _ draw: @escaping (DrawingContext) -> Void) async throws -> Pixels {
    let sheet = await sheet(400, 400, scale: 2) { context in
      context.setLineWidth(40)
      context.setLineCap(.round)
      context.beginPath()
      context.addLines(between: points)
      draw(context)
    }
    return try Pixels(sheet.rendered(until: .now + .seconds(600)).bytes)
  }

  @Test("a line, an area and a line of colors look as their few points do, and are no trouble", arguments: [0, 1, 2])
  func same(_ kind: Int) async throws {
    let colors = try Gradient(colors: [.systemRed, .systemBlue, .systemGreen], locations: [0, 0.3, 1])
    func draw(_ context: DrawingContext) {
      switch kind {
      case 0: context.strokePath()
      case 1: context.fillPath()
      default: context.strokePath(colors)
      }
    }
    let long = try await drawn(track(kind == 2 ? 30_000 : 200_000), draw)
    let short = try await drawn(track(3_000), draw)
    let difference = long.difference(from: short)
    #expect(difference.mean < 0.5 && difference.clear < 0.003, "\(difference)")
  }

  @Test("a thinned path keeps the ends of its parts, and one of few or distant points all of them")
  func ends() {
    var path = Path()
    path.addLines((0...1_500).map { ScreenPoint(x: Double($0) / 1_000, y: 0) })
    path.addLines((0...1_500).map { ScreenPoint(x: 5, y: Double($0) / 1_000) }, closed: true)
    let thin = path.thinned(to: 0.2)
    #expect(thin.elements.count < 30)
    for point in [(0.0, 0.0), (1.5, 0), (5, 0), (5, 1.5)].map({ ScreenPoint(x: $0.0, y: $0.1) }) {
      #expect(thin.points.contains(point), "\(point)")
    }
    #expect(thin.elements.last == .close && thin.elements.count { if case .move = $0 { true } else { false } } == 2)
    #expect(path.thinned(to: 0.0001) == path && path.thinned(to: 0) == path)
  }

  @Test("pieces of a line of colors have a length that is seen, and colors by the whole of it")
  func pieces() throws {
    let gradient = try Gradient(colors: [.black, .white], locations: [0, 1])
    let points = (0...10_000).map { ScreenPoint(x: Double($0) / 1_000, y: $0 % 2 == 0 ? 0 : 0.001) }
    let pieces = GradientPieces([Line(points: points)], gradient, finest: 0.2)
    #expect((40...60).contains(pieces.all.count) && pieces.all[0].isFirst)
    #expect(pieces.all.first?.start == 0 && abs(pieces.part(at: pieces.all.last?.end ?? 0) - 1) < 1e-9)
    #expect(zip(pieces.all, pieces.all.dropFirst()).allSatisfy { $0.to == $1.from && $0.end == $1.start })
    // A track that stays in one place is still visible.
    let still = Line(points: (0..<9).map { ScreenPoint(x: 5 + 0.01 * Double($0 % 2), y: 5) })
    #expect(GradientPieces([still], gradient, finest: 0.2).all.count == 1)
  }

  @Test("short pieces of a line of colors keep the colors at both of their ends")
  func shortPieces() async throws {
    let colors = try Gradient(colors: [.red, .blue], locations: [0, 1])
    let sheet = await sheet(60, 20, scale: 1) { context in
      context.setLineWidth(2)
      context.beginPath()
      context.addLines(between: (0...8).map { ScreenPoint(x: 10 + 5 * Double($0), y: 10) })
      context.strokePath(colors)
    }
    let pixels = try Pixels(sheet.rendered().bytes)
    for x in 11..<49 {
      let blue = Double(x - 10) / 40 * 255
      #expect(abs(Double(pixels[x, 10][2]) - blue) < 8 && abs(Double(pixels[x, 10][0]) - 255 + blue) < 8, "\(x)")
    }
  }
}
