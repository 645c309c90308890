import GeoSupport

/// Gets the default store from the command line program beside this one.
///
/// `geocode prepare` makes the store if necessary, with progress on standard error, and prints its path. So there is
/// only one default store and one way to make it, and the daemon and the map program need no importer.
package enum DefaultStoreRequest {
  /// Returns the path of the default store.
  ///
  /// - Parameter isQuiet: whether to show no progress on standard error.
  /// - Throws: ``ProgramFailure`` when `geocode` is missing or fails. The message is empty where `geocode` has printed
  ///   its own.
  package static func path(isQuiet: Bool = false) throws(ProgramFailure) -> String {
    let program = (ProgramFile.folder ?? ".") + "/geocode"
    guard access(program, X_OK) == 0 else {
      throw ProgramFailure(
        .noInput, "no store: name one with --database FILE (there is no \(program) that could prepare the default one)")
    }
    let (status, output) = try run(program, isQuiet ? ["prepare", "--quiet"] : ["prepare"])
    let path = output.split(separator: "\n").last.map(String.init) ?? ""
    // `geocode` has already printed a message for each of these statuses.
    if let known = ExitStatus(rawValue: status), known != .success { throw ProgramFailure(known, "") }
    guard status == 0, path.hasPrefix("/") else {
      throw ProgramFailure(.noInput, "no store: '\(program) prepare' failed; name a store with --database FILE")
    }
    return path
  }

  /// Runs a program and returns its exit status and its output.
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
