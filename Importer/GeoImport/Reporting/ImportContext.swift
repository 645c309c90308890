import GeoStore
import GeoSupport
import Synchronization

/// What every part of a running import needs: whom to tell, and whether to stop.
struct ImportContext: Sendable {
  let reporter: any ImportReporter
  let isCancelled: @Sendable () -> Bool
  /// Where working data lives once it is large; nil for the heap.
  var workspace: Workspace?

  /// Whether ``checkCancellation()`` would throw.
  var mustStop: Bool { isCancelled() || workspace?.failure != nil }

  /// - Throws: ``ImportError`` when the import was asked to stop, or when there is no more room for its working data.
  func checkCancellation() throws(ImportError) {
    if isCancelled() { throw .cancelled }
    if let failure = workspace?.failure { throw ImportError(.unwritableWorkFolder, failure.message) }
  }

  /// Runs a stage between its reports and tells how long it took.
  func run<Output>(
    _ stage: ImportStage, _ timings: inout [StageTiming], _ body: () throws(ImportError) -> Output
  ) throws(ImportError) -> Output {
    try checkCancellation()
    reporter.didBegin(stage)
    let start = MonotonicClock.seconds
    let output = try body()
    let seconds = MonotonicClock.seconds - start
    timings.append(StageTiming(stage: stage, seconds: seconds))
    reporter.didEnd(stage, seconds: seconds)
    return output
  }
}

/// How long a stage took.
public struct StageTiming: Hashable, Sendable {
  /// The stage.
  public var stage: ImportStage
  /// Its duration by the wall clock.
  public var seconds: Double
}

/// Counts a stage's steps from several threads and passes them on, one at a time.
final class StageProgress: Sendable {
  private struct State {
    var done = 0
    var objects = 0
  }

  private let stage: ImportStage
  private let total: Int
  private let context: ImportContext
  private let state = Mutex(State())

  /// Progress of a stage with so many steps.
  init(_ stage: ImportStage, total: Int, _ context: ImportContext) {
    self.stage = stage
    self.total = total
    self.context = context
  }

  /// One more step is done.
  func advance(objects: Int = 0) {
    state.withLock {
      $0.done += 1
      $0.objects += objects
      context.reporter.didAdvance(stage, fraction: Double($0.done) / Double(max(1, total)), objects: $0.objects)
    }
  }
}

/// A clock that nobody sets back.
enum MonotonicClock {
  /// Seconds since some moment in the past.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
