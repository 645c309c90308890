import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Examples")
  struct Examples {
    @Test(
      "ten thousand vehicles drive on a map in groups, and where one is that somebody chooses is told",
      .enabled(if: Program.python != nil, "there is no python3 on this machine"))
    func fleet() throws {
      let village = try Village()
      let folder = TemporaryFolder()
      let socket = folder.file("s")
      let daemon = try village.serve(at: socket)
      let script = SharedData.packageRoot + "/Examples/fleet/fleet.py"
      let center = Village.corner.replacing(" ", with: ",")
      let fleet = try Program(path: #require(Program.python), environment: ["PATH": "/usr/bin:/bin"]).start(
        [script, "--socket", socket, "--center=\(center)"])
      try fleet.wait { fleet.outputSoFar.contains("10000 vehicles on a map") }
      let other = try #require(RawClient(path: socket))
      func ask(_ method: String, _ members: String) -> String {
        other.sendLine(#"{"id":1,"method":"mapView.\#(method)","params":{\#(members)}}"#)
        while let line = other.readLine() { if line.contains(#""id":1,"#) { return line } }
        return "the connection was closed"
      }
      _ = ask("open", #""name":"fleet""#)
      #expect(ask("state", #""mapView":1"#).contains(#""annotationCount":10000"#))
      // From afar it is part of a cluster; a user has to zoom in to select it.
      #expect(ask("selectAnnotation", #""mapView":1,"annotation":1"#).contains(#""selected":false"#))
      try fleet.wait {
        let shown = ask("showAnnotations", #""mapView":1,"ids":[1]"#)
        guard let rect = shown.firstMatch(of: /"x":([0-9.]+),"y":([0-9.]+),"width":([0-9.]+),"height":([0-9.]+)/),
          let x = Double(rect.1), let y = Double(rect.2), let width = Double(rect.3), let height = Double(rect.4)
        else { return false }
        let near = #"{"x":\#(x + width / 2 - 40),"y":\#(y + height / 2 - 30),"width":80,"height":60}"#
        _ = ask("setRegion", #""mapView":1,"visibleMapRect":\#(near)"#)
        return ask("selectAnnotation", #""mapView":1,"annotation":1"#).contains(#""selected":true"#)
      }
      try fleet.wait { fleet.outputSoFar.contains("Vehicle 1: ") }
      fleet.send(SIGINT)
      let outcome = try fleet.end()
      #expect(outcome.status == 130 && outcome.errors.isEmpty, "\(outcome.errors)")
      withExtendedLifetime(other) { daemon.send(SIGTERM) }
      #expect(try daemon.end().status == 0)
    }

    @Test(
      "daemons behind HAProxy are killed and replaced, and no question fails",
      .enabled(
        if: Program.python != nil && access("/usr/sbin/haproxy", X_OK) == 0,
        "there is no haproxy or python3 on this machine"))
    func loadBalanced() throws {
      let village = try Village()
      let script = SharedData.packageRoot + "/Examples/load-balanced/test.py"
      let variables = [
        "PATH": "/usr/bin:/bin", "GEOCODE_PROGRAMS": Program.buildFolder, "GEOCODED_POINT": Village.corner,
      ]
      let outcome = try Program(path: #require(Program.python), environment: variables).run([script, village.path])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("none failed"), "\(outcome.output)")
    }
  }
}
