import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("geocode import") struct Import {
    private let folder = TemporaryFolder()
    private static let extract = SharedData.packageRoot + "/data/san-francisco.osm.pbf"

    /// The arguments of an import into the test's folder, without the world layer, which takes the longest.
    private func arguments(_ extract: String, _ options: String...) -> [String] {
      ["import", extract, "-o", folder.file("out.sqlite"), "--no-world"] + options
    }

    @Test("makes a store that answers, with a summary of what it holds")
    func works() throws {
      let outcome = try Program().run(arguments(Self.extract))
      #expect(outcome.status == 0)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains(" to import: about ") && outcome.errors.contains("\nImporting: "))
      #expect(!outcome.errors.contains("Reading ways: "))
      #expect(outcome.errors.contains("streets, "))
      #expect(folder.names == ["out.sqlite"])
      let answer = try Program().run(["--database", folder.file("out.sqlite"), "37.770947", "-122.4100773"])
      // Without the world layer the country is unknown, so the address has no country's layout.
      #expect(answer.output.contains("10th Street") && answer.output.contains("San Francisco"))
    }

    @Test("reads XML from standard input beside other files, and cuts all of it to a region")
    func standardInput() throws {
      let house = { (id: Int, number: String, longitude: String) in
        "<node id='\(id)' lat='37.77' lon='\(longitude)'><tag k='addr:housenumber' v='\(number)'/><tag k='addr:street' v='X Street'/></node>"
      }
      let xml = "<osm>\(house(-1, "7001", "-122.46"))\n\(house(-2, "7002", "-100"))</osm>"
      let region = try folder.write(
        "west.poly", Data("west\n1\n -123 37\n -122 37\n -122 38\n -123 38\nEND\nEND\n".utf8))
      let inputs = ["import", "-", Self.extract, "-o", folder.file("out.sqlite"), "--no-world"]
      #expect(try Program().run(inputs + ["--polygon", region], input: xml).status == 0)
      func answer(_ longitude: String) throws -> Outcome {
        try Program().run(["--database", folder.file("out.sqlite"), "37.77", longitude])
      }
      #expect(try answer("-122.46").output.contains("X Street 7001"))
      #expect(try answer("-100").status == 1)
      let cut = try Program().run(inputs, input: String(xml.dropLast(10)))
      #expect(cut.status == 65 && cut.errors.contains("standard input: line 2: the file ends early"), "\(cut.errors)")
      #expect(try Program().run(inputs + ["-"], input: xml).status == 64)
    }

    @Test("ends when it is asked to, also while it waits for what a pipe has of its region")
    func silentRegion() throws {
      let pipe = folder.file("region")
      #expect(mkfifo(pipe, 0o600) == 0)
      let running = try Program().start(arguments(Self.extract, "--polygon", pipe))
      try running.wait {
        FileManager.default.contents(atPath: "/proc/\(running.pid)/stat")
          .map { String(decoding: $0, as: UTF8.self).contains(") S ") } ?? false
      }
      usleep(200_000)
      running.send(SIGTERM)
      #expect(try running.end().status == 143)
    }

    @Test("says nothing with --quiet")
    func quiet() throws {
      let outcome = try Program().run(arguments(street(), "--quiet"))
      #expect(outcome.status == 0)
      #expect(outcome.output + outcome.errors == "")
    }

    @Test("is the same as the program geocode-import")
    func ownProgram() throws {
      let outcome = try Program("geocode-import").run(Array(arguments(street(), "--quiet").dropFirst()))
      #expect(outcome.status == 0)
      #expect(try Program().run(["info", "--database", folder.file("out.sqlite")]).status == 0)
      // Each program refers to itself by the words that called it.
      for (program, first, words) in [
        ("geocode-import", [], "geocode-import"), ("geocode", ["import"], "geocode import"),
      ] {
        let wrong = try Program(program).run(first + ["--threads", "0", "a.pbf"])
        #expect(wrong.status == 64 && wrong.errors.contains("Usage: \(words) [<options>]"))
        #expect(wrong.errors.contains("See '\(words) --help'"))
        #expect(try Program(program).run(first + ["--help"]).output.contains("USAGE: \(words) [<options>]"))
      }
    }

    @Test("as a program of its own ends well though its reader leaves, and leaves nothing when files may not be large")
    func ownProgramCutShort() throws {
      let shell = Program(path: "/bin/sh", environment: Program().environment)
      let words = try "'\(Program("geocode-import").path)' '\(street())' --no-world -o '\(folder.file("cut.sqlite"))'"
      let full = try shell.run(["-c", "ulimit -f 40; exec \(words)"])
      #expect(full.status == 73 && full.errors.contains("a limit (ulimit -f) allows"), "\(full)")
      #expect(!folder.names.contains { $0.hasPrefix("cut.sqlite") })
      let pipe = folder.file("pipe")
      let left = try shell.run(["-c", "mkfifo '\(pipe)'; : <'\(pipe)' & exec \(words) -v 2>'\(pipe)'"])
      #expect(left.status == 0 && folder.names.contains("cut.sqlite"), "\(left)")
    }

    @Test("refuses what is not an extract, names it, and leaves the old store as it was")
    func badExtracts() throws {
      let old = try Data(contentsOf: URL(fileURLWithPath: oldStore()))
      let whole = try Data(contentsOf: URL(fileURLWithPath: Self.extract))
      let bad: [(path: String, status: Int32)] = [
        (folder.file("none.osm.pbf"), 66), (folder.path, 66),
        (try folder.write("empty.osm.pbf", Data()), 65),
        (try folder.write("text.osm.pbf", Data("this is not an extract\n".utf8)), 65),
        (try folder.write("half.osm.pbf", whole.prefix(whole.count / 2)), 65),
      ]
      for (path, status) in bad {
        let outcome = try Program().run(arguments(path))
        #expect([status, 65].contains(outcome.status), "\(path): \(outcome.status)")
        #expect(outcome.errors.contains("Error: ") && outcome.errors.contains(path), "\(outcome.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("out.sqlite"))) == old)
      }
      #expect(!folder.names.contains { $0.contains("partial") || $0.contains("journal") || $0.contains("tmp") })
    }

    @Test("does not replace a store by one of extracts that hold nothing, alone or cut")
    func emptyExtracts() throws {
      let old = try Data(contentsOf: URL(fileURLWithPath: oldStore()))
      let empty = try folder.write("empty.osm", Data("<osm version='0.6'></osm>".utf8))
      let outcome = try Program().run(arguments(empty))
      #expect(outcome.status == 65 && outcome.errors.contains("empty.osm: there is no object in it"))
      // If there is none, an empty one is created.
      let new = folder.file("new.sqlite")
      #expect(try Program().run(["import", empty, "-o", new, "--no-world", "--quiet"]).status == 0)
      let sea = try folder.write("sea.poly", Data("sea\n1\n 1 1\n 2 1\n 2 2\n 1 2\nEND\nEND\n".utf8))
      let cut = try Program().run(arguments(Self.extract, "--polygon", sea))
      #expect(cut.status == 65 && cut.errors.contains("nothing of it lies in the polygon"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("out.sqlite"))) == old)
    }

    @Test("refuses an output that it cannot write")
    func badOutputs() throws {
      let text = try folder.write("letter.txt", Data("dear reader\n".utf8))
      for output in [folder.path, folder.file("no/such/folder/out.sqlite"), "/proc/out.sqlite", text] {
        let outcome = try Program().run(["import", Self.extract, "-o", output, "--no-world", "--quiet"])
        #expect(outcome.status == 73, "\(output)")
        #expect(outcome.errors.contains(output), "\(outcome.errors)")
      }
      #expect(try String(contentsOfFile: text, encoding: .utf8) == "dear reader\n")
    }

    @Test(
      "that is ended by Ctrl-C, SIGTERM or kill -9 leaves the old store as it was",
      arguments: [SIGINT, SIGTERM, SIGKILL])
    func ended(signal: Int32) throws {
      let old = try Data(contentsOf: URL(fileURLWithPath: oldStore()))
      let running = try Program().start(arguments(Self.extract))
      try running.wait { running.errorsSoFar.contains(" to import: ") }
      running.send(signal)
      let outcome = try running.end()
      #expect(outcome.status == 128 + signal)
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("out.sqlite"))) == old)
      #expect(try Program().run(["info", "--database", folder.file("out.sqlite")]).status == 0)
      if signal != SIGKILL { #expect(folder.names == ["out.sqlite"]) }
      // Files left by a killed import must not block the next one.
      #expect(try Program().run(arguments(street(), "--quiet")).status == 0)
    }

    @Test("on a full disk says so and leaves the old store as it was")
    func fullDisk() throws {
      let old = try Data(contentsOf: URL(fileURLWithPath: oldStore()))
      // A limit on the size of files simulates a full disk: writing fails in the same place.
      let shell = Program(path: "/bin/bash", environment: Program().environment)
      let command = (["exec", Program().path] + arguments(Self.extract, "--quiet")).joined(separator: " ")
      let outcome = try shell.run(["-c", "trap '' XFSZ; ulimit -f 200; \(command)"])
      #expect(outcome.status == 73 || outcome.status == 74)
      #expect(outcome.errors.contains("Error: "))
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("out.sqlite"))) == old)
    }

    /// An extract that is imported in no time.
    private func street() throws -> String { try folder.write("street.osm", StreetExtract("X Street").data) }

    /// A small store at the output's path.
    private func oldStore() throws -> String {
      let village = try Village()
      try FileManager.default.copyItem(atPath: village.path, toPath: folder.file("out.sqlite"))
      return folder.file("out.sqlite")
    }
  }
}
