import GeoSupport

/// Asks the command line program beside this one for the default store.
///
/// `geocode prepare` makes the store if need be, with progress on standard error, and prints its path. So there is one
/// default store and one way to make it, and the daemon and the program that draws maps need not carry the importer.
package enum DefaultStoreRequest {
  /// The path of the default store.
  ///
  /// - Parameter isQuiet: no progress on standard error.
  /// - Throws: ``ProgramFailure`` when there is no `geocode` to ask, or it fails, without a message where it has said why itself.
  package static func path(isQuiet: Bool = false) throws(ProgramFailure) -> String {
    let program = (ProgramFile.folder ?? ".") + "/geocode"
    guard access(program, X_OK) == 0 else {
      throw ProgramFailure(
        .noInput, "no store: name one with --database FILE (there is no \(program) that could prepare the default one)")
    }
    let (status, output) = try run(program, isQuiet ? ["prepare", "--quiet"] : ["prepare"])
    let path = output.split(separator: "\n").last.map(String.init) ?? ""
    // A number of our own stands behind a sentence that was said.
    if let known = ExitStatus(rawValue: status), known != .success { throw ProgramFailure(known, "") }
    guard status == 0, path.hasPrefix("/") else {
      throw ProgramFailure(.noInput, "no store: '\(program) prepare' failed; name a store with --database FILE")
    }
    return path
  }

  /// Runs a program and gives its exit status and what it printed.
  private static func run(
    _ program: String, _ words: [String]
  ) throws(ProgramFailure) -> (status: Int32, output: String) {
    guard let pipe = ChildProcess.pipe() else { throw ProgramFailure(.internalError, "no pipe can be made") }
    defer { close(pipe.reading) }
    let child: ChildProcess
    do throws(ChildProcess.Failure) {
      defer { close(pipe.writing) }
      child = try ChildProcess(program, words, [(1, .descriptor(pipe.writing))])
    } catch { throw ProgramFailure(.noInput, "\(program) cannot be run: \(error.message)") }
    let output = ChildProcess.readAll(pipe.reading)
    return (child.end(), output)
  }
}
