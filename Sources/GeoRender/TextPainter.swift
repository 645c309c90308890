import CCairo
import GeoMap

/// Draws text in the system's fonts, and records the scripts without a font.
struct TextPainter {
  /// Font families separated by commas; letters missing in all of them are taken from any other font.
  let family: String
  /// The names of scripts with letters missing in all fonts.
  private(set) var missingScripts: Set<String> = []

  init(family: String) { self.family = family }

  /// Returns the size of a text in points.
  mutating func size(of text: String, _ style: TextStyle, _ cairo: OpaquePointer) -> ScreenSize {
    guard let layout = layout(text, style, cairo) else { return .zero }
    defer { cairo_text_free(layout) }
    let size = cairo_text_size(layout)
    return ScreenSize(width: size.width, height: size.height)
  }

  /// Draws a text after its halo, which is a sixth of the letters' size wide, at least 2 points.
  mutating func draw(
    _ text: String, at point: ScreenPoint, _ style: TextStyle, _ interface: UserInterfaceStyle, _ cairo: OpaquePointer
  ) {
    guard point.isDrawable, let layout = layout(text, style, cairo) else { return }
    defer { cairo_text_free(layout) }
    let size = cairo_text_size(layout)
    let part =
      switch style.anchor {
      case .left: 0.0
      case .center: 0.5
      case .right: 1.0
      }
    let origin = ScreenPoint(x: -size.width * part, y: -size.height / 2)
    cairo_save(cairo)
    cairo_translate(cairo, point.x, point.y)
    if style.rotation != 0, style.rotation.isFinite { cairo_rotate(cairo, style.rotation) }
    if style.isOblique {
      // Slanted by hand, because few fonts have oblique letters.
      var slant = cairo_matrix_t(xx: 1, yx: 0, xy: -0.21, yy: 1, x0: 0, y0: 0)
      cairo_transform(cairo, &slant)
    }
    if let halo = style.halo {
      cairo_new_path(cairo)
      cairo_move_to(cairo, origin.x, origin.y)
      // The outline of a halo needs little precision, and coarser curves are stroked in half the time.
      let tolerance = cairo_get_tolerance(cairo)
      cairo_set_tolerance(cairo, 0.4)
      cairo_text_outline(cairo, layout)
      cairo_set_line_width(cairo, max(2, style.size / 6) * 2)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      cairo_set_dash(cairo, nil, 0, 0)
      cairo.setSource(halo, interface)
      cairo_stroke(cairo)
      cairo_set_tolerance(cairo, tolerance)
    }
    cairo_move_to(cairo, origin.x, origin.y)
    cairo.setSource(style.color, interface)
    cairo_text_show(cairo, layout)
    cairo_new_path(cairo)
    cairo_restore(cairo)
  }

  /// Lays out a text; nil for an empty one, and for sizes that are not drawn.
  private mutating func layout(_ text: String, _ style: TextStyle, _ cairo: OpaquePointer) -> OpaquePointer? {
    guard !text.isEmpty, style.size > 0, style.size <= 2_000 else { return nil }
    var size = style.size
    let weight = Int32(max(100, min(1_000, style.weight)))
    func make(_ text: String) -> OpaquePointer? {
      // Pango counts bytes in 32 bits.
      let bytes = Array(text.utf8.prefix(100_000))
      return bytes.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          cairo_text_create(cairo, $0.baseAddress, Int32($0.count), family, size, weight)
        }
      }
    }
    guard var layout = make(text) else { return nil }
    if let room = style.maximumWidth, room > 0, case let width = cairo_text_size(layout).width, width > room {
      cairo_text_free(layout)
      size *= room / width
      guard let smaller = make(text) else { return nil }
      layout = smaller
    }
    if cairo_text_unknown_count(layout) > 0 {
      for (script, letters) in TextPainter.letters(of: text) {
        guard let sample = make(letters) else { continue }
        if cairo_text_unknown_count(sample) > 0 { missingScripts.insert(script) }
        cairo_text_free(sample)
      }
    }
    return layout
  }

  /// Returns the names of the scripts in a text with letters missing in all fonts.
  static func missingScripts(of text: String) -> Set<String> {
    guard !text.isEmpty,
      let canvas = try? Canvas(size: ScreenSize(width: 1, height: 1), scale: 1, format: .png)
    else { return [] }
    var painter = TextPainter(family: MapSnapshot.defaultFontFamily)
    _ = painter.size(of: text, TextStyle(size: 12, color: .paper), canvas.cairo)
    return painter.missingScripts
  }

  /// The letters of a text, grouped by the name of their script.
  private static func letters(of text: String) -> [String: String] {
    var letters: [String: String] = [:]
    for scalar in text.unicodeScalars {
      letters[name(ofScript: cairo_text_script(scalar.value)), default: ""].unicodeScalars.append(scalar)
    }
    return letters
  }

  /// The English name of a script from its ISO 15924 code; for rare scripts the code itself.
  private static func name(ofScript code: UInt32) -> String {
    guard code != 0 else { return "symbols" }
    let letters = String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
    return names[letters] ?? letters
  }

  private static let names = [
    "Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Cyrl": "Cyrillic", "Deva": "Devanagari",
    "Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek", "Gujr": "Gujarati", "Guru": "Gurmukhi", "Hang": "Hangul",
    "Hani": "Han", "Hebr": "Hebrew", "Hira": "Hiragana", "Kana": "Katakana", "Khmr": "Khmer", "Knda": "Kannada",
    "Laoo": "Lao", "Latn": "Latin", "Mlym": "Malayalam", "Mong": "Mongolian", "Mymr": "Myanmar", "Orya": "Oriya",
    "Sinh": "Sinhala", "Taml": "Tamil", "Telu": "Telugu", "Thaa": "Thaana", "Thai": "Thai", "Tibt": "Tibetan",
  ]
}

extension OpaquePointer {
  /// Sets the color of what a context draws next.
  func setSource(_ color: Color, _ style: UserInterfaceStyle) {
    let parts = color.components(in: style)
    cairo_set_source_rgba(self, parts.red, parts.green, parts.blue, parts.alpha)
  }
}
