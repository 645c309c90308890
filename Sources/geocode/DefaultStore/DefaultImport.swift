import GeoConsole

/// Makes the default store from the default data.
struct DefaultImport {
  let data: DefaultData
  let isQuiet: Bool

  /// Imports all extracts and the world layer into a store.
  ///
  /// - Throws: what the import throws.
  func run(output: String) throws {
    throw ProgramFailure(.internalError, "the importer is not linked in yet")
  }
}
