import HTTPTypes
import Testing

@testable import GeoServer

@Suite struct HTTPRoutesTests {
  private let routes = HTTPRoutes(
    ["/tiles/{z}/{x}/{y}.png", "/tiles.json", "/tiles/{z}/{x}/{y}.mvt", "/map/{name}"].map { path in
      HTTPRoute(path, .own, .prompt { _, _ in .text("") })
    })

  @Test(
    "a path leads to itself, with or without a slash at its end, or to the form that it has",
    arguments: [
      ("/placemark", "/placemark"), ("/placemark/", "/placemark"), ("/", "/"),
      ("/tiles.json", "/tiles.json"), ("/tiles/1/0/0.png", "/tiles/{z}/{x}/{y}.png"),
      ("/tiles/1/0/0.mvt", "/tiles/{z}/{x}/{y}.mvt"), ("/tiles/nonsense", "/tiles/{z}/{x}/{y}.png"),
      ("/tiles/", "/tiles/{z}/{x}/{y}.png"), ("/tiles", nil), ("/map/a/socket", "/map/{name}"), ("/Placemark", nil),
      ("", nil), ("/tiles/1\u{301}.mvt", "/tiles/{z}/{x}/{y}.mvt"), ("/tiles/1.mvt\u{301}", "/tiles/{z}/{x}/{y}.png"),
    ] as [(String, String?)])
  func paths(_ path: String, _ expected: String?) {
    #expect(routes.route(of: path[...])?.path == expected)
  }

  @Test(
    "codes without need and empty segments change no path; an encoded slash divides nothing, nothing is decoded twice",
    arguments: [
      ("/%72everse?q=%41", "/reverse", "/reverse"), ("/reverse%2Ephp", "/reverse.php", "/reverse.php"),
      ("/tiles/%31/0/0%402x%2epng", "/tiles/1/0/0@2x.png", "/tiles/{z}/{x}/{y}.png"),
      ("/tiles%2F1/0/0.png", "/tiles%2F1/0/0.png", nil), ("/%2E%2E/metrics", "/../metrics", nil),
      ("/map/%2E%2E/metrics", "/map/../metrics", "/map/{name}"), ("/map/%2541%7E", "/map/%2541~", "/map/{name}"),
      ("/map/%C3%A9%2D", "/map/%C3%A9-", "/map/{name}"), ("/map/%%32%35", "/map/%%32%35", "/map/{name}"),
      ("//reverse", "/reverse", "/reverse"), ("/placemark///?q=//", "/placemark/", "/placemark"), ("//", "/", "/"),
      ("//%6Detrics", "/metrics", "/metrics"), ("/photon//reverse", "/photon/reverse", "/photon/reverse"),
      ("/tiles//1/0//0.png", "/tiles/1/0/0.png", "/tiles/{z}/{x}/{y}.png"), ("/%2Freverse", "/%2Freverse", nil),
      ("/map/%41%4", "/map/%41%4", "/map/{name}"), ("/map/a%3Fb%23", "/map/a%3Fb%23", "/map/{name}"),
    ] as [(String, String, String?)])
  func encoded(_ target: String, _ path: String, _ route: String?) {
    for (target, base) in [(target, ""), ("/a~" + target, "/a~")] {
      let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: target)
      let call = HTTPCall(head, client: "unix", ProxyTrust(proxies: [], prefix: "%61%7e/"), routes)
      #expect(call.path == path && call.prefix == base && call.route?.path == route, "\(call.path)")
    }
  }

  @Test("each has a place of its own, and what is none comes behind them")
  func numbers() {
    #expect(routes.all.map { routes.number(of: $0) } == Array(routes.all.indices))
    #expect(routes.number(of: nil) == routes.all.count)
    #expect(routes.number(of: HTTPRoute("/x", .own, .batch)) == routes.all.count)
  }

  @Test(
    "an address of Photon's has what is below /photon, as the same routes, and nothing else",
    arguments: [
      ("/reverse", "/photon/reverse"), ("/reverse/", "/photon/reverse"), ("/status", "/photon/status"),
      ("/api", "/photon/api"), ("/photon/reverse", nil), ("/placemark", nil), ("/", nil), ("", nil),
      ("/tiles/1/0/0.png", nil),
    ] as [(String, String?)])
  func photon(_ path: String, _ expected: String?) {
    let photon = routes.below("/photon", advice: "")
    #expect(photon.route(of: path[...])?.path == expected)
    #expect(photon.number(of: photon.route(of: "/reverse")) == routes.number(of: routes.route(of: "/photon/reverse")))
  }

  @Test("what says who may be asked without a key, and what counts")
  func access() {
    func paths(_ isSo: (HTTPRoute.Access) -> Bool) -> [String] {
      HTTPRoutes.own.all.filter { isSo($0.access) }.map(\.path).sorted()
    }
    #expect(
      paths(\.needsKey) == [
        "/metrics", "/nearby", "/photon/reverse", "/placemark", "/placemarks", "/reverse", "/reverse.php",
      ])
    #expect(
      paths(\.isLimited) == ["/nearby", "/photon/reverse", "/placemark", "/placemarks", "/reverse", "/reverse.php"])
    #expect(
      paths { !$0.isShared } == ["/", "/healthz", "/metrics", "/page.css", "/page.js", "/readyz"])
  }
}
