/// Starts a daemon with HTTP on a Unix socket in the temporary folder, and sends requests over 32 connections at once.
struct HTTPSuite: Suite {
  static let name = "http"

  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws {
    guard let daemon = build.program("geocoded", bench), let load = build.program("socket-load", bench),
      let store = try ImportSuite.prepare(bench.liechtenstein, "liechtenstein", build, bench)
    else { return }
    let path = "\(bench.folder)/\(build.letter).http"
    let server = try ChildProcess(
      daemon,
      [
        "--database", store, "--socket", "\(bench.folder)/\(build.letter).unused", "--http", "unix:\(path)",
        "--no-access-log",
      ])
    defer { server.terminate() }
    guard SocketSuite.isListening(path) else { throw BenchmarkError(description: "\(daemon) does not answer HTTP") }
    let arguments = ["--http-socket", path, "--database", store, "--pid", "\(server.pid)", "--seconds", "20"]
    let output = try ChildProcess(load, arguments + ["--requests", bench.isQuick ? "20000" : "200000"])
      .wait(limit: 60).output
    for line in output.split(separator: "\n").dropFirst() { SocketSuite.add(line, "http", into: &results) }
  }
}
