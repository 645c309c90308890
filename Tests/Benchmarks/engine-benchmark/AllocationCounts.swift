import CAllocationCount
import GeoEngine
import GeoModel
import GeoWire

/// The average number of allocations for one answer of a warm engine.
struct AllocationCounts {
  /// For the placemark alone.
  let answer: Double
  /// For the placemark and its JSON, written into a reused buffer.
  let answerInJSON: Double

  /// Queries all points three times: to warm up, without JSON and with JSON.
  ///
  /// - Returns: nil where allocations cannot be counted.
  init?(_ points: [Coordinate], store: String) throws {
    guard allocation_count_is_available() else { return nil }
    let engine = try PlacemarkEngine(database: store)
    AllocationCounts.run(engine, points) { _ in }
    answer = AllocationCounts.run(engine, points) { _ in }
    var bytes: [UInt8] = []
    answerInJSON = AllocationCounts.run(engine, points) { placemark in
      bytes.removeAll(keepingCapacity: true)
      PlacemarkJSON.append(placemark, to: &bytes)
    }
  }

  @discardableResult
  private static func run(
    _ engine: PlacemarkEngine, _ points: [Coordinate], _ use: (Placemark) -> Void
  ) -> Double {
    let before = allocation_count()
    for point in points {
      if let placemark = try? engine.placemarks(for: PlacemarkQuery(coordinate: point)).first { use(placemark) }
    }
    let perAnswer = Double(allocation_count() - before) / Double(points.count)
    return (perAnswer * 100).rounded() / 100
  }
}
