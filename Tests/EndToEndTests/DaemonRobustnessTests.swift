import Foundation
import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  /// Events that hit the process of a daemon.
  @Suite("geocoded as a process") struct DaemonRobustness {
    private let village: Village
    private let folder = TemporaryFolder()
    private var socket: String { folder.file("s") }

    init() throws { village = try Village() }

    private func ask() throws -> String {
      try Program().run(
        ["--socket", socket, "--format", "line"] + Village.corner.split(separator: " ").map(String.init)
      ).output
    }

    @Test("is not ended by signals that come while it starts", arguments: [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM])
    func signalsWhileStarting(signal: Int32) throws {
      let running = try Program("geocoded").start(["--database", village.path, "--socket", socket])
      // From the moment that the signal handlers are installed, as the system shows, until it serves.
      let bit = UInt64(1) << UInt64(signal - 1)
      try running.wait { caughtSignals(running.pid) & bit != 0 }
      try running.wait {
        running.send(signal)
        return running.errorsSoFar.contains("listening")
      }
      for _ in 0..<20 { running.send(signal) }
      #expect(try ask() == "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n")
      if signal == SIGHUP { try running.wait { running.errorsSoFar.contains("reason=\"asked by signal\"") } }
      running.send(SIGTERM)
      #expect(try running.end().status == 0)
    }

    @Test("ends in good order also when it is asked to before it serves", arguments: [SIGTERM, SIGINT])
    func stopWhileStarting(signal: Int32) throws {
      for _ in 0..<5 {
        let running = try Program("geocoded").start(["--database", village.path, "--socket", socket])
        while access(socket, F_OK) != 0 { usleep(100) }
        running.send(signal)
        let outcome = try running.end()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(access(socket, F_OK) != 0)
      }
    }

    @Test("tells no other file from its standard ones where they are closed, and says what it could not write")
    func closedFiles() throws {
      let shell = Program(path: "/bin/bash", environment: Program().environment)
      let build = Program.buildFolder
      let line = "'\(build)/geocode' --database '\(village.path)' - <&-"
      let closedInput = try shell.run(["-c", line])
      // Without standard input, no coordinates are read.
      #expect(closedInput.status == 74 && closedInput.output == "")
      #expect(closedInput.errors == "Error: standard input cannot be read any further: Bad file descriptor\n")
      let places = try folder.write("p.csv", Data("lat,lon\n47.1,9.5\n".utf8))
      let closedOutput = try shell.run(["-c", "'\(build)/geocode' csv --database '\(village.path)' '\(places)' >&-"])
      #expect(
        closedOutput.status == 74 && closedOutput.errors.contains("Bad file descriptor"), "\(closedOutput.errors)")
      for option in ["--help", "--version"] {
        let full = try Program("geocoded").run([option], outputPath: "/dev/full")
        #expect(full.status == 74 && full.errors.contains("cannot write to standard output"))
      }
    }

    @Test("says at its start that it may open too few files, and once that nobody can connect; it does not spin")
    func fewFiles() throws {
      let shell = Program(path: "/bin/bash", environment: Program().environment)
      let line =
        "ulimit -n 60; exec '\(Program.buildFolder)/geocoded' --database '\(village.path)' --socket '\(socket)' --workers 1"
      let running = try shell.start(["-c", line])
      try running.wait { running.errorsSoFar.contains("listening") }
      #expect(running.errorsSoFar.contains("may open fewer files than --max-clients"))
      #expect(running.errorsSoFar.contains("files=60 needed=4352"))
      let clients = (0..<80).map { _ in connection(socket) }
      try running.wait { running.errorsSoFar.contains("nobody can connect: no more files may be open") }
      // Five more attempts, a quarter of a second each, take hardly any processor time.
      let before = processorTicks(running.pid)
      usleep(1_250_000)
      #expect(processorTicks(running.pid) - before < 25)
      #expect(running.errorsSoFar.components(separatedBy: "nobody can connect").count == 2)
      for client in clients { close(client) }
      #expect(try ask() == "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n")
      running.send(SIGTERM)
      #expect(try running.end().status == 0)
    }

    @Test("answers, takes a new store and ends also while nobody reads its log")
    func unreadLog() throws {
      let shell = Program(path: "/bin/bash", environment: Program().environment)
      let (log, ready) = (folder.file("log"), folder.file("ready"))
      let running = try shell.start([
        "-c",
        """
        mkfifo '\(log)'; exec 5<>'\(log)'; head -c 65536 /dev/zero >&5
        exec '\(Program.buildFolder)/geocoded' --database '\(village.path)' --socket '\(socket)' --ready-fd 3 3>'\(ready)' 2>&5
        """,
      ])
      try running.wait { FileManager.default.contents(atPath: ready)?.isEmpty == false }
      running.send(SIGHUP)
      #expect(try ask() == "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n")
      running.send(SIGTERM)
      #expect(try running.end().status == 0)
    }

    /// The signals that a process catches or ignores, a bit each; 0 when the process has ended.
    private func caughtSignals(_ pid: pid_t) -> UInt64 {
      let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
      return status.split(separator: "\n").filter { $0.hasPrefix("SigCgt:") || $0.hasPrefix("SigIgn:") }
        .reduce(0) { $0 | (UInt64($1.dropFirst(7).drop(while: \.isWhitespace), radix: 16) ?? 0) }
    }

    /// The processor time of a process in hundredths of a second.
    private func processorTicks(_ pid: pid_t) -> Int {
      let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    private func connection(_ path: String) -> Int32 {
      let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      _ = UnixAddress.with(path.utf8) { connect(descriptor, $0, $1) }
      return descriptor
    }
  }
}
