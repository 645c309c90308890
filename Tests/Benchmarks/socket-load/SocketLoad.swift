import ArgumentParser
import BenchmarkKit
import GeoModel
import GeoSupport
import GeoWire

/// Loads a running daemon and prints the results: one request at a time, pipelined, with many clients, and over HTTP.
///
/// The coordinates are random with a fixed seed, so that all runs send the same requests. Every run ends after its
/// number of requests or its time, whichever comes first.
@main struct SocketLoad: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "socket-load", abstract: "Measure a running geocoded over its socket.",
    discussion: "Start the daemon first, with the same store for runs that are to be compared.")

  @Option(help: "Where the daemon listens; without it only HTTP is measured.")
  var socket: String?

  @Option(help: "The path of --http unix:PATH, to be measured as well.")
  var httpSocket: String?

  @Option(help: "Requests of each measurement.")
  var requests = 200_000

  @Option(help: "Requests that a pipelining client has under way.")
  var window = 256

  @Option(help: "Clients of the last measurement of the socket protocol; over HTTP there are 32.")
  var clients = 1000

  @Option(help: "Seconds after which a measurement ends.")
  var seconds = 60.0

  @Option(help: "The daemon's store: coordinates are 20 to 30 m away from its addresses.")
  var database: String?

  @Option(
    parsing: .unconditional,
    help: "South, west, north, east of the coordinates in degrees, when there is no --database.")
  var box = Region(argument: "47.13,9.505,47.175,9.53")!

  @Flag(help: "Measure maps, and nothing else; their pages, too, with --http-socket.") var maps = false

  @Option(
    parsing: .upToNextOption,
    help: "Only these measurements: sequential, pipelined, 16, clients (--clients), placemark, jsonv2.")
  var only: [Measurement] = []

  @Option(help: "A process whose memory and processor time are shown, such as the daemon's.")
  var pid: Int32?

  /// The possible measurements.
  enum Measurement: String, ExpressibleByArgument {
    case sequential, pipelined, few = "16", clients, placemark, jsonv2
  }

  func validate() throws {
    guard socket != nil || httpSocket != nil else { throw ValidationError("--socket or --http-socket is needed") }
    let limits = [("--requests", requests, 100_000_000), ("--window", window, 100_000), ("--clients", clients, 10_000)]
    for (name, value, limit) in limits where !(1...limit).contains(value) {
      throw ValidationError("\(name) must be from 1 to \(limit), not \(value)")
    }
    guard (0.001...86_400).contains(seconds) else {
      throw ValidationError("--seconds must be from 0.001 to 86400, not \(seconds)")
    }
  }

  func run() throws {
    try InputFiles.require(database.map { [$0] } ?? [])
    signal(SIGPIPE, SIG_IGN)
    if maps {
      guard let socket else { throw ValidationError("--maps needs --socket") }
      return try MapLoad(path: socket, httpPath: httpSocket, pid: pid).run()
    }
    let coordinates = try database.map(RandomCoordinates.init(aroundHousesOf:)) ?? RandomCoordinates(in: box.box)
    let process = pid.map(ObservedProcess.init)
    print("measurement            requests   seconds  requests/s  median us     p99 us   daemon MB  load us  daemon us")
    if let socket { try measure(socket, coordinates, process) }
    guard let httpSocket else { return }
    for (kind, target) in [(Measurement.placemark, "/placemark?"), (.jsonv2, "/reverse?format=jsonv2&")] {
      try show(kind, kind.rawValue, process) {
        try HTTPLoad(path: httpSocket, clients: 32, target: target).run(requests, seconds: seconds, coordinates)
      }
    }
  }

  /// Runs the measurements of the socket protocol.
  private func measure(_ socket: String, _ coordinates: RandomCoordinates, _ process: ObservedProcess?) throws {
    try show(.sequential, "sequential", process) {
      try SequentialLoad(path: socket).run(min(requests, 100_000), seconds: seconds, coordinates)
    }
    try show(.pipelined, "pipelined", process) {
      try PipelinedLoad(path: socket, clients: 1, window: window).run(requests, seconds: seconds, coordinates)
    }
    try show(.few, "16 clients", process) {
      try PipelinedLoad(path: socket, clients: 16, window: max(1, window / 16))
        .run(requests, seconds: seconds, coordinates)
    }
    try show(.clients, "\(clients) clients", process) {
      try PipelinedLoad(path: socket, clients: clients, window: 1).run(requests, seconds: seconds, coordinates)
    }
  }

  private func show(
    _ kind: Measurement, _ name: String, _ process: ObservedProcess?, _ measure: () throws -> LoadResult
  ) throws {
    guard only.isEmpty || only.contains(kind) else { return }
    let processes = [ObservedProcess(pid: getpid()), process]
    let before = processes.map { $0?.processorTime }
    let result = try measure()
    // The processor time of a request, in the load and in the daemon.
    let taken = zip(processes, before).map { process, before in
      guard let now = process?.processorTime, let before else { return "-" }
      return decimal((now - before) * 1e6 / Double(max(1, result.requests)), 2)
    }
    let memory = process?.residentMegabytes.map { "\($0)" } ?? "-"
    print(
      pad(name, -18), pad("\(result.requests)", 12), pad(decimal(result.seconds, 2), 9),
      pad("\(Int(result.requestsPerSecond))", 11), pad(decimal(result.medianMicroseconds, 1), 10),
      pad(decimal(result.highMicroseconds, 1), 10), pad(memory, 11), pad(taken[0], 8),
      pad(taken[1], 10))
  }

  private func pad(_ text: String, _ width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + spaces : spaces + text
  }

  private func decimal(_ value: Double, _ places: Int) -> String {
    let scale = places == 1 ? 10.0 : 100.0
    return "\((value * scale).rounded() / scale)"
  }
}
