import GeoMap
import GeoServer
import GeoSupport

extension MapService {
  package var routes: [HTTPRoute] {
    [
      tiles("/tiles/{z}/{x}/{y}.png"), tileList("/tiles.json", .picture),
      tiles("/tiles/{z}/{x}/{y}.mvt"), tileList("/tiles/vector.json", .vector),
      HTTPRoute("/styles/{style}.json", .open, .prompt { [self] call, _ in mapLibreStyle(call) }),
      HTTPRoute("/sprites/{file}", .open, .prompt { [self] call, _ in sprites(call) }),
      HTTPRoute(
        MapService.glyphPath, .places,
        .waiting { [self] call, responder, _ in await MapResponder(service: self, responder: responder).glyphs(call) }),
      picture("/map.png", .png), picture("/map.svg", .svg), picture("/map.json", .places),
      // A map's page and the paths below it have a token in their URL.
      HTTPRoute(
        "/map/{name}", .own,
        .waiting { [self] call, responder, _ in
          await MapResponder(service: self, responder: responder).mapPage(call)
        },
        upgrade: { [self] head, handler, context in ScreenUpgrade.start(head, on: self, handler, context) }),
      .asset("/map.js", HTTPReply.ContentType.script, PackageResources.map_js),
      .asset("/map.css", HTTPReply.ContentType.style, PackageResources.map_css),
      .asset("/chart.js", HTTPReply.ContentType.script, PackageResources.chart_js),
      .asset("/chart.css", HTTPReply.ContentType.style, PackageResources.chart_css),
      HTTPRoute("/leaflet/{file}", .own, .prompt { call, loop in MapService.leaflet(call, loop.state.options) }),
    ]
  }

  package var openAPIPaths: String { String(decoding: PackageResources.openapi_part, as: UTF8.self) }

  /// A tile reveals a place as a coordinate does, so logs contain only its level.
  private func tiles(_ path: String) -> HTTPRoute {
    HTTPRoute(
      path, .places,
      .waiting { [self] call, responder, _ in await MapResponder(service: self, responder: responder).tile(call) },
      placeWords: 2)
  }

  private func tileList(_ path: String, _ format: MapTiles.Format) -> HTTPRoute {
    HTTPRoute(path, .open, .prompt { [self] call, loop in loop.withEngine { tileList(call, $0, format) } })
  }

  private func picture(_ path: String, _ form: PictureJob.Form) -> HTTPRoute {
    HTTPRoute(
      path, .places.by(.get, .head, .post),
      .waiting { [self] call, responder, body in
        await MapResponder(service: self, responder: responder).picture(call, form, body)
      }, bodyTypes: [HTTPReply.ContentType.geoJSON, HTTPReply.ContentType.json])
  }
}
