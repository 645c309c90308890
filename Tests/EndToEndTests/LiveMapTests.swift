import Foundation
import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Live maps") struct LiveMaps {
    private let village: Village
    private let folder = TemporaryFolder()

    init() throws { village = try Village() }

    private func daemon(_ more: [String] = ["--http", "127.0.0.1:0"]) throws -> RunningProgram {
      let running = try village.serve(at: folder.file("s"), more)
      if !more.isEmpty { _ = try running.httpPort() }
      return running
    }

    /// The contents of a map, as its daemon lists them.
    private func state(_ name: String) throws -> String {
      let client = try #require(RawClient(path: folder.file("s")))
      _ = client.ask(#"{"id":1,"method":"mapView.open","params":{"name":"\#(name)","role":"observer"}}"#)
      return client.ask(#"{"id":2,"method":"mapView.state","params":{"mapView":1,"annotations":true}}"#) ?? ""
    }

    private func follow(_ name: String, _ input: String) throws -> Outcome {
      try village.program.run(
        ["map", "--live", "--name", name, "--socket", folder.file("s")], input: input)
    }

    @Test("lines and objects move markers; what is not understood is told with its line, and the rest goes on")
    func lines() throws {
      let running = try daemon()
      defer { running.send(SIGKILL) }
      let outcome = try follow(
        "mixed",
        """
        # id latitude longitude title
        bus7 47.1 9.5
        bus7 47.1003 9.5007 Bus 7 to Buchs
        bus8,47.1005,9.5009,"Bus 8"

        nothing here at all
        bus9 122.4 37.7
        {"class":"VERSION","release":"3.22"}
        {"class":"TPV","device":"/dev/gps0","mode":3,"lat":47.1001,"lon":9.5001}
        {"class":"TPV","device":"/dev/gps0","mode":1,"lat":0.0,"lon":0.0}
        {"id":12,"coordinate":{"latitude":47.1002,"longitude":9.5002},"title":"Twelve"}
        {"type":"Feature","id":"f","geometry":{"type":"Point","coordinates":[9.5003,47.1004]},"properties":{"name":"F"}}
        {"latitude":47.1,"longitude":9.5}
        {"id":1,
        last 47.1006 9.5006 The last
        """)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains(#/^http://127\.0\.0\.1:[0-9]+/map/mixed\?token=[0-9a-f]{32}\n$/#))
      for words in [
        "line 6: 'nothing here at all' is not understood; write 'id latitude longitude [title]'",
        "line 7: latitude 122.4",
        "line 13: the object has no 'id'", "line 14: the line is not JSON",
        "end of input: 6 markers, 4 lines left out; the page stays for 60 seconds",
      ] { #expect(outcome.errors.contains(words), "\(outcome.errors)") }
      let state = try state("mixed")
      for words in [
        #""id":"bus7","coordinate":{"latitude":47.1003,"longitude":9.5007},"title":"Bus 7 to Buchs""#,
        #""id":"bus8""#, #""id":"/dev/gps0""#, #""id":"12""#, #""id":"f""#, #""title":"The last""#,
        #""annotationCount":6"#,
      ] { #expect(state.contains(words), "\(state)") }
    }

    @Test("a GPX file moves a marker along its track, and its waypoints stay")
    func gpx() throws {
      let running = try daemon()
      defer { running.send(SIGKILL) }
      let outcome = try follow(
        "ride",
        """
        <?xml version="1.0"?><!-- a > b --><gpx><wpt lat="47.1" lon="9.5"><name>Start</name></wpt>
        <trk><name>Ride</name><trkseg><trkpt lat="47.1" lon="9.5"/><trkpt lat="91" lon="9.5"/>
        <trkpt lat="47.1004" lon="9.5004"><ele>460</ele></trkpt></trkseg></trk></gpx>
        """)
      #expect(outcome.status == 0 && outcome.errors.contains("line 2: latitude 91"), "\(outcome.errors)")
      let state = try state("ride")
      #expect(state.contains(#""id":"Ride","coordinate":{"latitude":47.1004,"longitude":9.5004}"#), "\(state)")
      #expect(state.contains(#""id":"Start""#) && state.contains(#""annotationCount":2"#))
    }

    @Test("markers move while the input goes on; Ctrl-C ends it, and what was read is on the map")
    func interrupted() throws {
      let running = try daemon()
      defer { running.send(SIGKILL) }
      let feed = try Feed(in: folder)
      let shell = Program(path: "/bin/bash", environment: village.program.environment)
      let following = try shell.start([
        "-c",
        "exec \(Program.buildFolder)/geocode map --live --name feed --socket \(folder.file("s")) < \(feed.path)",
      ])
      try following.wait { following.outputSoFar.contains("/map/feed?token=") }
      for step in 1...3 {
        try feed.write("cat 47.100\(step) 9.5 Cat \(step)\n")
        try following.wait { (try? state("feed"))?.contains(#""title":"Cat \#(step)""#) == true }
      }
      following.send(SIGINT)
      let end = try following.end()
      #expect(end.status == 130 && end.errors.contains("interrupted: 1 markers"), "\(end.errors)")
      withExtendedLifetime(feed) {}
    }

    @Test("without a daemon, without its pages, and with options that do not fit, it says what to do")
    func failures() throws {
      let nobody = try follow("x", "")
      #expect(nobody.status == 69 && nobody.errors.contains("is geocoded running?"), "\(nobody.errors)")
      let running = try daemon([])
      defer { running.send(SIGKILL) }
      let noPages = try follow("x", "")
      #expect(noPages.status == 69 && noPages.errors.contains("geocoded --http 127.0.0.1:8080"), "\(noPages.errors)")
      for (arguments, words) in [
        (["--live", "-o", "a.png"], "--live shows what comes from standard input on a page"),
        (["--name", "x", "1", "2", "-o", "a.png"], "belong to --live"), (["--live", "--stays", "-1"], "0 to a week"),
      ] {
        let outcome = try village.program.run(["map"] + arguments)
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
      }
    }
  }
}
