import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("geocode with a daemon") struct Daemon {
    private let folder = TemporaryFolder()
    private let village: Village

    init() throws { village = try Village() }

    /// Runs a test body with a daemon that serves the village.
    private func withDaemon(_ body: (String) throws -> Void) throws {
      let socket = folder.file("geocoded.sock")
      let daemon = try village.serve(at: socket)
      try body(socket)
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }

    @Test("gives the same answers as with the store, and says with --verbose who answered")
    func sameAnswers() throws {
      try withDaemon { socket in
        let program = Program("geocode", ["GEOCODED_SOCKET": socket])
        for options in ["", "-f json", "-f geojson --limit 2", "--explain --areas", "-f geojson --overlay"] {
          let own = try village.program.run("\(options) \(Village.corner)")
          #expect(try program.run("\(options) \(Village.corner)").output == own.output, "\(options)")
          #expect(try Program().run("\(options) --socket \(socket) \(Village.corner)").output == own.output)
        }
        #expect(try program.run("-v \(Village.corner)").errors.contains("Answered by: geocoded at \(socket)"))
        #expect(try program.run("10 10").status == 1)
        #expect(
          try program.run("-", input: "\(Village.corner)\n").output == "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n")
      }
    }

    @Test("csv opens the store of a daemon that happens to run itself, and asks the daemon that is named")
    func ownStore() throws {
      try withDaemon { socket in
        let table = "lat,lon\n\(Village.corner.replacing(" ", with: ","))\n"
        func answers() throws -> Bool {
          try Program("geocoded", ["GEOCODED_SOCKET": socket]).run("--status").output.contains("Answers   0,") == false
        }
        let found = try Program("geocode", ["GEOCODED_SOCKET": socket]).run("csv -", input: table)
        #expect(found.status == 0 && found.output.contains("Lindenweg"))
        #expect(try !answers())
        let named = try Program().run("csv --socket \(socket) -", input: table)
        #expect(named.output == found.output)
        #expect(try answers())
        let fields = ["csv", "-", "--columns", "street,plus_code,mgrs,nearby,city_ags"]
        let asked = try Program().run(fields + ["--socket", socket], input: table)
        #expect(try asked.output == village.program.run(fields, input: table).output && asked.output.contains("+"))
      }
    }

    @Test("asks the store that is named, the daemon notwithstanding")
    func namedStore() throws {
      try withDaemon { socket in
        let outcome = try Program("geocode", ["GEOCODED_SOCKET": socket]).run(
          "-v --database \(village.path) \(Village.corner)")
        #expect(outcome.errors.contains("Answered by: store \(village.path)"))
      }
    }

    @Test("fails with 69 when the daemon that was asked for does not listen, but not when the usual one does not")
    func notListening() throws {
      let socket = folder.file("nobody.sock")
      let outcome = try Program().run("--socket \(socket) 1 2")
      #expect(outcome.status == 69)
      #expect(outcome.errors.contains(socket))
      // A socket left by a crash.
      let stale = try folder.write("stale.sock", Data())
      var program = try DefaultCache.program()
      program.environment["GEOCODED_SOCKET"] = stale
      #expect(try program.run("37.770947 -122.4100773").status == 0)
    }

    @Test("watch turns positions into callbacks, and names lines that are none")
    func watch() throws {
      try withDaemon { socket in
        let input =
          "\(Village.corner)\nnowhere\n{\"latitude\":47.1003594,\"longitude\":9.5007913,\"accuracyMeters\":5}\n"
        let outcome = try Program().run("watch --socket \(socket)", input: input)
        #expect(outcome.status == 65)
        #expect(outcome.errors.hasPrefix("line 2: 'nowhere' is not a number\n"))
        let methods = try outcome.lines.map { line in
          try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["method"] as? String
        }
        #expect(
          methods == [
            "locationWatch.didEnterArea", "locationWatch.didEnterArea", "locationWatch.didUpdatePlacemark",
          ])
        let text = try Program().run("watch --format text --socket \(socket)", input: Village.corner)
        #expect(text.status == 0)
        #expect(
          text.lines == [
            "entered country Liechtenstein", "entered city Musterdorf",
            "now at Lindenweg 7, 9490 Musterdorf, Liechtenstein (changed: country, city, street)",
          ])
      }
    }

    @Test("watch says when the daemon is gone, as all programs do")
    func watchAbandoned() throws {
      let feed = try Feed(in: folder)
      let socket = folder.file("geocoded.sock")
      let daemon = try village.serve(at: socket)
      let shell = Program(path: "/bin/bash", environment: [:])
      let watching = try shell.start([
        "-c", "exec \(Program().path) watch --format text --socket \(socket) < \(feed.path)",
      ])
      try feed.write("\(Village.corner)\n")
      try watching.wait { watching.outputSoFar.contains("entered country") }
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
      // After some hundreds of positions it pings the daemon.
      try feed.write(String(repeating: "\(Village.corner)\n", count: 300))
      let end = try watching.end()
      #expect(end.status == 69 && end.errors.contains(socket), "\(end.errors)")
    }

    @Test("watch needs a daemon and says so")
    func watchAlone() throws {
      let outcome = try Program().run("watch --socket \(folder.file("nobody.sock"))")
      #expect(outcome.status == 69)
      #expect(outcome.errors.contains("nobody.sock") && outcome.errors.contains("geocoded --detach"))
    }
  }
}
