import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("geocoded in the background") struct Detach {
    private let village: Village
    private let folder = TemporaryFolder()

    init() throws { village = try Village() }

    private func daemon(_ arguments: String) throws -> Outcome {
      try Program("geocoded", ["XDG_STATE_HOME": folder.path, "GEOCODED_SOCKET": folder.file("s")]).run(arguments)
    }

    @Test("answers when --detach returns, and is gone when --stop returns")
    func works() throws {
      let start = try daemon("--database \(village.path) --detach")
      #expect(start.status == 0)
      #expect(start.output.hasPrefix("geocoded answers at \(folder.file("s")) (process "))
      #expect(start.output.hasSuffix("; 'geocoded --stop' ends it\n"))
      #expect(start.errors == "")
      let corner = Village.corner.split(separator: " ").map(String.init)
      let answer = try Program().run(["--socket", folder.file("s"), "--format", "line"] + corner)
      #expect(answer.output == "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n")

      let second = try daemon("--database \(village.path) --detach")
      #expect(second.status == 69)
      #expect(second.errors.hasPrefix("geocoded: another geocoded listens on "))

      let status = try daemon("--status")
      #expect(status.status == 0)
      for fact in ["answers at \(folder.file("s"))", "Store     \(village.path)", "Clients   0", "Answers   1, 0 of"] {
        #expect(status.output.contains(fact), "\(status.output)")
      }

      let stop = try daemon("--stop")
      #expect(stop.status == 0)
      #expect(stop.output.hasSuffix("has stopped\n"))
      #expect(!FileManager.default.fileExists(atPath: folder.file("s")))
      let log = try String(contentsOfFile: folder.file("geocode/geocoded.log"), encoding: .utf8)
      #expect(log.contains("listening") && log.contains("stopped"))
    }

    @Test("tells how to end it at another socket than the usual one")
    func otherSocket() throws {
      let option = "--socket \(folder.file("o"))"
      let start = try daemon("--database \(village.path) \(option) --detach")
      #expect(start.status == 0 && start.output.hasSuffix("; 'geocoded --stop \(option)' ends it\n"))
      #expect(try daemon("--stop \(option)").status == 0)
    }

    @Test("begins a new file of messages when the old one is long, and when somebody has moved it away")
    func messages() throws {
      let log = folder.file("geocode/geocoded.log")
      try FileManager.default.createDirectory(atPath: folder.file("geocode"), withIntermediateDirectories: true)
      try Data(repeating: UInt8(ascii: "\n"), count: 8 << 20).write(to: URL(fileURLWithPath: log))
      #expect(try daemon("--database \(village.path) --detach").status == 0)
      let attributes = try FileManager.default.attributesOfItem(atPath: log + ".1")
      #expect((attributes[.size] as? Int) == 8 << 20)
      #expect(try String(contentsOfFile: log, encoding: .utf8).contains("store opened"))

      try FileManager.default.moveItem(atPath: log, toPath: folder.file("moved"))
      #expect(try daemon("--stop").status == 0)
      #expect(try String(contentsOfFile: log, encoding: .utf8).contains("stopped"))
      #expect(try !String(contentsOfFile: folder.file("moved"), encoding: .utf8).contains("stopped"))
    }

    @Test("that cannot start says why, with its exit number")
    func fails() throws {
      let outcome = try daemon("--database \(folder.file("none.sqlite")) --detach")
      #expect(outcome.status == 66)
      #expect(outcome.errors.hasPrefix("geocoded: there is no store at "))
    }

    @Test("is not stopped where nobody listens, or somebody else does")
    func foreign() throws {
      let nobody = try daemon("--stop")
      #expect(nobody.status == 69)
      #expect(nobody.errors.contains("no geocoded listens at"))
      let silent = try daemon("--status")
      #expect(silent.status == 69 && silent.errors.contains("start one with 'geocoded --detach'"))
      #expect(try daemon("--status --stop").status == 64)
    }

    @Test("tells a descriptor of its starter when it is ready")
    func readyDescriptor() throws {
      let shell = Program(path: "/bin/bash", environment: Program().environment)
      let command = "'\(Program.buildFolder)/geocoded' --database '\(village.path)' --socket '\(folder.file("s"))'"
      let running = try shell.start(["-c", "exec \(command) --ready-fd 5 5>'\(folder.file("ready"))'"])
      try running.wait { (try? String(contentsOfFile: folder.file("ready"), encoding: .utf8)) == "READY=1\n" }
      #expect(try Program().run("--socket \(folder.file("s")) \(Village.corner)").status == 0)
      running.send(SIGTERM)
      #expect(try running.end().status == 0)
      #expect(try daemon("--ready-fd 999").status == 64)
    }
  }
}
