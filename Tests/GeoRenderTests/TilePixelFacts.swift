import GeoMap
import GeoModel
import GeoRender
import GeoSupport
import Testing

@Suite("Facts 71 to 75 by pixels")
struct TilePixelFacts {
  private final class Tiles: MapViewDelegate {
    var log: [String] = []
    func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
      TileOverlayRenderer(overlay: overlay)
    }
    func mapViewWillStartLoadingMap(_ mapView: MapView) { log.append("will start") }
    func mapViewDidFinishLoadingMap(_ mapView: MapView) { log.append("loaded") }
    func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error) { log.append("\(error)") }
    func mapViewDidFinishRenderingMap(_ mapView: MapView, fullyRendered: Bool) { log.append("\(fullyRendered)") }
  }

  /// A tile of one color.
  private func tile(_ color: Color) async throws -> [UInt8] {
    try await picture(8, 8, background: color) { _ in }.bytes
  }

  /// The picture of tiles at a level around a coordinate, on white, and the delegate's calls.
  private func shot(
    _ overlay: TileOverlay, level: Double, latitude: Double = 0, longitude: Double = 0, side: Double = 256,
    scale: Double = 1
  ) async throws -> (pixels: Pixels, log: [String]) {
    let map = MapView(size: ScreenSize(width: side, height: side), scale: scale)
    map.setCenter(try Coordinate(latitude: latitude, longitude: longitude), level: level, animated: false)
    let delegate = Tiles()
    map.delegate = delegate
    map.addOverlay(overlay)
    return (try Pixels(await map.snapshot(background: .white).rendered().bytes), delegate.log)
  }

  private static let white = [255, 255, 255, 255]
  private static let colors: [Color] = [.red, .green, .blue, .black]
  private static func bytes(_ color: Color) -> [Int] {
    [color.light.red, color.light.green, color.light.blue, 1].map { Int(($0 * 255).rounded()) }
  }

  @Test("71: tiles of files stand in their places; flipped ones count from the south", arguments: [false, true])
  func template(isFlipped: Bool) async throws {
    let folder = TemporaryFolder()
    for (number, color) in TilePixelFacts.colors.enumerated() {
      let bytes = try await tile(color)
      try RenderedPicture(bytes: bytes).write(to: "\(folder.path)/1-\(number % 2)-\(number / 2)@2x.png")
    }
    var overlay = TileOverlay(urlTemplate: "file://\(folder.path)/{z}-{x}-{y}@{scale}x.png")
    overlay.isGeometryFlipped = isFlipped
    let (pixels, log) = try await shot(overlay, level: 1, scale: 2)
    #expect(log == ["will start", "loaded", "true"])
    for (number, color) in TilePixelFacts.colors.enumerated() {
      let row = isFlipped ? 1 - number / 2 : number / 2
      #expect(pixels.isColor(128 + number % 2 * 256, 128 + row * 256, TilePixelFacts.bytes(color)), "\(number)")
    }
  }

  @Test("72: below the first level there is nothing, beyond the last one its tiles are enlarged")
  func levels() async throws {
    let (red, blue) = (try await tile(.red), try await tile(.blue))
    var overlay = TileOverlay { path in path.x % 2 == 0 ? red : blue }
    overlay.minimumZ = 2
    overlay.maximumZ = 3
    let (far, farLog) = try await shot(overlay, level: 1)
    #expect(far.isColor(60, 60, TilePixelFacts.white) && farLog == ["true"])
    // A tile of level 3 is 1,024 points wide at level 5; the center of the world is between two.
    let (near, _) = try await shot(overlay, level: 5)
    #expect(near.isColor(10, 10, [0, 0, 255, 255]) && near.isColor(127, 10, [0, 0, 255, 255]))
    #expect(near.isColor(128, 10, [255, 0, 0, 255]) && near.isColor(250, 250, [255, 0, 0, 255]))
  }

  @Test("73: loading is told once for all tiles of a picture, whether they come or not", arguments: [false, true])
  func callbacks(fails: Bool) async throws {
    struct NoTile: Error {}
    let green = try await tile(.systemGreen)
    let overlay = TileOverlay { _ in
      if fails { throw NoTile() }
      return green
    }
    let (pixels, log) = try await shot(overlay, level: 4, side: 600)
    #expect(log.count == 3 && log[0] == "will start" && log[2] == "\(!fails)")
    #expect(fails == log[1].contains("NoTile") && fails == pixels.isColor(300, 300, TilePixelFacts.white))
  }

  @Test("74: where a file is missing, or is not a picture, there is nothing, and the rest is drawn")
  func missingFiles() async throws {
    let folder = TemporaryFolder()
    try RenderedPicture(bytes: try await tile(.red)).write(to: folder.path + "/0-0")
    try RenderedPicture(bytes: Array("<html>not found".utf8)).write(to: folder.path + "/1-0")
    try RenderedPicture(bytes: try await tile(.blue)).write(to: folder.path + "/0-1")
    let (pixels, log) = try await shot(TileOverlay(urlTemplate: "file://\(folder.path)/{x}-{y}"), level: 1)
    #expect(log.count == 3 && log[1].contains("neither PNG nor JPEG") && log[2] == "false", "\(log)")
    #expect(pixels.isColor(60, 60, [255, 0, 0, 255]) && pixels.isColor(60, 190, [0, 0, 255, 255]))
    #expect(pixels.isColor(190, 60, TilePixelFacts.white) && pixels.isColor(190, 190, TilePixelFacts.white))
  }

  @Test("75: an error and a silence of a loader leave out that tile alone")
  func ownLoading() async throws {
    struct NoTile: Error {}
    let red = try await tile(.red)
    var overlay = TileOverlay { path in
      if path.x == 1, path.y == 0 { throw NoTile() }
      if path.x == 0, path.y == 1 { try await Task.sleep(for: .seconds(600)) }
      return red
    }
    overlay.timeLimitSeconds = 2
    let (pixels, log) = try await shot(overlay, level: 1)
    #expect(log.count == 3 && log[2] == "false")
    #expect(pixels.isColor(60, 60, [255, 0, 0, 255]) && pixels.isColor(190, 190, [255, 0, 0, 255]))
    #expect(pixels.isColor(190, 60, TilePixelFacts.white) && pixels.isColor(60, 190, TilePixelFacts.white))
  }

  @Test(
    "tiles meet without a line between them, wherever their edges are within a pixel",
    arguments: [(3.37, 1.0, 1.0), (3.37, 2, 1), (5.81, 1, 0.5), (2.5, 3, 0.5)])
  func hairlines(level: Double, scale: Double, alpha: Double) async throws {
    let color = Color(red: 0.2, green: 0.6, blue: 0.4, alpha: alpha)
    let tile = try await picture(16, 16, background: color) { _ in }.bytes
    let (pixels, _) = try await shot(
      TileOverlay { _ in tile }, level: level, latitude: 12.345, longitude: 6.789, side: 400, scale: scale)
    let expected = pixels[7, 7]
    #expect(expected != TilePixelFacts.white)
    for row in 0..<pixels.height where row % 3 == 0 {
      for column in 0..<pixels.width where !pixels.isColor(column, row, expected, within: 2) {
        Issue.record("\(column), \(row): \(pixels[column, row]) is not \(expected)")
        return
      }
    }
  }
}
