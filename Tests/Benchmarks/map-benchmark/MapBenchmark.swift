import GeoMap
import GeoModel
import GeoSupport

/// Measures the map without a screen.
///
///     swift run -c release map-benchmark [ANNOTATIONS]
///
/// Annotations (a million unless said otherwise) stand in 200 towns, always at the same places. Prints medians in milliseconds of
/// processor time; the map uses one thread.
@main struct MapBenchmark {
  static func main() throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
    guard count > 0, count <= 20_000_000 else {
      print("usage: map-benchmark [ANNOTATIONS]")
      exit(64)
    }
    try MapBenchmark(count: count).run()
  }

  let count: Int
  private var state: UInt64 = 20_260_101

  init(count: Int) { self.count = count }

  func run() throws {
    var random = self
    let before = residentBytes()
    let columns = try random.columns()
    let afterColumns = residentBytes()
    let map = MapView(size: ScreenSize(width: 800, height: 600))
    registerTemplates(map)
    let adding = try milliseconds { try map.addAnnotations(columns, template: "vehicle") }
    print("adding \(count) by columns:", adding)
    let first = milliseconds { map.layout() }
    print("first layout, all visible:", first, "ms;", map.annotationViews.count, "views")
    print(
      "memory for each annotation:", (residentBytes() - afterColumns) / count, "bytes; columns of the caller",
      (afterColumns - before) / count)
    try regions(map)
    try moves(map, columns, &random)
  }

  private func registerTemplates(_ map: MapView) {
    map.registerTemplate("vehicle", MarkerAnnotationView.self) { view in
      view.glyphText = "V"
      view.clusteringIdentifier = "vehicle"
    }
  }

  /// Changes of the region: pans and zooms, each to a place where nothing was worked out before.
  private func regions(_ map: MapView) throws {
    for level in [0.0, 3, 6, 8, 10, 12, 14, 16] {
      var pans: [Double] = []
      var zooms: [Double] = []
      for step in 0..<9 {
        let place = try Coordinate(latitude: 47.5 + Double(step) / 40, longitude: 9 + Double(step) / 30)
        zooms.append(
          milliseconds { map.setCenter(place, level: level + Double(step % 3) / 4, animated: false) })
        let aside = map.coordinate(at: ScreenPoint(x: 640, y: 400))
        pans.append(milliseconds { map.setCenter(aside, animated: false) })
      }
      let visible = map.annotations(in: map.visibleMapRect).count
      print(
        "region at level \(Int(level)), \(visible) visible, \(map.annotationViews.count) views: zoom \(median(zooms)), pan \(median(pans))"
      )
    }
  }

  /// Moves of 10,000 annotations, some of them in sight, and the layout after them.
  private func moves(_ map: MapView, _ columns: AnnotationColumns, _ random: inout MapBenchmark) throws {
    for level in [3.0, 8, 14] {
      map.setCenter(try Coordinate(latitude: 47.5, longitude: 9), level: level, animated: false)
      var moving: [Double] = []
      var layouts: [Double] = []
      for _ in 0..<9 {
        let rows = (0..<min(10_000, count)).map { _ in random.next(count) }
        let ids = rows.map { columns.ids[$0] }
        let latitudes = rows.map { columns.latitudes[$0] + 0.0001 }
        let longitudes = rows.map { columns.longitudes[$0] + 0.0001 }
        moving.append(
          try milliseconds { try map.moveAnnotations(ids, latitudes: latitudes, longitudes: longitudes) })
        layouts.append(milliseconds { map.layout() })
      }
      print("10,000 moves at level \(Int(level)): \(median(moving)), layout after them \(median(layouts))")
    }
    let one = try (0..<99).map { _ in
      try milliseconds {
        try map.move(columns.ids[random.next(count)], to: map.centerCoordinate)
        map.layout()
      }
    }
    print("one move and its layout:", median(one))
  }

  private mutating func columns() throws -> AnnotationColumns {
    let towns = (0..<200).map { _ in (46.5 + unit() * 2.5, 7 + unit() * 5) }
    var (latitudes, longitudes, titles) = ([Double](), [Double](), [String]())
    for row in 0..<count {
      let town = towns[next(200)]
      latitudes.append(town.0 + (unit() + unit() - 1) * 0.05)
      longitudes.append(town.1 + (unit() + unit() - 1) * 0.07)
      titles.append("Bus \(row)")
    }
    return try AnnotationColumns(
      ids: (0..<count).map { .number($0) }, latitudes: latitudes, longitudes: longitudes, titles: titles)
  }

  private mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  private mutating func unit() -> Double { Double(next(1 << 30)) / Double(1 << 30) }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return ((now() - start) * 100).rounded() / 100
  }

  private func median(_ values: [Double]) -> String { "\(values.sorted()[values.count / 2]) ms" }

  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }

  /// What the process holds in memory.
  private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let pages = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
      separator: " ")
    return pages.count > 1 ? (Int(pages[1]) ?? 0) * 4_096 : 0
  }
}
