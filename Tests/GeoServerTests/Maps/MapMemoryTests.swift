import CMalloc
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoMapServer
@testable import GeoServer

/// The contents of maps are counted by their true size.
@Suite(.serialized) struct MapMemoryTests {
  /// A kind of object that a client can create: requests for many large ones, and requests that remove them.
  struct Kind: Sendable, CustomStringConvertible {
    let description: String
    /// The method and parameters of each request.
    let requests: @Sendable () -> [(String, String)]
    let removal: (String, String)
  }

  private static let count = getenv("GEOCODE_LONG_TESTS") == nil ? 200 : 1_000
  private static let removeAnnotations = ("removeAnnotations", #""all":true"#)
  private static let removeOverlays = ("removeOverlays", #""all":true"#)

  /// Splits the elements of an array into as many requests as their lengths require.
  private static func split(_ method: String, _ name: String, _ elements: [String]) -> [(String, String)] {
    var requests: [(String, String)] = []
    var (part, length) = ([String](), 0)
    func end() {
      if !part.isEmpty { requests.append((method, "\"\(name)\":[\(part.joined(separator: ","))]")) }
      (part, length) = ([], 0)
    }
    for element in elements {
      if length + element.utf8.count > 900_000 { end() }
      part.append(element)
      length += element.utf8.count + 1
    }
    end()
    return requests
  }

  private static func text(_ length: Int, _ number: Int) -> String {
    String(repeating: "x", count: length - 8) + "\(10_000_000 + number)"
  }

  private static func annotations(
    _ count: Int = count, _ more: @escaping @Sendable (Int) -> String
  ) -> @Sendable () -> [(String, String)] {
    {
      split(
        "addAnnotations", "annotations",
        (0..<count).map { number in
          let place = #"{"latitude":\#(Double(number % 90) / 2),"longitude":\#(Double(number % 170) / 2)}"#
          return #"{"id":"\#(number)","coordinate":\#(place),\#(more(number))}"#
        })
    }
  }

  private static func overlays(_ element: @escaping @Sendable (Int) -> String) -> @Sendable () -> [(String, String)] {
    { split("addOverlays", "overlays", (0..<count).map { #"{"id":\#($0),\#(element($0))}"# }) }
  }

  private static func places(_ count: Int) -> String {
    (0..<count).map { "[\($0 % 90),\($0 % 40)]" }.joined(separator: ",")
  }

  private static let colors = Array(repeating: "\"red\"", count: 1_000).joined(separator: ",")
  private static let drawing = Array(repeating: #"["alpha",1]"#, count: 1_300).joined(separator: ",")

  static let kinds = [
    Kind(
      description: "annotations of long texts", requests: annotations { #""title":"\#(text(2_000, $0))""# },
      removal: removeAnnotations),
    Kind(
      description: "annotations with data", requests: annotations { _ in #""data":"\#(text(4_000, 0))""# },
      removal: removeAnnotations),
    Kind(description: "pins", requests: annotations(5_000) { _ in #""title":"A""# }, removal: removeAnnotations),
    Kind(
      description: "clustering identifiers",
      requests: annotations(3_000) { #""view":{"kind":"marker","clusteringIdentifier":"\#(text(20, $0))"}"# },
      removal: removeAnnotations),
    Kind(
      description: "sizes of views", requests: annotations(3_000) { #""view":{"size":[\#($0 + 1).5,9]}"# },
      removal: removeAnnotations),
    Kind(
      description: "reuse identifiers",
      requests: annotations(2_000) { #""view":{"reuseIdentifier":"\#(text(200, $0))"}"# }, removal: removeAnnotations),
    Kind(
      description: "accessories of callouts",
      requests: annotations {
        #""view":{"leftCalloutAccessory":{"title":"\#(text(500, $0))","id":"\#(text(500, $0))"},"detailCalloutAccessory":{"kind":"text","title":"\#(text(900, $0))"}}"#
      }, removal: removeAnnotations),
    Kind(
      description: "drawings of views",
      requests: annotations { _ in #""view":{"kind":"drawing","drawing":[\#(drawing)],"size":[9,9]}"# },
      removal: removeAnnotations),
    Kind(
      description: "columns",
      requests: {
        (0..<4).map { part in
          let ids = (0..<10_000).map { "\(part * 10_000 + $0)" }.joined(separator: ",")
          let ones = Array(repeating: "1", count: 10_000).joined(separator: ",")
          return ("addAnnotations", #""columns":{"ids":[\#(ids)],"latitudes":[\#(ones)],"longitudes":[\#(ones)]}"#)
        }
      }, removal: removeAnnotations),
    Kind(
      description: "templates",
      requests: {
        (0..<count / 50).map { part in
          let members = (0..<50).map {
            #""\#(part * 50 + $0)":{"kind":"drawing","drawing":[\#(drawing)],"size":[9,9]}"#
          }
          return ("registerTemplates", #""templates":{\#(members.joined(separator: ","))}"#)
        }
      },
      removal: (
        "registerTemplates", #""templates":{\#((0..<count).map { "\"\($0)\":null" }.joined(separator: ","))}"#
      )),
    Kind(
      description: "colors of gradients",
      requests: overlays { _ in
        #""shape":{"polyline":[[0,0],[1,1]]},"renderer":{"kind":"gradient","colors":[\#(colors)]}"#
      }, removal: removeOverlays),
    Kind(
      description: "colors of gradients of which a part is drawn",
      requests: overlays { _ in
        #""shape":{"polyline":[[0,0],[1,1]]},"renderer":{"kind":"gradient","strokeStart":0.01,"colors":[\#(colors)]}"#
      }, removal: removeOverlays),
    Kind(
      description: "lines",
      requests: { [places = places(1_000)] in overlays { _ in #""shape":{"polyline":[\#(places)]}"# }() },
      removal: removeOverlays),
    Kind(
      description: "many lines in one",
      requests: {
        let lines = Array(repeating: "[[0,0],[1,1]]", count: 300).joined(separator: ",")
        return overlays { _ in #""shape":{"multiPolyline":[\#(lines)]}"# }()
      }, removal: removeOverlays),
    Kind(
      description: "geodesic lines",
      requests: overlays { _ in #""shape":{"geodesicPolyline":[[0,0],[170,1],[0,2],[170,3],[0,4]]}"# },
      removal: removeOverlays),
    Kind(
      description: "GeoJSON",
      requests: {
        let features = (0..<500).map {
          #"{"type":"Feature","properties":{"name":"\#(text(300, $0))","a":[1,2,3]},"geometry":{"type":"Point","coordinates":[1,1]}}"#
        }
        return (0..<4).map { _ in
          ("addGeoJSON", #""geojson":{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
        }
      }, removal: removeAnnotations),
    Kind(
      description: "renderers that are said again",
      requests: {
        overlays { _ in #""shape":{"polyline":[[0,0],[1,1]]}"# }()
          + (0..<count).map {
            ("setRenderer", #""overlay":\#($0),"renderer":{"kind":"gradient","colors":[\#(colors)]}"#)
          }
      }, removal: removeOverlays),
  ]

  /// Sends a request about map 1.
  private static func ask(_ client: RawClient, _ method: String, _ params: String = "") -> String {
    client.reply(#"{"id":1,"method":"mapView.\#(method)","params":{"mapView":1,\#(params)}}"#)
  }

  private static func open(_ client: RawClient) {
    _ = client.reply(
      #"{"id":1,"method":"mapView.open","params":{"size":[800,600],"center":{"latitude":20,"longitude":40},"level":3}}"#
    )
    _ = ask(client, "subscribe", #""callbacks":[]"#)
  }

  /// Allocated bytes of all threads.
  private static var usedBytes: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  /// The process's memory also grows by code that runs for the first time, so the allocator's own sum is used.
  @Test("what is counted of each kind of thing is what it takes, and it is given back", arguments: kinds)
  func size(_ kind: Kind) async throws {
    try await TestServer.run { server in
      let maps = server.server.state.maps
      let client = try server.connect()
      Self.open(client)
      let requests = kind.requests()
      // The one-time costs of the first object.
      _ = Self.ask(client, "addAnnotations", #""annotations":[{"id":0,"coordinate":{"latitude":0,"longitude":0}}]"#)
      _ = Self.ask(client, "removeAnnotations", #""all":true"#)
      let (held, used) = (maps.byteCount, Self.usedBytes)
      for (method, params) in requests {
        let answer = Self.ask(client, method, params)
        #expect(answer.contains(#""result""#), "\(answer.prefix(300))")
      }
      let (counted, taken) = (maps.byteCount - held, Self.usedBytes - used)
      #expect(taken <= counted + counted / 10 + 1 << 20)
      _ = Self.ask(client, kind.removal.0, kind.removal.1)
      let (left, kept) = (maps.byteCount - held, Self.usedBytes - used)
      print("\(kind): counted \(counted >> 10) KB, taken \(taken >> 10) KB; left \(left >> 10), \(kept >> 10)")
      // Views stay in queues for reuse.
      #expect(left < counted / 4 + 4 << 20)
      #expect(kept < taken / 4 + 4 << 20)
    }
  }

  @Test("ten thousand maps that are opened and closed leave nothing behind")
  func thousands() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      for number in 0..<(getenv("GEOCODE_LONG_TESTS") == nil ? 300 : 10_000) {
        client.sendLine(#"{"id":1,"method":"mapView.open","params":{"stays":0}}"#)
        let close = #"{"id":2,"method":"mapView.close","params":{"mapView":\#(number + 1)}}"#
        #expect(client.ask(close)?.contains(#""created":true"#) == true)
        _ = client.readLine()
      }
      try eventually("the end of all maps") { server.server.state.maps.count == 0 }
      try eventually("no memory of maps") { server.server.state.maps.byteCount == 0 }
    }
  }
}
