import GeoPacking
import GeoTestKit
import Testing

@testable import GeoUpdate

/// A kind of bad server: its responses, and how an update with it ends.
struct BadServer: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The path of the failing request; the message contains its URL.
  let path: String
  let faults: [FileServer.Fault]
  let number: Int32
  /// A part of the message.
  let words: String

  init(_ name: String, _ path: String, _ faults: [FileServer.Fault], _ number: Int32, _ words: String) {
    (testDescription, self.path, self.faults, self.number, self.words) = (name, path, faults, number, words)
  }

  /// The first change file that a store requests.
  static let first = UpdateRig.path(11, "osc.gz")

  static func state(_ number: Int64) -> String { "sequenceNumber=\(number)\ntimestamp=2020-09-13T21\\:26\\:40Z\n" }

  private static func text(_ text: String) -> [FileServer.Fault] { [.bytes(Array(text.utf8))] }

  static func packed(_ bytes: [UInt8]) -> [UInt8] { PackedFormat.gzip.member(bytes) ?? [] }

  static let states: [BadServer] =
    [
      ("without a moment", "sequenceNumber=14\n"), ("without a number", "timestamp=2020-09-13T21\\:26\\:40Z\n"),
      ("a negative number", state(-1)), ("ten digits", state(1_000_000_000)),
      ("more digits than any number", "sequenceNumber=99999999999999999999\ntimestamp=2020-09-13T21\\:26\\:40Z\n"),
      ("two numbers", state(14) + "sequenceNumber=15\n"),
      ("two moments", state(14) + "timestamp=2020-09-13T22\\:00\\:00Z\n"),
      ("a moment before any map", "sequenceNumber=14\ntimestamp=-1970-01-01T00\\:00\\:00Z\n"), ("nothing", ""),
      ("a page", "<!DOCTYPE html><html><title>Sign in</title></html>\n"),
      ("noise", "\u{0}\u{1B}[2J=\u{7}\n=\r=\n\u{202E}"),
      ("a comment only", "#" + state(14).replacing("\n", with: " ")),
    ].map { BadServer($0, "/state.txt", text($1), 65, "does not tell the number") } + [
      BadServer(
        "the year 9999", "/state.txt", text("sequenceNumber=14\ntimestamp=9999-12-31T23\\:59\\:59Z\n"), 65,
        "in the future"),
      BadServer("behind the store", "/state.txt", text(state(9)), 69, "is at change file 9, the store has 10 already"),
      BadServer("no state.txt", "/state.txt", [.status(404)], 69, "nobody publishes changes here"),
      BadServer("megabytes", "/state.txt", text(String(repeating: state(14), count: 40_000)), 69, "more than 1.0 MB"),
      BadServer(
        "another number in its place", UpdateRig.path(11, "state.txt"), text(state(12)), 65, "tells the number 12"),
      BadServer(
        "a page in its place", UpdateRig.path(11, "state.txt"), text("<html/>"), 65, "does not tell the number"),
    ]

  static let changes: [BadServer] = {
    let good = Array(
      "<osmChange version=\"0.6\"><create>\(UpdateRig.xml(4, version: 1, "4"))</create></osmChange>".utf8)
    let member = packed(good)
    let object = "<node id='7'><tag k='\(String(repeating: "k", count: 90_000))' v='1'/></node>"
    let bomb = packed(Array("<osmChange>\(String(repeating: " ", count: 12_000_000))</osmChange>".utf8))
    let entities =
      "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><osmChange>&b;</osmChange>"
    let kinds: [(String, [UInt8], String)] = [
      ("nothing", [], "the file is empty"),
      ("a page", Array("<!DOCTYPE html><html><p>Hello</html>".utf8), "this is a web page (HTML)"),
      ("an extract", Array("<osm version='0.6'></osm>".utf8), "this is not a change file"),
      ("noise", [9, 8, 7, 6, 5], "no OpenStreetMap data"),
      ("half of the text", Array(good.dropLast(20)), "the file ends early"),
      ("half of what is packed", Array(member.dropLast(20)), "the packed file ends early"),
      ("half of the text, packed well", packed(Array(good.dropLast(20))), "the file ends early"),
      ("a wrong sum", member.dropLast(8) + [1, 2, 3, 4] + member.suffix(4), "gzip data is damaged"),
      ("something behind its end", member + Array("trailing".utf8), "gzip data"),
      ("packed twice", packed(member), "no OpenStreetMap data"), ("a bomb", bomb, "its unpacked data is larger than"),
      ("a bomb in two members", bomb + bomb, "its unpacked data is larger than"),
      ("entities", Array(entities.utf8), "declares entities"),
      (
        "a word where a number belongs", Array("<osmChange><create><node id='x'/></create></osmChange>".utf8),
        "no valid id"
      ),
      ("text behind its end", good + Array("<osmChange/>".utf8), "not valid XML"),
    ]
    return kinds.map { BadServer($0, first, [.bytes($1)], 65, $2) } + [
      BadServer("kept no more", first, [.status(404)], 69, "import a newer extract"),
      BadServer("gone", first, [.status(410)], 69, "import a newer extract"),
      BadServer("longer than any", first, text(String(repeating: object, count: 2)), 69, "more than 100 kB come"),
    ]
  }()

  /// Possible faults of the response for any file.
  static func answers(_ path: String, _ content: String) -> [BadServer] {
    func raw(_ header: String, _ body: String? = nil) -> [FileServer.Fault] {
      [.raw(Array("HTTP/1.1 \(header)\r\n\r\n\(body ?? content)".utf8))]
    }
    let around = [FileServer.Fault](repeating: .redirect(to: path), count: 11)
    let kinds: [(String, [FileServer.Fault], String)] = [
      ("403", [.status(403)], "answers with 403; check"), ("401", [.status(401)], "~/.netrc"),
      ("429", [.status(429)], "answers with 429; try again later"), ("500", [.status(500)], "answers with 500"),
      ("503", [.status(503)], "answers with 503"), ("half of it", [.cut(after: 3)], "bytes remaining"),
      ("a byte now and then", [.drips], "too slow"), ("no answer", [.raw([])], "Empty reply"),
      ("no HTTP", [.raw(Array("220 ftp.example ready\r\n".utf8))], "HTTP/0.9"),
      ("ten terabytes", raw("200 OK\r\nContent-Length: 10000000000000"), "more than"),
      ("more bytes than any number", raw("200 OK\r\nContent-Length: 99999999999999999999"), "more than"),
      ("fewer than no bytes", raw("200 OK\r\nContent-Length: -9223372036854775808"), "Content-Length"),
      ("a chunk of no length", raw("200 OK\r\nTransfer-Encoding: chunked", "xyz\r\n"), "chunk"),
      (
        "headers without end",
        raw("200 OK" + String(repeating: "\r\nX-A: \(String(repeating: "a", count: 1000))", count: 1000)),
        "Too large response headers"
      ),
      ("nothing to tell", raw("204 No Content", ""), "answers with 204 and not with the file"),
      ("nothing new", raw("304 Not Modified", ""), "answers with 304 and not with the file"),
      ("a part that nobody wanted", raw("206 Partial Content\r\nContent-Range: bytes 0-9/10"), "answers with 206 and"),
      ("a redirect to nowhere", raw("302 Found"), "answers with 302 and not"),
      ("a redirect in a circle", around, "without end"),
      ("a redirect to a file", [.redirect(to: "file:///etc/passwd")], "neither an http nor an https address"),
      ("a redirect to FTP", [.redirect(to: "ftp://127.0.0.1/x")], "neither an http nor an https address"),
      ("a redirect to a host that is none", [.redirect(to: "http://127.0.0.1:1/x")], "127.0.0.1"),
      ("a redirect to https, which is followed", [.redirect(to: "https://127.0.0.1:1/x")], "127.0.0.1 port 1"),
    ]
    return kinds.map { BadServer("\($0): \(path)", path, $1, 69, $2) }
  }
}
