import GeoBaseMap
import GeoMap
import GeoRender
import GeoServer
import GeoSupport
import GeoWire
import Synchronization

/// A cache of responses that were drawn once and are requested again and again.
final class KeptReplies<Key: Hashable & Sendable>: Sendable {
  private let kept: Mutex<BoundedCache<Key, HTTPReply>>

  init(capacity: Int) { kept = Mutex(BoundedCache(capacity: capacity)) }

  /// A cached response; nil if it was not drawn yet, or was dropped.
  subscript(key: Key) -> HTTPReply? {
    get { kept.withLock { $0[key] } }
    set { kept.withLock { $0[key] = newValue } }
  }
}

/// The parts of a MapLibre style besides tiles: glyphs and sprites.
extension MapService {
  /// The path template of glyphs, as a style contains it.
  static let glyphPath = "/fonts/{fontstack}/{range}.pbf"

  /// The glyphs that a request for ``glyphPath`` names; nil if it names no range.
  static func glyphRange(_ call: HTTPCall) -> GlyphRange? {
    let parts = call.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3].hasSuffix(".pbf") else { return nil }
    return GlyphRange(stack: PercentCoding.decode(parts[2], in: .path), range: parts[3].dropLast(4))
  }

  /// Answers `/sprites/{file}`: sprites, `@2x` for two pixels per point.
  func sprites(_ call: HTTPCall) -> HTTPReply {
    let (base, ending) = MapService.parts(call.path.dropFirst("/sprites/".count))
    let isLarge = base.hasSuffix("@2x")
    let style = MapStyle(rawValue: String(isLarge ? base.dropLast(3) : base))
    guard let style, style != .sketch, ending == "png" || ending == "json" else {
      return .problem(
        404, "notFound",
        "of signs there are /sprites/standard.json and /sprites/standard.png, also with @2x before the dot")
    }
    do throws(WireError) {
      let isDark = try MapLook<MapStyle>(call.parameters).isDark ?? false
      let sheet = SpriteSheet(scale: isLarge ? 2 : 1, isDark: isDark)
      guard ending == "png" else { return .json { sheet.writeIndex(to: &$0) } }
      let reply = if let kept = sheets[sheet] { kept } else { try MapService.drawn(sheet) }
      sheets[sheet] = reply
      return reply.tagged(reply.contentTag, for: call)
    } catch { return .problem(error) }
  }

  /// Splits a name at its last dot.
  private static func parts(_ name: Substring) -> (base: Substring, ending: Substring) {
    guard let dot = name.lastIndex(of: ".") else { return (name, "") }
    return (name[..<dot], name[name.index(after: dot)...])
  }

  private static func drawn(_ sheet: SpriteSheet) throws(WireError) -> HTTPReply {
    do throws(RenderError) {
      return HTTPReply(contentType: HTTPReply.ContentType.png, body: try MapSnapshot(sheet.picture).rendered().bytes)
    } catch { throw WireError(.serverFailure, "the signs cannot be drawn: \(error)") }
  }
}

extension MapResponder {
  /// Answers with glyphs as signed distance fields, drawn in the queue of tiles.
  func glyphs(_ call: HTTPCall) async -> HTTPReply {
    guard let range = MapService.glyphRange(call) else {
      return .problem(
        404, "notFound",
        "letters are asked for as /fonts/Noto%20Sans%20Bold/0-255.pbf, 256 at once and up to 65280-65535")
    }
    if let kept = service.glyphs[range] { return kept.tagged(kept.contentTag, for: call) }
    guard let bytes = await drawn(service.tiles.tileLine, { _ in range.bytes }) else {
      return service.reply(.failure(.busy), call, loop)
    }
    let reply = HTTPReply(contentType: "application/x-protobuf", body: bytes)
    service.glyphs[range] = reply
    return reply.tagged(reply.contentTag, for: call)
  }
}
