import GeoConsole
import GeoImport

/// Makes the default store from the default data.
struct DefaultImport {
  let data: DefaultData
  let isQuiet: Bool

  /// Imports all extracts and the world layer into a store.
  ///
  /// - Throws: `ProgramFailure`; nothing is left at `output` then.
  func run(output: String) throws(ProgramFailure) {
    let display = ProgressDisplay(isQuiet: isQuiet)
    let options = ImportOptions(threads: 2, worldLayer: data.worldLayer)
    let cancellation = options.cancellation
    Interruption.handle { cancellation.cancel() }
    do {
      _ = try Importer(options).run(extracts: data.extracts, output: output, reporter: Reporter(display: display))
    } catch {
      display.clear()
      throw Self.failure(for: error)
    }
    display.end()
  }

  private static func failure(for error: ImportError) -> ProgramFailure {
    switch error.code {
    case .unreadableExtract: ProgramFailure(.badData, error.message)
    case .unwritableStore: ProgramFailure(.cannotCreate, error.message)
    case .badArgument: ProgramFailure(.usage, error.message)
    case .cancelled: ProgramFailure(Interruption.status, error.message)
    }
  }

  /// Passes the stages of the import on to the display.
  private struct Reporter: ImportReporter {
    let display: ProgressDisplay

    func didBegin(_ stage: ImportStage) {
      let name = stage.rawValue
      display.begin(name.prefix(1).uppercased() + name.dropFirst())
    }

    func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int) {
      display.update(fraction: fraction, count: objects > 0 ? Int64(objects) : nil)
    }
  }
}
