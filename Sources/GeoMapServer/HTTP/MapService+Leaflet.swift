import GeoServer
import GeoSupport

extension MapService {
  /// Answers `/leaflet/{file}`: the library of the pages, from the folder of the system's package.
  static func leaflet(_ call: HTTPCall, _ options: HTTPOptions) -> HTTPReply {
    let files = [
      "leaflet.js": (["leaflet.min.js", "leaflet.js"], HTTPReply.ContentType.script),
      "leaflet.css": (["leaflet.css"], HTTPReply.ContentType.style),
    ]
    guard let (names, type) = files[String(call.path.dropFirst("/leaflet/".count))] else {
      return .problem(404, "notFound", "of Leaflet there are leaflet.js and leaflet.css here")
    }
    for name in names {
      let bytes = try? FileContents.bytes(of: "\(options.leafletFolder)/\(name)", limit: 4 << 20)
      if let bytes, !bytes.isEmpty { return .asset(bytes, type, for: call) }
    }
    return .problem(
      404, "notFound",
      "Leaflet is not where geocoded looks for it; install libjs-leaflet, or name its folder with --leaflet")
  }
}
