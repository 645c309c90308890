import GeoSupport

/// Starts a daemon on a Unix socket in the temporary folder and loads it: one request at a time, pipelined, and with
/// many clients.
///
/// The load comes from the same program for all builds, and shares the processors with the daemon.
struct SocketSuite: Suite {
  static let name = "socket"

  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws {
    guard let daemon = build.program("geocoded", bench), let load = build.program("socket-load", bench),
      let store = try ImportSuite.prepare(bench.liechtenstein, "liechtenstein", build, bench)
    else { return }
    let socket = "\(bench.folder)/\(build.letter).sock"
    let server = try ChildProcess(daemon, ["--database", store, "--socket", socket])
    defer { server.terminate() }
    guard SocketSuite.isListening(socket) else { throw BenchmarkError(description: "\(daemon) does not listen") }
    let requests = bench.isQuick ? "20000" : "200000"
    let arguments = ["--socket", socket, "--requests", requests, "--seconds", "20", "--database", store]
    let output = try ChildProcess(load, arguments + ["--clients", "200", "--pid", "\(server.pid)"]).wait(limit: 120)
      .output
    for line in output.split(separator: "\n").dropFirst() {
      SocketSuite.add(line, "socket", into: &results)
    }
  }

  /// Parses a line of `socket-load`: a name of 18 characters, then requests, seconds, rate, median, 99th percentile,
  /// and memory of the daemon.
  ///
  /// The processor time of a request in the load and in the daemon follows, except in older builds.
  static func add(_ line: Substring, _ face: String, into results: inout Measurements) {
    let numbers = line.dropFirst(18).split(separator: " ").map { Double($0) ?? 0 }
    guard numbers.count >= 6 else { return }
    let name = line.prefix(18).split(separator: " ").joined(separator: " ")
    results.add("\(face) \(name), rate", numbers[2], "/s")
    results.add("\(face) \(name), median", numbers[3], "us")
    results.add("\(face) \(name), p99", numbers[4], "us")
    results.add("\(face) \(name), memory of the daemon", numbers[5], "MB")
    guard numbers.count == 8 else { return }
    results.add("\(face) \(name), processor time of the load", numbers[6], "us")
    results.add("\(face) \(name), processor time of the daemon", numbers[7], "us")
  }

  /// Waits up to ten seconds for the socket.
  static func isListening(_ path: String) -> Bool {
    for _ in 0..<200 {
      if access(path, R_OK | W_OK) == 0 { return true }
      usleep(50_000)
    }
    return false
  }
}
