/// The stages of an import, in order. The raw value is the text to show.
public enum ImportStage: String, Hashable, Sendable, CaseIterable {
  case worldLayer = "reading world layer"
  case relations = "reading relations"
  case ways = "reading ways"
  case nodes = "reading nodes"
  case assembling = "assembling areas"
  case classifying = "sorting out"
  case linking = "linking streets"
  case writing = "writing store"
}

/// Follows an import while it runs. Every method does nothing unless it is adopted.
///
/// The methods are called from worker threads, one call at a time.
public protocol ImportReporter: Sendable {
  /// A stage begins.
  func didBegin(_ stage: ImportStage)
  /// A stage went on.
  ///
  /// - Parameters:
  ///   - fraction: the part of the stage that is done, 0 to 1.
  ///   - objects: objects looked at in this stage so far; 0 where they are not counted.
  func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int)
  /// A stage ended.
  func didEnd(_ stage: ImportStage, seconds: Double)
}

extension ImportReporter {
  /// Does nothing.
  public func didBegin(_ stage: ImportStage) {}
  /// Does nothing.
  public func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int) {}
  /// Does nothing.
  public func didEnd(_ stage: ImportStage, seconds: Double) {}
}

/// A reporter that says nothing.
public struct SilentReporter: ImportReporter {
  /// Says nothing.
  public init() {}
}
