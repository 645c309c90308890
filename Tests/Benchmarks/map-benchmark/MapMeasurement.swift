import GeoMap
import GeoModel
import GeoSupport

/// One map that is filled, panned, zoomed and changed.
struct MapMeasurement {
  let name: String
  let columns: AnnotationColumns
  var places: Places
  /// Whether this is the first measurement, so that memory growth of the process is that of the map.
  let isFirst: Bool

  private static let rounds = 9

  mutating func run() throws {
    print("\(columns.count) annotations, \(name)")
    let before = residentBytes()
    let map = MapView(size: ScreenSize(width: 800, height: 600))
    let identifier = name == "clusters" ? "vehicle" : nil
    map.registerTemplate("vehicle", MarkerAnnotationView.self) { view in
      view.glyphText = "V"
      view.clusteringIdentifier = identifier
    }
    let adding = try milliseconds { try map.addAnnotations(columns, template: "vehicle") }
    let first = milliseconds { map.layout() }
    let bytes = isFirst ? ", \((residentBytes() - before) / columns.count) bytes each" : ""
    print("  adding by columns \(adding) ms, first layout \(first) ms\(bytes)")
    for level in [0.0, 3, 6, 8, 10, 12, 14, 16] { try changeRegion(map, level) }
    for level in [3.0, 8, 14] { try move(map, level) }
  }

  /// Changes the region: zooms to a new place and pans from there.
  private func changeRegion(_ map: MapView, _ level: Double) throws {
    var (pans, zooms) = ([Double](), [Double]())
    var most = 0
    for step in 0..<MapMeasurement.rounds {
      let place = try Coordinate(latitude: 47.5 + Double(step) / 40, longitude: 9 + Double(step) / 30)
      zooms.append(milliseconds { map.setCenter(place, level: level + Double(step % 3) / 4, animated: false) })
      most = max(most, map.annotations(in: map.visibleMapRect).count)
      let aside = map.coordinate(at: ScreenPoint(x: 640, y: 400))
      pans.append(milliseconds { map.setCenter(aside, animated: false) })
    }
    print(
      "  level \(Int(level)), \(most) visible, \(map.annotationViews.count) views: zoom \(median(zooms)) ms, pan \(median(pans)) ms"
    )
  }

  /// Moves 10,000 annotations, some of them visible, and then one.
  private mutating func move(_ map: MapView, _ level: Double) throws {
    map.setCenter(try Coordinate(latitude: 47.5, longitude: 9), level: level, animated: false)
    var (moving, layouts, single) = ([Double](), [Double](), [Double]())
    for round in 1...MapMeasurement.rounds {
      // Annotations that occur twice move as well.
      let step = (level + Double(round)) * 0.0001
      let rows = (0..<min(10_000, columns.count)).map { _ in places.next(columns.count) }
      let ids = rows.map { columns.ids[$0] }
      let latitudes = rows.map { columns.latitudes[$0] + step }
      let longitudes = rows.map { columns.longitudes[$0] + step }
      moving.append(try milliseconds { try map.moveAnnotations(ids, latitudes: latitudes, longitudes: longitudes) })
      layouts.append(milliseconds { map.layout() })
    }
    for _ in 0..<99 {
      let row = places.next(columns.count)
      let place = try Coordinate(latitude: columns.latitudes[row] - 0.0001, longitude: columns.longitudes[row])
      single.append(
        try milliseconds {
          try map.move(columns.ids[row], to: place)
          map.layout()
        })
    }
    print(
      "  level \(Int(level)): 10,000 moves \(median(moving)) ms, layout \(median(layouts)) ms; one move with its layout \(median(single)) ms"
    )
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = processorMilliseconds()
    try body()
    return ((processorMilliseconds() - start) * 100).rounded() / 100
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func processorMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }

  /// The resident memory of the process.
  private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let pages = text.split(separator: " ")
    return pages.count > 1 ? (Int(pages[1]) ?? 0) * 4_096 : 0
  }
}
