import CCairo
import GeoMap

/// Glyphs for programs that draw texts themselves, such as MapLibre: 256 code points as signed distance fields in a
/// protocol buffer, for the `glyphs` of a style
/// ([format](https://github.com/mapbox/node-fontnik/blob/master/proto/glyphs.proto)).
///
/// The fonts are those of pictures, whatever font a style names. Only weight and slant are taken from the name.
public struct GlyphRange: Hashable, Sendable {
  /// The first code point, a multiple of 256.
  public let first: UInt32
  /// The weight, from 100 to 900.
  let weight: Int
  let isOblique: Bool

  /// The number of code points in a range.
  public static let count: UInt32 = 256
  /// The last code point. Clients request none beyond the basic plane.
  public static let last: UInt32 = 0xFFFF

  private static let weights = [
    "thin": 100, "extralight": 200, "light": 300, "medium": 500, "semibold": 600, "demibold": 600, "bold": 700,
    "extrabold": 800, "black": 900, "heavy": 900,
  ]

  /// Creates a range; nil if `range` is not one of 256 code points up to 65535, or there is no font name.
  ///
  /// - Parameters:
  ///   - stack: font names, best first and separated by commas, such as `Noto Sans Bold,DejaVu Sans Bold`. Only the
  ///     first one counts.
  ///   - range: the first and the last code point, such as `0-255`.
  public init?(stack: some StringProtocol, range: some StringProtocol) {
    let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { UInt32($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first % GlyphRange.count == 0,
      last <= GlyphRange.last, last == first + GlyphRange.count - 1
    else { return nil }
    guard let name = stack.split(separator: ",").first else { return nil }
    let words = name.lowercased().split { $0 == " " || $0 == "-" }
    self.first = first
    weight = words.lazy.compactMap { GlyphRange.weights[String($0)] }.first ?? 400
    isOblique = words.contains { $0 == "italic" || $0 == "oblique" }
  }

  /// The glyphs available in the fonts of this machine, as a protocol buffer.
  public var bytes: [UInt8] {
    let drawer = GlyphDrawer(weight: weight, isOblique: isOblique)
    var stack: [UInt8] = []
    stack.appendField(1, Array("\(weight)\(isOblique ? " oblique" : "")".utf8))
    stack.appendField(2, Array("\(first)-\(first + GlyphRange.count - 1)".utf8))
    for code in first..<first + GlyphRange.count {
      guard let letter = Unicode.Scalar(code), let glyph = drawer.glyph(letter) else { continue }
      stack.appendField(3, glyph.message(code))
    }
    var bytes: [UInt8] = []
    bytes.appendField(1, stack)
    return bytes
  }
}

/// A glyph of 24 pixels, in the format's terms.
struct Glyph {
  /// The border around the glyph in its picture, in pixels.
  static let border = 3
  /// The distance from the upper edge of a line to its baseline: the ascent of Noto Sans, Open Sans and similar fonts,
  /// which clients assume.
  private static let ascent = 26

  /// The size without the border.
  var width = 0
  var height = 0
  /// The offsets from the glyph's origin to its left edge, and from the baseline up to its upper edge.
  var left = 0
  var rise = 0
  /// The offset to the origin of the next glyph.
  var advance: Int
  /// The distances to the edge by rows, with the border: 191 at the edge, 255 from two pixels inside, 0 from six pixels
  /// outside.
  var field: [UInt8] = []

  /// Encodes the glyph as a message; signed numbers use zigzag encoding.
  func message(_ code: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ number: UInt8, _ value: UInt32) {
      bytes.append(number << 3)
      bytes.appendVarint(value)
    }
    func zigzag(_ value: Int) -> UInt32 { UInt32(bitPattern: Int32(value << 1) ^ Int32(value >> 31)) }
    add(1, code)
    if !field.isEmpty { bytes.appendField(2, field) }
    add(3, UInt32(width))
    add(4, UInt32(height))
    add(5, zigzag(left))
    add(6, zigzag(rise - Glyph.ascent))
    add(7, UInt32(max(0, advance)))
    return bytes
  }
}

/// Draws single glyphs.
private struct GlyphDrawer {
  let weight: Int
  let isOblique: Bool

