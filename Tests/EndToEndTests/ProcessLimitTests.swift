import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  /// Programs under tight system limits end with a documented status and a message, or do their work.
  @Suite("Few files and little memory") struct ProcessLimit {
    private let folder = TemporaryFolder()
    private static let extract = SharedData.packageRoot + "/data/san-francisco.osm.pbf"

    /// Starts a program under limits of the shell.
    private func start(_ program: String, _ arguments: [String], limits: String) throws -> RunningProgram {
      let words = ([Program.buildFolder + "/" + program] + arguments).map { "'\($0)'" }.joined(separator: " ")
      return try Program(path: "/bin/bash", environment: Program().environment).start([
        "-c", "\(limits); exec \(words)",
      ])
    }

    /// Imports a small extract without the world layer.
    private func importing(_ limits: String, _ options: String...) throws -> Outcome {
      let extract = SharedData.small("grid.osm.pbf")
      let output = folder.file("out.sqlite")
      return try start(
        "geocode", ["import", extract, "-o", output, "--no-world", "--quiet"] + options, limits: limits
      )
      .end()
    }

    @Test(
      "an import says which limit is too low",
      arguments: [
        ("ulimit -n 6", "only 6 files may be open"), ("ulimit -d 102400", "only 100 MB of memory may be used"),
        ("ulimit -v 307200", "only 300 MB of addresses may be used"),
      ])
    func tooLow(limits: String, words: String) throws {
      let outcome = try importing(limits, "--threads", "2")
      #expect(outcome.status == 74 && outcome.errors.contains(words) && folder.names.isEmpty, "\(outcome)")
    }

    @Test(
      "programs say which limit is too low before they begin, and wait for nothing",
      arguments: ["geocoded", "geocode map 47.1 9.5", "geocode csv a.csv", "geocode 47.1 9.5 --no-daemon"])
    func hardly(command: String) throws {
      let village = try Village()
      let words = command.split(separator: " ").map(String.init)
      let table = folder.file("a.csv")
      try "lat,lon\n47.1,9.5\n".write(toFile: table, atomically: true, encoding: .utf8)
      for limits in ["ulimit -v 130000", "ulimit -v 180000", "ulimit -n 7"] {
        let arguments = words.dropFirst().map { $0 == "a.csv" ? table : $0 } + ["--database", village.path]
        let outcome = try start(words[0], arguments, limits: limits).end()
        // A query needs so little that it may succeed.
        guard outcome.status != 0 || words.last != "--no-daemon" else { continue }
        #expect(outcome.status == 74, "\(limits): \(outcome)")
        #expect(outcome.errors.contains("raise `ulimit") || outcome.errors.contains("memory"), "\(outcome)")
      }
    }

    @Test("an import does with what it asks for", arguments: ["ulimit -n 16", "ulimit -d 262144", "ulimit -v 557056"])
    func enough(limits: String) throws {
      let outcome = try importing(limits, "--threads", "2")
      #expect(outcome.status == 0 && folder.names == ["out.sqlite"], "\(outcome)")
    }

    @Test("an import that runs out of memory on its way says so, and leaves nothing")
    func outOfMemory() throws {
      // The limit is lowered during the import. If the import ends before that, it is repeated.
      let output = folder.file("out.sqlite")
      var outcome = Outcome(status: 0, output: "", errors: "")
      for _ in 0..<10 where outcome.status == 0 {
        unlink(output)
        let running = try start(
          "geocode", ["import", Self.extract, "-o", output, "--no-world", "--threads", "1"], limits: "true")
        try running.wait { running.errorsSoFar.contains(" to import: ") }
        running.send(SIGSTOP)
        let shell = Program(path: "/bin/bash", environment: Program().environment)
        _ = try shell.run(["-c", "prlimit --pid \(running.pid) --data=1000000"])
        running.send(SIGCONT)
        outcome = try running.end()
      }
      #expect(outcome.status == 74 || outcome.status == 73, "\(outcome)")
      #expect(outcome.errors.contains("memory") && folder.names.isEmpty, "\(outcome)")
    }

    @Test(
      "the daemon says which limit is too low",
      arguments: [
        ("ulimit -n 16", "only 16 files may be open"), ("ulimit -d 40960", "only 40 MB of memory may be used"),
        ("ulimit -v 307200", "only 300 MB of addresses may be used"),
      ])
    func daemon(limits: String, words: String) throws {
      let village = try Village()
      let arguments = [
        "--database", village.path, "--socket", folder.file("s"), "--workers", "2", "--event-loops", "1",
      ]
      let outcome = try start("geocoded", arguments, limits: limits).end()
      #expect(outcome.status == 74 && outcome.errors.contains(words), "\(outcome)")
    }

    @Test(
      "the daemon does with what it asks for",
      arguments: ["ulimit -n 16", "ulimit -d 40960", "ulimit -v 307200"])
    func daemonEnough(limits: String) throws {
      let village = try Village()
      let arguments = [
        "--database", village.path, "--socket", folder.file("s"), "--workers", "2", "--event-loops", "1",
      ]
      // More processors need more.
      let refusal = try start("geocoded", arguments, limits: limits).end().errors
      let needed = try #require(refusal.firstMatch(of: /needs ([0-9]+)( MB)?/), "\(refusal)")
      let number = try #require(Int(needed.1)) << (needed.2 == nil ? 0 : 10)
      let words = limits.split(separator: " ")
      let running = try start("geocoded", arguments, limits: "\(words[0]) \(words[1]) \(number)")
      try running.wait { running.errorsSoFar.contains("listening") }
      let answer = try Program().run(
        ["--socket", folder.file("s"), "--format", "line"] + Village.corner.split(separator: " ").map(String.init))
      #expect(answer.output == "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n", "\(running.errorsSoFar)")
      running.send(SIGTERM)
      let end = try running.end()
      #expect(end.status == 0, "\(end)")
    }
  }
}
