import Dispatch
import GeoEngine
import GeoModel
import Synchronization

/// The cost of a pass over points.
struct Timing {
  let medianMicroseconds: Double
  let highMicroseconds: Double
  let queriesPerSecond: Int

  /// Queries every point once.
  ///
  /// - Parameters:
  ///   - points: the points for each thread.
  ///   - store: path of the store; each thread has its own engine.
  ///   - threads: 1 or more.
  ///   - isWarm: whether a pass that is not measured comes first.
  init(_ points: [Coordinate], store: String, threads: Int, isWarm: Bool = true) throws {
    let engines = try (0..<threads).map { _ in EngineBox(engine: try PlacemarkEngine(database: store)) }
    if isWarm { for box in engines { _ = Self.run(box.engine, points) } }
    let all = Mutex<[UInt64]>([])
    let start = DispatchTime.now().uptimeNanoseconds
    DispatchQueue.concurrentPerform(iterations: threads) { index in
      let times = Self.run(engines[index].engine, points)
      all.withLock { $0 += times }
    }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    let sorted = all.withLock { $0.sorted() }
    medianMicroseconds = Double(sorted[sorted.count / 2]) / 1_000
    highMicroseconds = Double(sorted[sorted.count * 99 / 100]) / 1_000
    queriesPerSecond = Int(Double(sorted.count) / seconds)
  }

  /// The nanoseconds of each query.
  private static func run(_ engine: PlacemarkEngine, _ points: [Coordinate]) -> [UInt64] {
    points.map { point in
      let start = DispatchTime.now().uptimeNanoseconds
      _ = try? engine.placemarks(for: PlacemarkQuery(coordinate: point))
      return DispatchTime.now().uptimeNanoseconds - start
    }
  }
}

/// Carries an engine to the only thread that uses it.
private struct EngineBox: @unchecked Sendable { let engine: PlacemarkEngine }
