import GeoBaseMap
import GeoMap
import GeoRender
import GeoServer
import GeoSupport
import GeoWire
import Synchronization

/// What was drawn once and is asked for again and again.
final class KeptReplies<Key: Hashable & Sendable>: Sendable {
  private let kept: Mutex<BoundedCache<Key, HTTPReply>>

  init(capacity: Int) { kept = Mutex(BoundedCache(capacity: capacity)) }

  /// What was drawn before; nil when it was not, or was forgotten.
  subscript(key: Key) -> HTTPReply? {
    get { kept.withLock { $0[key] } }
    set { kept.withLock { $0[key] = newValue } }
  }
}

/// What a style of MapLibre leads to besides tiles: letters and signs.
extension MapService {
  /// Where letters are, in the words of a style.
  static let glyphPath = "/fonts/{fontstack}/{range}.pbf"

  /// The letters that ``glyphPath`` asks for; nil for what is no range of them.
  static func glyphRange(_ call: HTTPCall) -> GlyphRange? {
    let parts = call.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3].hasSuffix(".pbf") else { return nil }
    return GlyphRange(stack: PercentCoding.decode(parts[2], in: .path), range: parts[3].dropLast(4))
  }

  /// `/sprites/{file}`: signs, `@2x` for twice as many pixels.
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

  /// A name and what follows its last dot.
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
  /// Letters as signed distance fields, drawn beside tiles.
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
