import GeoConsole
import GeoImport
import GeoImportCommand

/// Makes the default store from the default data.
struct DefaultImport {
  let data: DefaultData
  let isQuiet: Bool

  /// Imports all extracts and the world layer into a store.
  ///
  /// - Throws: `ProgramFailure`; nothing is left at `output` then.
  func run(output: String) throws(ProgramFailure) {
    let display = ProgressDisplay(isQuiet: isQuiet)
    var options = ImportOptions(threads: 2, worldLayer: data.worldLayer)
    options.isCancelled = { Interruption.isRequested }
    Interruption.handle()
    do {
      _ = try Importer(options).run(extracts: data.extracts, output: output, reporter: ImportProgress(display))
    } catch {
      display.clear()
      throw ImportFailure.failure(for: error)
    }
    display.end()
  }
}
