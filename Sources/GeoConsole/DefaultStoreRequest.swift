import GeoSupport

/// Asks the command line program beside this one for the default store.
///
/// `geocode prepare` makes the store if need be, with progress on standard error, and prints its path. So there is one
/// default store and one way to make it, and the daemon and the program that draws maps need not carry the importer.
public enum DefaultStoreRequest {
  /// The path of the default store.
  ///
  /// - Parameter isQuiet: no progress on standard error.
  /// - Throws: ``ProgramFailure`` when there is no `geocode` to ask, or it fails, without a message where it has said why itself.
  public static func path(isQuiet: Bool = false) throws(ProgramFailure) -> String {
    let program = (ProgramFile.folder ?? ".") + "/geocode"
    guard access(program, X_OK) == 0 else {
      throw ProgramFailure(
        .noInput, "no store: name one with --database FILE (there is no \(program) that could prepare the default one)")
    }
    let (status, output) = try run(program, isQuiet ? ["prepare", "--quiet"] : ["prepare"])
    let path = output.split(separator: "\n").last.map(String.init) ?? ""
    // An exit number of its own stands behind a sentence of its own.
    if status & 0x7F == 0, let known = ExitStatus(rawValue: status >> 8), known != .success {
      throw ProgramFailure(known, "")
    }
    guard status == 0, path.hasPrefix("/") else {
      throw ProgramFailure(.noInput, "no store: '\(program) prepare' failed; name a store with --database FILE")
    }
    return path
  }

  /// Runs a program and gives its exit status and what it printed.
  private static func run(
    _ program: String, _ words: [String]
  ) throws(ProgramFailure) -> (status: Int32, output: String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ProgramFailure(.internalError, "no pipe can be made") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let code = posix_spawn(&child, program, &actions, nil, &arguments, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else {
      throw ProgramFailure(.noInput, "\(program) cannot be run: \(systemMessage(code))")
    }
    let output = readAll(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return (status, output)
  }

  /// All text that comes from a pipe or file until its end.
  public static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 { bytes.append(contentsOf: chunk[..<count]) } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
