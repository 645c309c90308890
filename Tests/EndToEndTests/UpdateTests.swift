import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("geocode update") struct Update {
    private let folder = TemporaryFolder()
    private let server: FileServer
    private let store: String

    /// A server with an extract and two change files, each of which adds a house.
    init() throws {
      server = FileServer(folder: folder.path)
      store = folder.file("out.sqlite")
      let extract = """
        <osm version='0.6' timestamp='2023-07-01T00:00:00Z'><bounds minlat='37.7' minlon='-122.5' maxlat='37.8' maxlon='-122.4'/>
        <node id='1' version='1' lat='37.77' lon='-122.42'><tag k='place' v='suburb'/><tag k='name' v='SoMa'/></node></osm>
        """
      _ = try folder.write("sf.osm", Data(extract.utf8))
      try FileManager.default.createDirectory(atPath: folder.file("000/000"), withIntermediateDirectories: true)
      for number in 0...2 {
        // The extract is of July 2023; change file 0 is older.
        let state = "timestamp=202\(number + 3)-01-01T00\\:00\\:00Z\nsequenceNumber=\(number)\n"
        let changes = """
          <osmChange><create><node id='90000000\(number)' version='1' lat='37.77\(number)' lon='-122.41'>
          <tag k='addr:housenumber' v='700\(number)'/><tag k='addr:street' v='X Street'/></node></create></osmChange>
          """
        _ = try folder.write("000/000/00\(number).state.txt", Data(state.utf8))
        _ = try folder.write("state.txt", Data(state.utf8))
        _ = try folder.write("000/000/00\(number).osc.gz", Data(changes.utf8))
      }
    }

    private func answer(_ number: Int) throws -> String {
      try Program().run(["--database", store, "37.77\(number)", "-122.41"]).output
    }

    /// Runs the update in the store's folder, so that the store's name has no folder.
    private func update(_ options: String...) throws -> Outcome {
      let words = (["update", "out.sqlite", "--replication", server.address] + options).joined(separator: " ")
      return try Program(path: "/bin/sh", environment: Program().environment)
        .run(["-c", "cd '\(folder.path)' && exec '\(Program().path)' \(words)"])
    }

    @Test(
      "an extract with an address is fetched; its changes come in pieces, with a number that says whether there are more"
    )
    func fetchesAndUpdates() throws {
      let imported = try Program().run(["import", server.address + "/sf.osm", "-o", store, "--no-world"])
      #expect(imported.status == 0 && imported.errors.contains("Fetching sf.osm"), "\(imported.errors)")
      let first = try update("--max-changes", "1")
      #expect(first.status == 1 && first.errors.contains("1 change file fetched, more to come"), "\(first.errors)")
      #expect(try answer(1).contains("7001 X Street") || answer(1).contains("X Street 7001"))
      #expect(try !answer(2).contains("7002"))
      let second = try update("--quiet")
      #expect(second.status == 0 && second.errors == "", "\(second.errors)")
      #expect(try answer(2).contains("7002"))
      #expect(try !answer(0).contains("7000"))
      #expect(try update().errors.contains("already up to date"))
      let info = try Program().run(["import", "--update", "-o", store])
      #expect(info.status == 0 && info.errors.contains("there is no newer extract"), "\(info.errors)")
    }

    @Test("an update tells how many corrections hold, as an import does, and when there are none any more")
    func corrections() throws {
      try FileManager.default.createDirectory(atPath: folder.file("own"), withIntermediateDirectories: true)
      let own = """
        <osmChange><modify><node id='1' version='1' lat='37.77' lon='-122.42'><tag k='place' v='suburb'/>
        <tag k='name' v='South of Market'/></node>
        <node id='77' version='1' lat='37.77' lon='-122.42'/></modify></osmChange>
        """
      _ = try folder.write("own/1.osc", Data(own.utf8))
      let words = ["import", folder.file("sf.osm"), "-o", store, "--no-world", "--corrections", folder.file("own")]
      #expect(try Program().run(words).status == 0)
      let first = try update("--max-changes", "1")
      #expect(first.errors.contains("corrections: 1 of 2 objects hold; 1 not on the map (node/77)"), "\(first.errors)")
      let info = try Program().run(["info", store]).output
      #expect(info.contains(#/Corrections own/1.osc +2 objects, 1 hold; 1 not-on-the-map/#), "\(info)")
      try FileManager.default.removeItem(atPath: folder.file("own/1.osc"))
      let second = try update()
      #expect(second.errors.contains("--corrections: there is no change file in ./own"), "\(second.errors)")
    }

    @Test("an extract that was fetched anew, but could not be imported as there was no room, is imported the next time")
    func importFails() throws {
      #expect(try Program().run(["import", server.address + "/sf.osm", "-o", store, "--no-world"]).status == 0)
      let extract = try String(contentsOfFile: folder.file("sf.osm"), encoding: .utf8)
      let house =
        "<node id='2' version='1' lat='37.772' lon='-122.41'><tag k='addr:housenumber' v='7002'/><tag k='addr:street' v='X Street'/></node>"
      _ = try folder.write("sf.osm", Data(extract.replacing("</osm>", with: house + "</osm>").utf8))
      // No file may be longer than 20 KB.
      let failed = try Program(path: "/bin/sh", environment: Program().environment)
        .run(["-c", "ulimit -f 40; exec '\(Program().path)' import --update -o '\(store)'"])
      #expect(failed.status == 73 && failed.errors.contains("a limit (ulimit -f) allows"), "\(failed)")
      #expect(try !answer(2).contains("7002"))
      let made = try Program().run(["import", "--update", "-o", store])
      #expect(made.status == 0 && server.requests.filter { $0 == "GET /sf.osm" }.count == 2, "\(made.errors)")
      #expect(try answer(2).contains("7002"))
      #expect(try Program().run(["import", "--update", "-o", store]).errors.contains("there is no newer extract"))
    }

    @Test("the name and password that ~/.netrc has for a server go to it, and not to another host that it leads to")
    func credentials() throws {
      _ = try folder.write(".netrc", Data("machine 127.0.0.1 login me password word\n".utf8))
      #expect(try Program().run(["import", server.address + "/sf.osm", "-o", store, "--no-world"]).status == 0)
      let state = try String(contentsOfFile: folder.file("state.txt"), encoding: .utf8)
      _ = try folder.write("elsewhere", Data(state.utf8))
      let other = server.address.replacing("127.0.0.1", with: "localhost")
      server.fail("/state.txt", .redirect(to: other + "/elsewhere"))
      let outcome = try Program("geocode", ["HOME": folder.path])
        .run(["update", store, "--replication", server.address])
      #expect(outcome.status == 0 && server.requests.contains("GET /elsewhere"), "\(outcome.errors)")
      let named = server.namedRequests
      #expect(named.contains("GET /state.txt") && named.contains("GET /000/000/002.osc.gz"))
      #expect(!named.contains("GET /elsewhere"))
    }

    @Test("too little memory ends an update with the number that it ends an import with")
    func tooLittleMemory() throws {
      #expect(try Program().run(["import", server.address + "/sf.osm", "-o", store, "--no-world"]).status == 0)
      let shell = Program(path: "/bin/sh", environment: Program().environment)
      let update = "'\(Program("geocode-update").path)' '\(store)' --replication \(server.address) --threads 2"
      let outcome = try shell.run(["-c", "ulimit -v 307200; exec \(update)"])
      #expect(outcome.status == 74 && outcome.errors.contains("only 300 MB of addresses may be used"), "\(outcome)")
    }

    @Test("what is wrong ends with a number and a sentence")
    func failures() throws {
      #expect(try update().status == 66)
      let help = try Program().run(["update", "--help"])
      #expect(help.status == 0 && help.output.contains("--max-changes") && help.output.contains("Exit numbers:"))
      #expect(try Program().run(["help", "update"]).output == help.output)
      for (wrong, words) in [(["update"], "geocode update"), (["map", "--scale", "9"], "geocode map")] {
        let outcome = try Program().run(wrong)
        #expect(outcome.status == 64 && outcome.errors.contains("See '\(words) --help'"), "\(outcome.errors)")
      }
      for program in ["geocode-update", "geocode-map"] {
        let script = try Program(program).run(["--generate-completion-script", "bash"]).output
        #expect(script.hasSuffix(" \(program)\n") && !script.contains("geocode "), "\(program)")
      }
      let missing = try Program().run(["import", server.address + "/none.osm.pbf", "-o", store])
      #expect(missing.status == 69 && missing.errors.contains("there is no such file"), "\(missing.errors)")
      #expect(try Program().run(["import"]).status == 64)
      #expect(try Program().run(["import", "--update", "x.osm.pbf"]).status == 64)
      let foreign = try Program().run(["import", "ftp://example.org/a.osm.pbf", "-o", store])
      #expect(
        foreign.status == 64 && foreign.errors.contains("give an https://, http:// or file://"), "\(foreign.errors)")
    }
  }
}
