import GeoTestKit
import Testing

@testable import GeoServer

/// A map with pages, and the client that opened it over the socket.
struct PagedMap {
  let client: RawClient
  /// `/map/fleet?token=…` for editors and for viewers.
  let page: String
  let viewerPage: String

  init(_ server: TestHTTPServer) throws {
    client = try #require(RawClient(path: server.folder + "/s"))
    let reply = try #require(
      client.ask(
        #"{"id":1,"method":"mapView.open","params":{"name":"a fleet","size":[400,300],"center":{"latitude":0,"longitude":0},"level":10}}"#
      ))
    func address(_ name: String) throws -> String {
      let start = try #require(reply.firstRange(of: "\"\(name)\":\"http://127.0.0.1:\(server.port)"))
      return String(reply[start.upperBound...].prefix { $0 != "\"" })
    }
    (page, viewerPage) = (try address("page"), try address("viewerPage"))
  }

  /// The URL of a resource below the page.
  func path(_ part: String) -> String { page.replacing("?", with: "/\(part)?") }

  func ask(_ method: String, _ params: String) -> String {
    client.reply(#"{"id":2,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
  }

  /// The next line that contains a text.
  func line(with text: String) -> String {
    while let line = client.readLine() { if line.contains(text) { return line } }
    return "nothing with \(text)"
  }

  /// A draggable annotation in the center, with a callout.
  static let depot =
    #""annotations":[{"id":"depot","coordinate":{"latitude":0,"longitude":0},"title":"<b>","view":{"draggable":true,"canShowCallout":true,"rightCalloutAccessory":{"id":"more","title":"More"}}}]"#
}

extension RawClient {
  /// The response to a request, skipping other lines. Empty when the connection has ended.
  func reply(_ line: String) -> String {
    sendLine(line)
    while let line = readLine() { if line.contains(#""id":"#), !line.contains(#""id":"q"#) { return line } }
    return ""
  }
}