  private static let size = 24.0
  /// The same slant as that of ``TextPainter``.
  private static let slant = 0.21
  /// The upper limit of a glyph's size; none of 24 pixels is larger.
  private static let mostPixels = 256.0

  /// Returns the glyph of a letter; nil where no font has it, and for control characters and the like.
  func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    switch letter.properties.generalCategory {
    case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: return nil
    default: break
    }
    // A mark by itself would be drawn on a dotted circle. On a no-break space it is placed as on a letter.
    let isMark = letter.properties.generalCategory == .nonspacingMark
    let blank: Unicode.Scalar = "\u{A0}"
    guard let text = Text(String(String.UnicodeScalarView(isMark ? [blank, letter] : [letter])), weight) else {
      return nil
    }
    guard text.isKnown else { return nil }
    let advance = Int(text.ink.advance.rounded())
    var glyph = Glyph(advance: isMark ? 0 : advance)
    draw(text, into: &glyph)
    if isMark { glyph.left -= advance }
    return glyph
  }

  private func draw(_ text: Text, into glyph: inout Glyph) {
    let ink = text.ink
    guard ink.width > 0, ink.height > 0, ink.width < GlyphDrawer.mostPixels, ink.height < GlyphDrawer.mostPixels else {
      return
    }
    let slant = isOblique ? GlyphDrawer.slant : 0
    // The pixels of the glyph, with the baseline at 0.
    let (top, bottom) = ((ink.top - ink.baseline).rounded(.down), (ink.top + ink.height - ink.baseline).rounded(.up))
    let left = (ink.left - slant * bottom).rounded(.down)
    let right = (ink.left + ink.width - slant * top).rounded(.up)
    (glyph.width, glyph.height) = (Int(right - left), Int(bottom - top))
    (glyph.left, glyph.rise) = (Int(left), Int(-top))
    let (width, height) = (glyph.width + 2 * Glyph.border, glyph.height + 2 * Glyph.border)
    let coverage = text.coverage(width, height) { cairo in
      cairo_translate(cairo, Double(Glyph.border) - left, Double(Glyph.border) - top)
      var lean = cairo_matrix_t(xx: 1, yx: 0, xy: -slant, yy: 1, x0: 0, y0: 0)
      cairo_transform(cairo, &lean)
      cairo_move_to(cairo, 0, -ink.baseline)
    }
    glyph.field = DistanceField(width: width, height: height).distances(coverage).map { distance in
      // A quarter of the value range is for the inside; the whole range spans eight pixels.
      UInt8(max(0, min(255, (255 - 255 * (distance / 8 + 0.25)).rounded())))
    }
  }

  /// A text that has been laid out.
  private final class Text {
    private let layout: OpaquePointer
    private let cairo: OpaquePointer
    let ink: CairoTextInk

    /// Nil when there is no memory.
    init?(_ text: String, _ weight: Int) {
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
      defer { cairo_surface_destroy(surface) }
      guard let cairo = cairo_create(surface) else { return nil }
      let layout = Array(text.utf8).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          cairo_text_create(
            cairo, $0.baseAddress, Int32($0.count), MapSnapshot.defaultFontFamily, GlyphDrawer.size, Int32(weight))
        }
      }
      guard let layout else {
        cairo_destroy(cairo)
        return nil
      }
      (self.layout, self.cairo, ink) = (layout, cairo, cairo_text_ink(layout))
    }

    deinit {
      cairo_text_free(layout)
      cairo_destroy(cairo)
    }

    var isKnown: Bool { cairo_text_unknown_count(layout) == 0 }

    /// Returns the coverage of each pixel by the text.
    ///
    /// - Parameter place: moves the current point to the upper left corner of the text.
    func coverage(_ width: Int, _ height: Int, _ place: (OpaquePointer) -> Void) -> [UInt8] {
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
      defer { cairo_surface_destroy(surface) }
      guard let cairo = cairo_create(surface) else { return [] }
      place(cairo)
      cairo_text_show(cairo, layout)
      cairo_destroy(cairo)
      cairo_surface_flush(surface)
      let stride = Int(cairo_image_surface_get_stride(surface))
      guard let pixels = cairo_image_surface_get_data(surface) else {
        return [UInt8](repeating: 0, count: width * height)
      }
      return (0..<height).flatMap { row in UnsafeBufferPointer(start: pixels + row * stride, count: width) }
    }
  }
}
