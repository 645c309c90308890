import GeoSupport
import GeoTestKit

extension FuzzTarget {
  /// WebSocket frames of a page, several in one input, after its request.
  ///
  /// When the page closes the connection, the server must close it as well, and the map must respond.
  static var frames: FuzzTarget {
    FuzzTarget(name: "frames", longestInput: 4 << 10, seeds: { talksOfPages }) {
      let server = try FuzzServer()
      let owner = server.connect(server.linePath)
      let request = try mapRequest(owner)
      var inputs = 0
      return { bytes in
        inputs += 1
        let page = server.connect(server.httpPath)
        page.send(request)
        // Pages wait for the response before they send frames.
        while let line = page.readLine(), line != "\r" {}
        page.send(Array(bytes))
        page.finish()
        guard page.isAtEnd() else { fatalError("the connection did not end") }
        if inputs.isMultiple(of: 16) { expectAnswer(owner, inputs) }
      }
    }
  }

  /// Opens a map with something to drag and to tap, and returns the request of a page for its socket.
  private static func mapRequest(_ owner: RawClient) throws -> String {
    let opened = owner.ask(
      #"{"id":0,"method":"mapView.open","params":{"size":[400,300],"center":{"latitude":0,"longitude":0},"level":10}}"#)
    guard let opened, let start = opened.firstRange(of: "\"page\":\"http://")?.upperBound,
      let path = opened[start...].firstIndex(of: "/")
    else { fatalError("no map was opened") }
    let page = String(opened[path...].prefix { $0 != "\"" }).replacing("?", with: "/socket?")
    owner.sendLine(
      #"{"id":"depot","method":"mapView.addAnnotations","params":{"mapView":1,"annotations":[{"id":"depot","coordinate":{"latitude":0,"longitude":0},"title":"a","view":{"draggable":true,"canShowCallout":true,"rightCalloutAccessory":{"id":"more","title":"More"}}}]}}"#
    )
    expectAnswer(owner, 0)
    return """
      GET \(page) HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r
      Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
      """
  }

  /// Sends the map a request and reads until its response; events of pages come in between.
  private static func expectAnswer(_ owner: RawClient, _ number: Int) {
    owner.sendLine(
      #"{"id":"end \#(number)","method":"mapView.convert","params":{"mapView":1,"points":[[1,1]]}}"#)
    let end = #"{"jsonrpc":"2.0","id":"end \#(number)""#
    while let line = owner.readLine() { if line.hasPrefix(end) { return } }
    fatalError("the map did not answer")
  }

  /// Messages of pages, in frames whose mask changes nothing, so that mutations of frames are mutations of the text.
  private static var talksOfPages: [[UInt8]] {
    let says = [
      ("hello", #"{"size":[400,300],"scale":2}"#), ("ack", #"{"frame":1}"#), ("tiles", #"{"loaded":true,"failed":[]}"#),
      ("select", #"{"annotation":"depot"}"#), ("accessory", #"{"side":"right"}"#), ("lift", #"{"annotation":"depot"}"#),
      ("carry", #"{"at":{"latitude":0.1,"longitude":0.1}}"#), ("drop", "{}"), ("deselect", "{}"), ("cancel", "{}"),
      ("show", #"{"at":{"latitude":1,"longitude":2},"level":11.5,"last":true}"#), ("control", #"{"control":"a"}"#),
      ("tap", #"{"at":{"latitude":1,"longitude":2}}"#),
      ("locate", #"{"at":{"latitude":1,"longitude":2},"accuracyMeters":5,"heading":3}"#),
    ].map { Array(#"{"method":"screen.\#($0.0)","params":\#($0.1)}"#.utf8) }
    let (hello, farewell) = (says[0], frame(0x88, [3, 232]))
    return says.map { frame(0x81, hello) + frame(0x81, $0) + farewell } + [
      frame(0x01, Array(hello[..<9])) + frame(0x89, [7]) + frame(0x80, Array(hello[9...])) + farewell,
      frame(0x82, hello), frame(0x8A, []) + frame(0x88, []), [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0x20],
    ]
  }

  private static func frame(_ first: UInt8, _ data: [UInt8]) -> [UInt8] {
    let length = data.count < 126 ? [UInt8(data.count)] : [126, UInt8(data.count >> 8), UInt8(data.count & 255)]
    return [first, 0x80 | length[0]] + length.dropFirst() + [0, 0, 0, 0] + data
  }
}
