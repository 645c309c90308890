import GeoRender
import GeoServer
import GeoSupport
import Synchronization

/// Letters that were drawn: a map asks for the same few ranges again and again.
final class KeptGlyphs: Sendable {
  /// With some 150 KB each.
  private static let count = 48
  private let kept = Mutex(BoundedCache<GlyphRange, HTTPReply>(capacity: KeptGlyphs.count))

  /// A range that was drawn before.
  subscript(range: GlyphRange) -> HTTPReply? {
    get { kept.withLock { $0[range] } }
    set { kept.withLock { $0[range] = newValue } }
  }
}

extension MapService {
  /// The letters that `/fonts/{fontstack}/{range}.pbf` asks for.
  static func glyphRange(_ call: HTTPCall) -> GlyphRange? {
    let parts = call.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3].hasSuffix(".pbf") else { return nil }
    return GlyphRange(stack: PercentCoding.decode(parts[2], in: .path), range: parts[3].dropLast(4))
  }
}

extension MapResponder {
  /// Letters as signed distance fields, drawn beside tiles.
  func glyphs(_ call: HTTPCall) async -> HTTPReply {
    guard let range = MapService.glyphRange(call) else {
      return .problem(
        404, "notFound",
        "letters are asked for as /fonts/Noto%20Sans%20Bold/0-255.pbf, 256 at once and up to 65280-65535")
    }
    if let kept = service.glyphs[range] { return kept.tagged(kept.contentTag, for: call) }
    let bytes = await drawn(service.tiles.tileLine) { _ in range.bytes }
    guard let bytes else { return service.reply(.failure(.busy), call, loop) }
    let reply = HTTPReply(contentType: "application/x-protobuf", body: bytes)
    service.glyphs[range] = reply
    return reply.tagged(reply.contentTag, for: call)
  }
}
