import Foundation
import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("geocoded over HTTP") struct DaemonHTTP {
    /// The response to a request to a port of this machine, sent by a plain shell.
    ///
    /// The daemon closes the connection after HTTP/1.0.
    private func ask(_ target: String, port: Substring) throws -> String {
      let shell = Program(path: "/bin/bash", environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
      let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); printf 'GET \(target) HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3"
      return try shell.run(["-c", script]).output
    }

    @Test("answers Nominatim's clients and its own from one store, and ends with 0")
    func answers() throws {
      let village = try Village()
      let folder = TemporaryFolder()
      let running = try village.serve(at: folder.file("s"), ["--http", "127.0.0.1:0"])
      let port = try running.httpPort()
      let corner = Village.corner.split(separator: " ")
      let query = "lat=\(corner[0])&lon=\(corner[1])"
      let placemark = try ask("/placemark?\(query)", port: port)
      #expect(placemark.hasPrefix("HTTP/1.1 200 OK"))
      #expect(placemark.contains("\"title\":\"Lindenweg 7\""))
      let nominatim = try ask("/reverse?format=jsonv2&\(query)", port: port)
      #expect(nominatim.hasPrefix("HTTP/1.1 200 OK"))
      #expect(nominatim.contains("\"country_code\":\"li\""))
      #expect(try ask("/reverse?lat=x&lon=1", port: port).hasPrefix("HTTP/1.1 400 Bad Request"))
      #expect(try ask("/status", port: port).hasSuffix("\r\n\r\nOK"))
      let page = try ask("/?q=\(corner[0]),\(corner[1])", port: port)
      #expect(page.contains("<span class=\"first\">Lindenweg 7</span>"))
      let second = try Program("geocoded").run([
        "--database", village.path, "--socket", folder.file("t"), "--http", "127.0.0.1:\(port)",
      ])
      #expect(second.status == 69)
      #expect(second.errors.contains("another program listens on 127.0.0.1:\(port)"))
      running.send(SIGTERM)
      let end = try running.end()
      #expect(end.status == 0)
      #expect(end.errors.contains("info geocoded.access: request agent=\"\" bytes="))
      #expect(!end.errors.contains("lat="))
      let twice = try Program("geocoded").run([
        "--database", village.path, "--socket", folder.file("t"), "--http", "127.0.0.1:\(port)", "--photon",
        "127.0.0.1:\(port)",
      ])
      #expect(twice.status == 64 && twice.errors.contains("127.0.0.1:\(port) is given twice"), "\(twice.errors)")
      let path = folder.file("t")
      let shared = try Program("geocoded").run([
        "--database", village.path, "--socket", path, "--http", "unix:\(path)",
      ])
      #expect(shared.status == 64 && shared.errors.contains("\(path) is given twice"), "\(shared.errors)")
    }

    @Test(
      "says which option is wrong",
      arguments: [
        ("--http localhost", "'localhost' is not an address for --http: the port is missing"),
        ("--photon localhost", "'localhost' is not an address for --photon: the port is missing"),
        ("--http 127.0.0.1:0 --rate-limit fast", "--rate-limit: 'fast' is not a rate limit"),
        ("--http 127.0.0.1:0 --api-keys /nonexistent", "the keys in /nonexistent cannot be read"),
        ("--http 127.0.0.1:0 --http-threads 0", "--http-threads: 0 is not between 1 and 1024"),
        (
          "--http 127.0.0.1:0 --allow-host https://geo.example.org",
          "--allow-host: 'https://geo.example.org' is not a name without a scheme"
        ),
        ("--api-keys /nonexistent", "--api-keys counts for HTTP alone: name an address with --http"),
        ("--max-detail city", "--max-detail counts for HTTP alone: name an address with --http"),
        (
          "--http 127.0.0.1:0 --max-detail planet",
          "--max-detail: 'planet' is none of country, state, county, city, suburb"
        ),
        ("--allow-user no-such-user", "--allow-user: this machine has no user 'no-such-user'; give a name or a number"),
        ("--allow-group no-such-group", "--allow-group: this machine has no group 'no-such-group'; give a name"),
        ("--rate-limit 5/s", "--rate-limit counts for HTTP alone: name an address with --http"),
        ("--query-timeout 0", "--query-timeout: 0.0 is not from 0.01 to 100000000 seconds"),
        ("--max-clients 0", "--max-clients: 0 is not between 1 and 1000000"),
      ])
    func wrongUsage(arguments: String, message: String) throws {
      let village = try Village()
      let folder = TemporaryFolder()
      let outcome = try Program("geocoded").run(
        arguments + " --database \(village.path) --socket \(folder.file("s"))")
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("geocoded: " + message))
    }

    @Test("a store without its option is told from a word that means nothing")
    func unnamedStore() throws {
      let village = try Village()
      let outcome = try Program("geocoded").run([village.path])
      #expect(outcome.status == 64)
      #expect(
        outcome.errors.hasPrefix(
          "Error: unexpected '\(village.path)'; a store is named with --database \(village.path)\n"))
      #expect(try Program("geocoded").run(["start"]).errors.hasPrefix("Error: unexpected 'start'\n"))
    }

    @Test(
      "an option whose value is empty, such as that of a variable that is not set, is named",
      arguments: ["socket", "database", "api-keys"])
    func emptyValue(option: String) throws {
      let outcome = try Program("geocoded").run(["--\(option)", ""])
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("geocoded: --\(option) is empty; give it a value"), "\(outcome.errors)")
    }

    @Test("warns when others than this machine can connect")
    func warning() throws {
      let village = try Village()
      let folder = TemporaryFolder()
      let running = try village.serve(at: folder.file("s"), ["--http", "0.0.0.0:0"])
      try running.wait { running.errorsSoFar.contains("nothing is encrypted") }
      #expect(running.errorsSoFar.contains("warning geocoded: not only this machine can connect"))
      running.send(SIGTERM)
      #expect(try running.end().status == 0)
    }
  }
}
