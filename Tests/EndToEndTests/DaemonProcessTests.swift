import Foundation
import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("geocoded") struct DaemonProcess {
    private static let answer = "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n"

    /// A running daemon of the invented village.
    private struct Setting {
      let village: Village
      let folder = TemporaryFolder()
      var socket: String { folder.file("s") }

      init() throws { village = try Village() }

      func start(_ options: [String] = []) throws -> RunningProgram { try village.serve(at: socket, options) }

      func ask() throws -> Outcome {
        try Program().run(
          ["--socket", socket, "--format", "line"] + Village.corner.split(separator: " ").map(String.init))
      }
    }

    @Test("answers geocode, ends with 0 on SIGTERM and SIGINT, and leaves no socket", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) throws {
      let setting = try Setting()
      let running = try setting.start()
      let outcome = try setting.ask()
      #expect(outcome.output == DaemonProcess.answer)
      running.send(signal)
      let end = try running.end()
      #expect(end.status == 0)
      #expect(end.output.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: setting.socket))
      #expect(try setting.ask().status == 69)
    }

    @Test("a killed one is followed by the next, two at once are not possible")
    func killed() throws {
      let setting = try Setting()
      let first = try setting.start()
      let second = try Program("geocoded").run(["--database", setting.village.path, "--socket", setting.socket])
      #expect(second.status == 69)
      #expect(
        second.errors.hasSuffix(
          "geocoded: another geocoded listens on \(setting.socket); stop it or choose another path with --socket\n"))
      #expect(try setting.ask().output == DaemonProcess.answer)
      first.send(SIGKILL)
      #expect(try first.end().status == 137)
      #expect(FileManager.default.fileExists(atPath: setting.socket))
      let third = try setting.start()
      #expect(try setting.ask().output == DaemonProcess.answer)
      third.send(SIGTERM)
      #expect(try third.end().status == 0)
    }

    @Test("opens the store anew when it is replaced, and on SIGHUP")
    func replaced() throws {
      let setting = try Setting()
      let running = try setting.start()
      let copy = setting.folder.file("copy.sqlite")
      try FileManager.default.copyItem(atPath: setting.village.path, toPath: copy)
      #expect(rename(copy, setting.village.path) == 0)
      try running.wait { running.errorsSoFar.contains("reason=\"file replaced\"") }
      running.send(SIGHUP)
      try running.wait { running.errorsSoFar.contains("reason=\"asked by signal\"") }
      #expect(try setting.ask().output == DaemonProcess.answer)
      running.send(SIGTERM)
      #expect(try running.end().status == 0)
    }

    @Test(
      "says what is wrong and ends with its number",
      arguments: [
        ("--database /nonexistent.sqlite", 66), ("--workers 0 --database /dev/null", 64), ("--log-level loud", 64),
        ("--idle-timeout=-1", 64), ("--no-such-option", 64),
      ])
    func wrongUsage(arguments: String, status: Int) throws {
      let folder = TemporaryFolder()
      let outcome = try Program("geocoded").run(arguments + " --socket \(folder.file("s"))")
      #expect(Int(outcome.status) == status)
      #expect(!outcome.errors.isEmpty)
      #expect(outcome.output.isEmpty)
    }

    @Test("takes its options from the environment, and the command line wins")
    func environment() throws {
      let bad = try Program("geocoded", ["GEOCODED_MAX_CLIENTS": "many"]).run("--socket /tmp/never")
      #expect(bad.status == 64)
      #expect(bad.errors == "geocoded: GEOCODED_MAX_CLIENTS is 'many', which is not a whole number\n")
      let setting = try Setting()
      let daemon = Program(
        "geocoded",
        ["GEOCODE_DATABASE": setting.village.path, "GEOCODED_SOCKET": setting.socket, "GEOCODED_WORKERS": "7"])
      let running = try daemon.start(["--workers", "3"])
      try running.wait { running.errorsSoFar.contains("listening") }
      #expect(running.errorsSoFar.contains("workers=3"))
      #expect(try setting.ask().output == DaemonProcess.answer)
      running.send(SIGTERM)
      #expect(try running.end().status == 0)
    }

    @Test("prints its help")
    func texts() throws {
      let help = try Program("geocoded").run("--help")
      #expect(help.status == 0)
      #expect(help.errors.isEmpty)
      try Golden.expect(help.output, is: "help-geocoded.txt")
    }

    @Test(
      "the documents' examples of the daemon for a shell are true",
      .enabled(if: DaemonExamples.canRun("nc"), "there is no nc on this machine"),
      arguments: try DaemonExamples.all("sh"))
    func shellExamples(example: DaemonExamples) throws { try run(example) }

    @Test(
      "the documents' examples of the daemon for Python are true",
      .enabled(if: DaemonExamples.canRun("python3"), "there is no python3 on this machine"),
      arguments: try DaemonExamples.all("python"))
    func pythonExamples(example: DaemonExamples) throws { try run(example) }

    @Test(
      "the documents' examples of HTTP for Python are true",
      .enabled(if: DaemonExamples.canImport("geopy"), "geopy is not installed for python3"),
      arguments: try DaemonExamples.overHTTP())
    func httpExamples(example: DaemonExamples) throws { try run(example) }

    private func run(_ example: DaemonExamples) throws {
      let setting = try Setting()
      let running = try setting.start(example.asksHTTP ? ["--http", "127.0.0.1:0"] : [])
      let address = try example.asksHTTP ? "127.0.0.1:\(running.httpPort())" : ""
      // The store that the documents import.
      try FileManager.default.createSymbolicLink(
        atPath: setting.folder.file("sf.sqlite"), withDestinationPath: setting.village.path)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let shell = Program(
        path: "/bin/bash",
        environment: [
          "PATH": "\(Program.buildFolder):\(path)", "GEOCODED_SOCKET": setting.socket, "HOME": setting.folder.path,
          "PYTHONPATH": SharedData.packageRoot + "/Clients/python/src", "PYTHONDONTWRITEBYTECODE": "1",
          "SWIFT_BACKTRACE": "enable=no",
        ])
      let command = example.command(at: Village.corner, http: address)
      let outcome = try shell.run(["-c", "cd '\(setting.folder.path)' && \(command)"])
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
      if example.asksHTTP {
        // Nominatim's order of an address, including the surroundings.
        #expect(outcome.output.contains("Musterdorf"))
      } else {
        #expect(outcome.output == example.output)
      }
      running.send(SIGTERM)
      #expect(try running.end().status == 0)
    }
  }
}
