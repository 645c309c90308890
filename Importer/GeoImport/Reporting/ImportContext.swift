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

/// Receives the progress of an import. Every method has a default that does nothing.
///
/// The methods are called from worker threads, one call at a time.
public protocol ImportReporter: Sendable {
  /// All inputs are open and the work begins.
  ///
  /// Inputs other than PBF have been decompressed and converted before, in a separate stage.
  func willImport(_ estimate: ImportEstimate)
  /// A stage begins.
  func didBegin(_ stage: ImportStage)
  /// A stage made progress.
  ///
  /// - Parameters:
  ///   - fraction: the completed part of the stage, 0 to 1.
  ///   - objects: the number of objects examined in this stage so far; 0 if they are not counted.
  func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int)
  /// A stage ended.
  func didEnd(_ stage: ImportStage, seconds: Double)
  /// Something is wrong, but the store is written nevertheless.
  ///
  /// - Parameter sentence: the warning for the user.
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

/// A reporter that ignores all progress.
public struct SilentReporter: ImportReporter {
  /// Creates the reporter.
  public init() {}
}

/// The reporter, cancellation and workspace shared by all parts of a running import.
struct ImportContext: Sendable {
  let reporter: any ImportReporter
  let isCancelled: @Sendable () -> Bool
  /// The place of large working data; nil for the heap.
  var workspace: Workspace?
  /// The user's own change files among the inputs; nil if there are none.
  var corrections: Corrections?

  /// A context for work in the background, without reports or corrections.
  var silent: ImportContext {
    ImportContext(reporter: SilentReporter(), isCancelled: isCancelled, workspace: workspace)
  }

  /// A context for work that also stops on another condition.
  func ending(when isUnwanted: @escaping @Sendable () -> Bool) -> ImportContext {
    ImportContext(
      reporter: reporter, isCancelled: { [isCancelled] in isCancelled() || isUnwanted() }, workspace: workspace,
      corrections: corrections)
  }

  /// Whether ``checkCancellation()`` would throw.
  var mustStop: Bool { isCancelled() || workspace?.failure != nil }

  /// - Throws: ``ImportError`` if the import was asked to stop, or if there is no more room for its working data.
  func checkCancellation() throws(ImportError) {
    if isCancelled() { throw .cancelled }
    if let failure = workspace?.failure { throw ImportError(.unwritableWorkFolder, failure.message) }
  }

  /// Runs a stage, reports its begin and end, and records its duration.
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

/// The duration of a stage.
public struct StageTiming: Hashable, Sendable {
  /// The stage.
  public var stage: ImportStage
  /// Its duration by the wall clock.
  public var seconds: Double
}

/// Counts a stage's steps on several threads and reports them one at a time.
final class StageProgress: Sendable {
  private struct State {
    var done = 0
    var objects = 0
  }

  private let stage: ImportStage
  private let total: Int
  private let context: ImportContext
  private let state = Mutex(State())

  /// Prepares for a stage with a number of steps.
  init(_ stage: ImportStage, total: Int, _ context: ImportContext) {
    self.stage = stage
    self.total = total
    self.context = context
  }

  /// Reports that one more step is done.
  func advance(objects: Int = 0) {
    state.withLock {
      $0.done += 1
      $0.objects += objects
      context.reporter.didAdvance(stage, fraction: Double($0.done) / Double(max(1, total)), objects: $0.objects)
    }
  }
}
