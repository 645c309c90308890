import ArgumentParser
import BenchmarkKit
import GeoBaseMap
import GeoMap
import GeoModel
import GeoRender
import GeoSupport

/// Measures tiles and pictures of a store.
@main struct PictureBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture-benchmark", abstract: "Measure tiles, vector tiles and pictures of a store.",
    discussion: """
      Tiles and pictures are around houses of the store, always the same ones; of each tile nothing was drawn before, but fonts are loaded. Prints medians and \
      99th percentiles in milliseconds of one thread: all of it, what the recording from the store takes, and what playing it and the \
      file take. --tiles prints the addresses of the tiles for programs that are measured beside it.
      """)

  @Argument(help: "The store.") var database: String
  @Option(help: "Tiles of each level.") var count = 200
  @Option(help: "Levels with commas between.") var levels = "14,15,16,17,18"
  @Option(help: "Pixels for each point.") var scale = 1.0
  @Option(help: "Only houses in this region: south,west,north,east.") var region: Region?
  @Flag(help: "Print z x y of the tiles, and measure nothing.") var tiles = false
  @Flag(help: "Only tiles.") var onlyTiles = false
  @Flag(help: "Only pictures.") var onlyPictures = false

  func validate() throws {
    guard (1...100_000).contains(count), scale >= 1, scale <= 4 else {
      throw ValidationError("Give 1 to 100000 tiles, and a scale from 1 to 4.")
    }
    guard !numbers.isEmpty, numbers.allSatisfy({ (0...21).contains($0) }) else {
      throw ValidationError("Give levels from 0 to 21, such as 14,16.")
    }
  }

  private var numbers: [Int] { levels.split(separator: ",").map { Int($0) ?? -1 } }

  func run() async throws {
    try InputFiles.require([database])
    for level in numbers {
      var houses = try HousePoints(store: database, in: region?.box)
      let places = houses.next(count)
      if !onlyPictures { try measureTiles(level, places) }
      if !tiles, !onlyTiles { try await measurePictures(level, places) }
    }
  }

  private func measureTiles(_ level: Int, _ places: [Coordinate]) throws {
    var seen: Set<TilePath> = []
    let paths = places.map { place -> TilePath in
      let side = MapSize.world.width / Double(1 << level)
      let point = MapPoint(place)
      return TilePath(x: Int(point.x / side), y: Int(point.y / side), z: level, contentScaleFactor: scale)
    }.filter { seen.insert($0).inserted }
    if tiles {
      for path in paths { print(path.z, path.x, path.y) }
      return
    }
    // Fonts are loaded once in the lifetime of a process.
    if let first = paths.first {
      let part = BaseMapPart(tile: first)
      _ = try MapSnapshot(part, StoreMap(database: database).draw(part)).rendered()
    }
    let map = try StoreMap(database: database)
    var times = Times()
    for path in paths {
      let part = BaseMapPart(tile: path)
      try times.measure {
        map.draw(part)
      } play: {
        try MapSnapshot(part, $0).rendered().bytes.count
      }
    }
    print("level \(level), \(paths.count) tiles: \(times)")
    guard level <= VectorSchema.maximumLevel, scale == 1 else { return }
    let other = try StoreMap(database: database)
    var vectorTimes = Times()
    for path in paths {
      try vectorTimes.measure { try other.vectorTile(z: path.z, x: path.x, y: path.y, languages: []).count }
    }
    print("level \(level), \(paths.count) vector tiles: \(vectorTimes)")
  }

  private func measurePictures(_ level: Int, _ places: [Coordinate]) async throws {
    let base = try StoreMap(database: database)
    var times = Times()
    for place in places.prefix(max(1, count / 4)) {
      let map = MapView(size: ScreenSize(width: 800, height: 600), scale: scale)
      map.setCenter(place, level: Double(level) + 0.3, animated: false)
      var part = BaseMapPart(mapRect: map.visibleMapRect, zoomScale: map.zoomScale)
      part.contentScaleFactor = scale
      try times.measure {
        base.draw(part)
      } play: {
        try MapSnapshot(part, $0).rendered().bytes.count
      }
    }
    print("level \(level).3, pictures of 800 by 600: \(times)")
  }
}

/// The times of several pictures.
struct Times: CustomStringConvertible {
  private var recording: [Double] = []
  private var playing: [Double] = []
  private var bytes = 0

  /// Measures a picture that is made in one step.
  mutating func measure(_ make: () throws -> Int) rethrows {
    let start = Times.milliseconds()
    bytes += try make()
    recording.append(Times.milliseconds() - start)
  }

  /// Measures recording and playing a drawing.
  mutating func measure(
    _ record: () throws -> BaseMapDrawing, play: (BaseMapDrawing) throws -> Int
  ) rethrows {
    let start = Times.milliseconds()
    let drawing = try record()
    let middle = Times.milliseconds()
    bytes += try play(drawing)
    recording.append(middle - start)
    playing.append(Times.milliseconds() - middle)
  }

  var description: String {
    let all = playing.isEmpty ? recording : zip(recording, playing).map { $0 + $1 }
    let parts = "(recorded in \(Times.words(recording)), played in \(Times.words(playing)))"
    return "\(Times.words(all)) ms\(playing.isEmpty ? "" : " " + parts), \(bytes / max(1, all.count)) bytes"
  }

  private static func words(_ values: [Double]) -> String {
    guard !values.isEmpty else { return "-" }
    let sorted = values.sorted()
    func at(_ part: Double) -> Double {
      let value = sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
      return (value * 10).rounded() / 10
    }
    return "\(at(0.5)) / \(at(0.99))"
  }

  /// The processor time of this thread.
  private static func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }
}
