import GeoStoreWriting
import Synchronization

/// The stages of an import, in order. The raw value is the text to show.
public enum ImportStage: String, Hashable, Sendable, CaseIterable {
  case merging = "writing extracts anew"
  case unpacking = "unpacking extracts"
  case tables = "reading address tables"
  case relations = "reading relations"
  case ways = "reading ways"
  case nodes = "reading nodes"
  case assembling = "assembling areas"
  case classifying = "classifying objects"
  case worldLayer = "adding world layer"
  case ranges = "reading address ranges"
  case linking = "linking houses to streets"
  case writing = "writing store"
}

/// Follows an import while it runs. Every method has a default that does nothing.
///
/// The methods are called from worker threads, one call at a time.
public protocol ImportReporter: Sendable {
  /// All inputs are open and the work begins. Before that, inputs that are not PBF were unpacked, a stage of its own.
  func willImport(_ estimate: ImportEstimate)
  /// A stage begins.
  func didBegin(_ stage: ImportStage)
  /// A stage made progress.
  ///
  /// - Parameters:
  ///   - fraction: the part of the stage that is done, 0 to 1.
  ///   - objects: objects looked at in this stage so far; 0 where they are not counted.
  func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int)
  /// A stage ended.
  func didEnd(_ stage: ImportStage, seconds: Double)
  /// Something is not as it should be, though the store is written.
  ///
  /// - Parameter sentence: what, for a person.
  func didWarn(_ sentence: String)
}

extension ImportReporter {
  /// Does nothing.
  public func willImport(_ estimate: ImportEstimate) {}
  /// Does nothing.
  public func didBegin(_ stage: ImportStage) {}
  /// Does nothing.
  public func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int) {}
  /// Does nothing.
  public func didEnd(_ stage: ImportStage, seconds: Double) {}
  /// Does nothing.
  public func didWarn(_ sentence: String) {}
}

/// A reporter that says nothing.
public struct SilentReporter: ImportReporter {
  /// Says nothing.
  public init() {}
}

/// What every part of a running import needs: who is told about progress, and whether to stop.
struct ImportContext: Sendable {
  let reporter: any ImportReporter
  let isCancelled: @Sendable () -> Bool
  /// Where working data lives once it is large; nil for the heap.
  var workspace: Workspace?
  /// Change files of one's own among what is read; nil when there are none.
  var corrections: Corrections?

  /// The same for what is done beside a stage, and not reported.
  var silent: ImportContext {
    ImportContext(reporter: SilentReporter(), isCancelled: isCancelled, workspace: workspace)
  }

  /// The same for what also stops when something else says so.
  func ending(when isUnwanted: @escaping @Sendable () -> Bool) -> ImportContext {
    ImportContext(
      reporter: reporter, isCancelled: { [isCancelled] in isCancelled() || isUnwanted() }, workspace: workspace,
      corrections: corrections)
  }

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
    let start = ContinuousClock.now
    let output = try body()
    let seconds = start.duration(to: .now) / .seconds(1)
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
