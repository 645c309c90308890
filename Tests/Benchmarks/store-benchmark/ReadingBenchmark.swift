import BenchmarkKit
import GeoModel
import GeoStore
import GeoSupport
import GeoTestKit

/// Times the reader's calls one by one and prints the median, the 99th percentile and the mean in microseconds.
struct ReadingBenchmark {
  let path: String
  /// The prefix of the measurements to run.
  var only = ""

  func run() throws {
    let houses = try addresses(count: 50_000)
    let points = houses.map { $0.point }
    let sorted = points.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    for pass in ["cold pages", "warm pages"] {
      let reader = try StoreReader(path: path)
      try time("tile, scattered points, \(pass)", points) { _ = try reader.tile(containing: $0) }
    }
    let reader = try StoreReader(path: path)
    try time("tile, points in rows", sorted) { _ = try reader.tile(containing: $0) }
    try time("tiles within 100 m, scattered", points) { point in
      for box in SearchBoxes(around: point, radiusMeters: 100) { try reader.forEachTile(in: box) { _ in true } }
    }
    try time("address row", houses) { _ = try reader.address($0.id) }
    let names = houses.compactMap { $0.street }
    try time("name", names) { _ = try reader.name($0) }
    try objects(reader, Array(points.prefix(20_000)))
  }

  /// Measures searching and reading map objects, at points whose pages are already decoded.
  private func objects(_ reader: StoreReader, _ points: [FixedPoint]) throws {
    guard reader.hasObjects else { return }
    for (meters, ranks) in [(30.0, 26...30), (100, 26...30), (600, 26...30), (100, 5...25)]
      as [(Double, ClosedRange<UInt8>)]
    {
      var found = 0
      func search(_ point: FixedPoint) throws {
        try reader.objects(around: point, withinMeters: meters, ranks: ranks) { _ in found += 1 }
      }
      let name = "objects of ranks \(ranks) within \(Int(meters)) m"
      try time(name + ", scattered", points) { try search($0) }
      // Each point comes twice in a row; the second time nothing is decoded.
      try time(name + ", warm", points, before: { try search($0) }) { try search($0) }
      if found > 0 { print("  found", found / max(1, points.count * 3)) }
    }
    let rows = Int64(reader.info.counts.first { $0.table == "object" }?.rows ?? 0)
    let ids = (0..<20_000).map { MapObjectID(rawValue: 1 + ($0 * 7_919) % max(1, rows)) }
    try time("object with its tags and shape", ids) { _ = try reader.object($0, withGeometry: true) }
  }

  /// Random addresses from the whole store, always the same ones.
  private func addresses(count: Int) throws -> [TileAddress] {
    let reader = try StoreReader(path: path)
    var all: [TileAddress] = []
    try reader.forEachTile(in: .world) { tile in
      all += tile.addresses
      return true
    }
    var random = SeededGenerator(seed: 20_221_215)
    return (0..<(all.isEmpty ? 0 : count)).map { _ in all[Int.random(in: 0..<all.count, using: &random)] }
  }

  private func time<Element>(
    _ name: String, _ elements: [Element], before prepare: (Element) throws -> Void = { _ in },
    _ body: (Element) throws -> Void
  ) throws {
    guard name.hasPrefix(only) else { return }
    var nanoseconds: [UInt64] = []
    nanoseconds.reserveCapacity(elements.count)
    for element in elements {
      try prepare(element)
      let start = now()
      try body(element)
      nanoseconds.append(now() - start)
    }
    nanoseconds.sort()
    guard let last = nanoseconds.indices.last else { return }
    let mean = nanoseconds.reduce(0, +) / UInt64(nanoseconds.count)
    print(
      name, "median", micro(nanoseconds[last / 2]), "p99", micro(nanoseconds[last * 99 / 100]), "mean", micro(mean))
  }

  private func micro(_ nanoseconds: UInt64) -> Double { Double(nanoseconds / 10) / 100 }

  private func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
