import CCairo
import GeoBaseMap
import GeoImport
import GeoMap
import GeoModel
import GeoRender
import GeoSupport
import GeoTestKit
import Testing

/// A town whose pictures were checked by eye.
struct PicturedTown: CustomTestStringConvertible {
  var name: String
  var file: String
  var place: (latitude: Double, longitude: Double)
  var levels = [4, 8, 12, 14, 16, 18]
  /// Whether the world layer provides the far zooms and the surroundings of the extract.
  var hasWorld = true
  var testDescription: String { name }
}

@Suite("Real towns in the standard style")
struct TownPictureTests {
  /// By default only a small one without the world layer, because imports take long in a debug build.
  static var towns: [PicturedTown] {
    guard getenv("GEOCODE_LONG_TESTS") != nil else {
      return [
        PicturedTown(
          name: "moscow-alone", file: "moscow-2020-07-20", place: (55.7577, 37.6300), levels: [12, 14, 16, 18],
          hasWorld: false)
      ]
    }
    return [
      PicturedTown(name: "munich", file: "munich-2020-07-20", place: (48.1374, 11.5755)),
      PicturedTown(name: "london", file: "london-2020-07-20", place: (51.5135, -0.0985)),
      PicturedTown(name: "porto", file: "porto-2020-07-20", place: (41.1408, -8.6110)),
      PicturedTown(name: "berlin", file: "berlin-north-2022-02-22", place: (52.5515, 13.3320)),
      PicturedTown(name: "helsinki", file: "helsinki-centre-2019-04-21", place: (60.1699, 24.9440)),
      PicturedTown(name: "san-francisco", file: "san-francisco-downtown-2023-07-22", place: (37.7850, -122.4040)),
      PicturedTown(name: "malta", file: "malta-2016-11-09", place: (35.8980, 14.5120)),
      PicturedTown(name: "monaco", file: "monaco-2026-03-10", place: (43.7350, 7.4210)),
    ]
  }

  /// The width of a picture in the strip in pixels; each is the mean of 4 by 4 drawn pixels.
  private static let side = 64
  private static let scale = 4

  @Test(
    "look as they did when they were looked at, small and side by side by level",
    .enabled(if: SharedData.isAvailable, "\(SharedData.missing)"), arguments: TownPictureTests.towns)
  func town(_ town: PicturedTown) async throws {
    guard TestFonts.areThere else { return }
    let folder = TemporaryFolder()
    let store = folder.path + "/town.sqlite"
    let world = town.hasWorld ? SharedData.packageRoot + "/data/world.osm.pbf" : nil
    var options = ImportOptions(threads: 2, worldLayer: world)
    options.includesObjects = false
    _ = try Importer(options).run(extracts: [SharedData.path(town.file + ".osm.pbf")], output: store)
    let map = MapView(
      size: ScreenSize(width: Double(Self.side * Self.scale), height: Double(Self.side * Self.scale)), scale: 1)
    map.baseMap = try StoreMap(database: store)
    var strip = Strip(width: town.levels.count * Self.side, height: Self.side)
    for (number, level) in town.levels.enumerated() {
      let place = try Coordinate(latitude: town.place.latitude, longitude: town.place.longitude)
      map.setCenter(place, level: Double(level), animated: false)
      let picture = try await map.snapshot().rendered()
      // Saves the pictures for viewing.
      if let folder = getenv("GEO_RENDER_PICTURES") {
        try picture.write(to: String(cString: folder) + "/\(town.name)-\(level).png")
      }
      strip.draw(try Pixels(picture.bytes), at: number * Self.side, by: Self.scale)
    }
    let path = SharedData.packageRoot + "/Tests/GeoRenderTests/Golden/town-\(town.name).png"
    if getenv("GEO_RENDER_GOLDEN") != nil { return try strip.write(to: path) }
    try strip.write(to: folder.path + "/strip.png")
    let difference = try Pixels(file: folder.path + "/strip.png").difference(from: Pixels(file: path))
    #expect(difference.mean <= 1 && difference.clear <= 0.01, "\(town.name): \(difference)")
  }
}

/// Small pictures side by side.
private struct Strip {
  let width: Int, height: Int
  private var bytes: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: 255, count: width * height * 4)
  }

  /// Draws a picture with blocks of `scale` by `scale` pixels averaged.
  mutating func draw(_ picture: Pixels, at left: Int, by scale: Int) {
    for y in 0..<picture.height / scale {
      for x in 0..<picture.width / scale {
        var sums = [0, 0, 0]
        for row in 0..<scale {
          for column in 0..<scale {
            let pixel = picture[x * scale + column, y * scale + row]
            for channel in 0..<3 { sums[channel] += pixel[channel] }
          }
        }
        let start = (y * width + left + x) * 4
        for channel in 0..<3 { bytes[start + 2 - channel] = UInt8(sums[channel] / (scale * scale)) }
      }
    }
  }

  /// Writes a PNG file.
  func write(to path: String) throws {
    var bytes = bytes
    let status = bytes.withUnsafeMutableBufferPointer { buffer in
      let surface = cairo_image_surface_create_for_data(
        buffer.baseAddress, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(width * 4))
      defer { cairo_surface_destroy(surface) }
      return cairo_surface_write_to_png(surface, path)
    }
    try #require(status == CAIRO_STATUS_SUCCESS, "\(path) cannot be written")
  }
}
