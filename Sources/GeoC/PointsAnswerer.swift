import CGeocode
import GeoEngine
import GeoModel
import GeoSupport
import Synchronization

/// Answers many points on several threads.
///
/// 1. The points are divided into blocks; each thread takes the next one.
/// 2. The points of a block are sorted spatially, so that they use cached pages of the store. Equal points are queried
///    once. The more points are sorted together, the nearer each is to the previous one.
/// 3. Each answer is written to its row immediately. When all blocks are done, the texts of the threads are joined.
struct PointsAnswerer {
  /// The most points in a block, and the fewest if there are enough points.
  private static let (mostPoints, fewestPoints) = (262_144, 4_096)
  /// The number of points between two reports of progress.
  private static let pointsPerReport = 8_192

  let store: OpenStore
  let latitudes: UnsafePointer<Double>
  let longitudes: UnsafePointer<Double>
  let options: CallOptions
  let columns: AnswerColumns

  /// The results of one thread.
  fileprivate struct Part: Sendable {
    var texts: [TextColumn]
    var rows: [Range<Int>] = []
  }

  fileprivate struct Progress {
    var done = 0
    var failure: CallFailure?
    var parts: [Part] = []
  }

  /// The state shared by the threads.
  ///
  /// It is Sendable unchecked: the points are only read, and the caller's progress function is called under the lock.
  fileprivate final class Work: @unchecked Sendable {
    let answerer: PointsAnswerer
    let query: PlacemarkQuery
    let blockSize: Int
    let next = Atomic(0)
    let isStopped = Atomic(false)
    let progress = Mutex(Progress())

    init(_ answerer: PointsAnswerer, _ query: PlacemarkQuery, blockSize: Int) {
      self.answerer = answerer
      self.query = query
      self.blockSize = blockSize
    }
  }

  /// Fills the columns.
  ///
  /// - Returns: the texts of each column.
  /// - Throws: ``CallFailure`` when the store fails or the caller stops the call.
  func run() throws(CallFailure) -> [TextColumn] {
    let threads = options.threads > 0 ? options.threads : SystemThread.processorCount
    // Two blocks for each thread, so that no thread waits long for the last one.
    let share = columns.count / (2 * threads) + 1
    let blockSize = min(PointsAnswerer.mostPoints, max(PointsAnswerer.fewestPoints, share))
    let work = Work(self, try options.query(0, 0, for: columns.columns), blockSize: blockSize)
    let blocks = (columns.count + blockSize - 1) / blockSize
    SystemThread.perform(onThreads: min(threads, blocks)) { PointsAnswerer.takePart(work) }
    let (failure, parts) = work.progress.withLock { ($0.failure, $0.parts) }
    if let failure { throw failure }
    return columns.join(parts.map { ($0.texts, $0.rows) })
  }

  /// Answers blocks until none is left.
  private static func takePart(_ work: Work) {
    let answerer = work.answerer
    var part = Part(texts: answerer.columns.columns.map { _ in TextColumn() })
    do throws(CallFailure) {
      let loan = try reading { () throws(StoreError) in try answerer.store.borrow() }
      let engine = loan.engine
      defer { answerer.store.giveBack(loan) }
      while !work.isStopped.load(ordering: .relaxed) {
        let start = work.next.wrappingAdd(1, ordering: .relaxed).oldValue * work.blockSize
        guard start < answerer.columns.count else { break }
        let rows = start..<min(start + work.blockSize, answerer.columns.count)
        part.rows.append(rows)
        try answerer.answer(rows, engine, work, &part.texts)
      }
    } catch {
      work.fail(error)
    }
    work.progress.withLock { $0.parts.append(part) }
  }

  /// Answers a block.
  private func answer(
    _ rows: Range<Int>, _ engine: PlacemarkEngine, _ work: Work, _ texts: inout [TextColumn]
  ) throws(CallFailure) {
    var order: [(key: UInt64, row: Int32)] = []
    order.reserveCapacity(rows.count)
    for row in rows {
      let (latitude, longitude) = (latitudes[row], longitudes[row])
      if latitude.isNaN || longitude.isNaN {
        columns.set(row, .missingCoordinate, &texts)
      } else if abs(latitude) > 90 || abs(longitude) > 180 {
        columns.set(row, .outOfRange, &texts)
      } else {
        order.append((PointsAnswerer.key(latitude, longitude), Int32(row - rows.lowerBound)))
      }
    }
    order.sort { $0.key < $1.key }
    try work.report(rows.count - order.count)
    var query = work.query
    var last: (key: UInt64, row: Int)?
    var unreported = 0
    for (key, offset) in order {
      unreported += 1
      if unreported == PointsAnswerer.pointsPerReport {
        try work.report(unreported)
        unreported = 0
      }
      let row = rows.lowerBound + Int(offset)
      if let last, last.key == key {
        columns.copy(row, from: last.row)
        continue
      }
      query.coordinate = Coordinate(PointsAnswerer.point(key))
      do throws(GeocodingError) {
        let found = try engine.placemarks(for: query)
        columns.set(row, found[0], &texts)
      } catch {
        switch error.code {
        case .placemarkNotFound: columns.set(row, .notFound, &texts)
        case .invalidQuery: throw CallFailure(error)
        default:
          // If the store was changed in place, no answer is valid.
          if engine.health.isChanged { throw CallFailure(error) }
          columns.set(row, .error, &texts)
        }
      }
      last = (key, row)
    }
    try work.report(unreported)
  }

  /// A point in 1e-7 degree as a number in spatial order. Equal numbers are the same place to within a centimeter.
  private static func key(_ latitude: Double, _ longitude: Double) -> UInt64 {
    let x = Int32((longitude * FixedPoint.unitsPerDegree).rounded())
    let y = Int32((latitude * FixedPoint.unitsPerDegree).rounded())
    return InterleavedBits.join(UInt32(bitPattern: x) ^ 0x8000_0000, UInt32(bitPattern: y) ^ 0x8000_0000)
  }

  private static func point(_ key: UInt64) -> FixedPoint {
    let (x, y) = InterleavedBits.part(key)
    return FixedPoint(x: Int32(bitPattern: x ^ 0x8000_0000), y: Int32(bitPattern: y ^ 0x8000_0000))
  }
}

extension PointsAnswerer.Work {
  /// Counts answered points and calls the progress function.
  ///
  /// - Throws: ``CallFailure`` of another thread, or of the caller's request to stop.
  fileprivate func report(_ rows: Int) throws(CallFailure) {
    if rows == 0 { return }
    let failure = progress.withLock { progress -> CallFailure? in
      progress.done += rows
      if progress.failure != nil || (answerer.options.goesOn?(progress.done, answerer.columns.count) ?? true) {
        return progress.failure
      }
      return CallFailure(GEOCODE_CANCELLED, "the progress function asked to stop")
    }
    if let failure { throw failure }
  }

  /// Records the first failure and makes the other threads stop.
  fileprivate func fail(_ failure: CallFailure) {
    isStopped.store(true, ordering: .relaxed)
    progress.withLock { if $0.failure == nil { $0.failure = failure } }
  }
}
