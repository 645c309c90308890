import GeoConsole
import GeoImport

/// Shows the stages of an import on a progress display.
public struct ImportProgress: ImportReporter {
  private let display: ProgressDisplay

  /// Shows an import on this display.
  public init(_ display: ProgressDisplay) { self.display = display }

  /// Begins a line for the stage.
  public func didBegin(_ stage: ImportStage) {
    let text = stage.rawValue
    display.begin(text.prefix(1).uppercased() + text.dropFirst())
  }

  /// Moves the bar.
  public func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int) {
    display.update(fraction: fraction, count: objects > 0 ? Int64(objects) : nil)
  }

  /// Replaces the bar by what the stage did.
  public func didEnd(_ stage: ImportStage, seconds: Double) { display.end() }
}
