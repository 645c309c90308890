import Foundation
import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Operating geocoded") struct Operating {
    private let folder = TemporaryFolder()

    private var daemon: Program {
      Program(
        "geocoded", ["GEOCODED_WORKERS": "3", "GEOCODED_NO_ACCESS_LOG": "no", "GEOCODED_SOCKET": folder.file("s")])
    }

    @Test("--print-config tells what counts and where it comes from, and is an environment with which the same counts")
    func configuration() throws {
      let arguments =
        "--http 127.0.0.1:0 --http unix:/h --max-clients 7 --print-config --no-access-log --stop-timeout 0.5"
      let outcome = try daemon.run(arguments.split(separator: " ").map(String.init) + ["--database", "/it's a store"])
      #expect(outcome.status == 0)
      let parts = outcome.output.components(separatedBy: "\n\n")
      #expect(
        parts[0] == """
          # From the command line
          GEOCODED_DATABASE='/it'\\''s a store'
          GEOCODED_HTTP=127.0.0.1:0,unix:/h
          GEOCODED_MAX_CLIENTS=7
          GEOCODED_STOP_TIMEOUT=0.5
          GEOCODED_NO_ACCESS_LOG=yes
          """)
      #expect(parts[1] == "# From the environment\nGEOCODED_SOCKET=\(folder.file("s"))\nGEOCODED_WORKERS=3")
      #expect(parts[2].hasPrefix("# As usual\n") && parts[2].contains("\nGEOCODED_LOG_FORMAT=text\n"))
      #expect(parts[2].contains("\n#GEOCODED_API_KEYS=\n"))
      let file = try folder.write("config", Data(outcome.output.utf8))
      let shell = Program(path: "/bin/bash", environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
      let again = try shell.run([
        "-c", "set -a; source '\(file)'; exec '\(Program.buildFolder)/geocoded' --print-config",
      ])
      func variables(_ outcome: Outcome) -> Set<String> { Set(outcome.lines.filter { !$0.hasPrefix("# ") }) }
      #expect(variables(outcome) == variables(again), "\(again.errors)")
    }

    @Test("every option that the help lists has a variable, apart from what to do")
    func variables() throws {
      let help = try Program("geocoded").run("--help").output
      let options = Set(help.matches(of: /\n  --([a-z-]+)/).map { String($0.1) })
      let actions: Set = [
        "detach", "stop", "status", "ready-fd", "print-systemd-units", "system", "print-config", "version",
      ]
      let config = try daemon.run("--print-config").output
      let variables = config.matches(of: /GEOCODED_([A-Z_]+)=/).map {
        String($0.1).lowercased().replacing("_", with: "-")
      }
      #expect(Set(variables) == options.subtracting(actions))
    }

    @Test("what the environment has wrong is told, and so is a variable that no option has")
    func wrongVariables() throws {
      let flag = try Program("geocoded", ["GEOCODED_NO_ACCESS_LOG": "perhaps"]).run("--print-config")
      #expect(flag.status == 64)
      #expect(flag.errors == "geocoded: GEOCODED_NO_ACCESS_LOG is 'perhaps', which is not yes or no\n")
      let format = try Program("geocoded", ["GEOCODED_LOG_FORMAT": "xml"]).run("--print-config")
      #expect(format.errors == "geocoded: GEOCODED_LOG_FORMAT is 'xml', which is not text or json\n")
      var misspelled = daemon
      misspelled.environment["GEOCODED_MAX_CLIENT"] = "5"
      let outcome = try misspelled.run("--database /none")
      #expect(outcome.status == 66 && outcome.errors.contains("variable=GEOCODED_MAX_CLIENT\n"))
    }

    @Test("all lines of the log have one form, and with --log-format json each is an object")
    func log() throws {
      let village = try Village()
      let text = try logOf(["--database", village.path])
      for line in text.split(separator: "\n") {
        #expect(line.contains(/^20..-..-..T..:..:..Z (notice|info) geocoded(\.access)?: [a-z]+/), "\(line)")
      }
      #expect(text.contains(" info geocoded.access: request agent="))
      let json = try logOf(["--database", village.path, "--log-format", "json"])
      let objects = try json.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      }
      for object in objects {
        #expect((object["time"] as? String)?.hasSuffix("Z") == true)
        #expect((object["label"] as? String)?.hasPrefix("geocoded") == true)
      }
      let request = try #require(objects.first { $0["message"] as? String == "request" })
      #expect(request["status"] as? Int == 200 && request["level"] as? String == "info")
      let failure = try daemon.run("--log-format json --database /none")
      #expect(failure.status == 66)
      let last = try JSONSerialization.jsonObject(with: Data(failure.errors.utf8)) as? [String: Any]
      #expect(last?["level"] as? String == "critical")
    }

    @Test("the journal of systemd hears how serious each line is, and nobody else sees the marks")
    func journal() throws {
      let program = "GEOCODED_MAX_CLIENT=5 exec \(Program.buildFolder)/geocoded --database /none"
      let journal = "JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) "
      let shell = Program(path: "/bin/bash", environment: ["PATH": "/usr/bin:/bin"])
      func errors(_ script: String) throws -> String { try shell.run(["-c", script]).errors }
      let text = try errors(journal + program)
      #expect(text.contains(/^<4>20[^\n]* warning geocoded: no option[^\n]*\n<2>geocoded: [^\n]*\n$/), "\(text)")
      let json = try errors(journal + program + " --log-format json")
      #expect(json.contains(/^<4>\{[^\n]*\n<2>\{[^\n]*\n$/), "\(json)")
      #expect(try errors("JOURNAL_STREAM=1:1 " + program).hasPrefix("20"))
    }

    /// The log of a daemon that has answered one request over HTTP.
    private func logOf(_ arguments: [String]) throws -> String {
      // With few clients it has no message about the limit of open files.
      let running = try daemon.start(arguments + ["--http", "127.0.0.1:0", "--max-clients", "50"])
      // Matches any format of the log.
      let port = try running.wait(forErrors: /127\.0\.0\.1:([0-9]+)/).1
      let shell = Program(path: "/bin/bash", environment: ["PATH": "/usr/bin:/bin"])
      let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3"
      #expect(try shell.run(["-c", script]).output.hasPrefix("HTTP/1.1 200"))
      running.send(SIGTERM)
      let end = try running.end()
      #expect(end.status == 0)
      return end.errors
    }

    @Test("a store of a home is not for a daemon of the whole system; paths become absolute, options stay")
    func units() throws {
      let home = try daemon.run("--print-systemd-units --system --database /home/me/a.sqlite")
      #expect(home.status == 64 && home.errors.contains("/var/lib/geocode"))
      #expect(try daemon.run("--system").status == 64)
      let outcome = try daemon.run("--print-systemd-units --database a.sqlite --http 127.0.0.1:1 --no-access-log")
      let here = FileManager.default.currentDirectoryPath
      let command = "\(Program.buildFolder)/geocoded --database \(here)/a.sqlite --http 127.0.0.1:1 --workers 3"
      #expect(outcome.output.contains("ExecStart=\(command) --no-access-log\n"))
      #expect(outcome.output.contains("ListenStream=\(folder.file("s"))\n"))
    }

    @Test(
      "systemd takes the unit files, and finds little to harden in that of the whole system",
      .enabled(if: DaemonExamples.canRun("systemd-analyze"), "there is no systemd-analyze on this machine"),
      arguments: [true, false])
    func systemd(isSystemWide: Bool) throws {
      let text = try Program("geocoded").run(
        ["--print-systemd-units", "--database", "/var/lib/geocode/a.sqlite", "--socket", "/run/g.sock"]
          + (isSystemWide ? ["--system"] : [])
      ).output
      let (socket, service) = (folder.file("geocoded.socket"), folder.file("geocoded.service"))
      let parts = text.components(separatedBy: "# Save each")[0].components(separatedBy: "/geocoded.service\n")
      try parts[0].write(toFile: socket, atomically: false, encoding: .utf8)
      try parts[1].write(toFile: service, atomically: false, encoding: .utf8)
      let analyze = Program(
        path: "/usr/bin/systemd-analyze", environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
      // Unknown settings are only a warning, so it must print nothing at all about our files.
      let outcome = try analyze.run(["verify", "--man=no", "--recursive-errors=no", socket, service])
      #expect(outcome.status == 0 && outcome.errors == "")
      guard isSystemWide else { return }
      let security = try analyze.run(["security", "--offline=true", "--no-pager", "--threshold=15", service])
      #expect(security.status == 0, "\(security.output)")
    }
  }
}
