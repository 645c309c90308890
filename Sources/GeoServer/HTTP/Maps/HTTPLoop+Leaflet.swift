import GeoSupport

extension HTTPLoop {
  /// `/leaflet/{file}`: the library of the pages, from where the system's package puts it.
  func leaflet(_ call: HTTPCall) -> HTTPReply {
    let files = [
      "leaflet.js": (["leaflet.min.js", "leaflet.js"], HTTPReply.ContentType.script),
      "leaflet.css": (["leaflet.css"], HTTPReply.ContentType.style),
    ]
    guard let (names, type) = files[String(call.path.dropFirst("/leaflet/".count))] else {
      return .problem(404, "notFound", "of Leaflet there are leaflet.js and leaflet.css here")
    }
    for name in names {
      if let bytes = HTTPLoop.read("\(state.options.leafletFolder)/\(name)") { return .asset(bytes, type, for: call) }
    }
    return .problem(
      404, "notFound",
      "Leaflet is not where geocoded looks for it; install libjs-leaflet, or name its folder with --leaflet")
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > 4 << 20 { return nil }
    }
    return bytes.isEmpty ? nil : bytes
  }
}
