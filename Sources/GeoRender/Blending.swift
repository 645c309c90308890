import CCairo
import GeoMap

extension BlendMode {
  /// The corresponding Cairo operator; nil for ``plusDarker``, which Cairo lacks.
  var cairoOperator: cairo_operator_t? {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .clear: CAIRO_OPERATOR_CLEAR
    case .copy: CAIRO_OPERATOR_SOURCE
    case .sourceIn: CAIRO_OPERATOR_IN
    case .sourceOut: CAIRO_OPERATOR_OUT
    case .sourceAtop: CAIRO_OPERATOR_ATOP
    case .destinationOver: CAIRO_OPERATOR_DEST_OVER
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .destinationAtop: CAIRO_OPERATOR_DEST_ATOP
    case .xor: CAIRO_OPERATOR_XOR
    case .plusDarker: nil
    case .plusLighter: CAIRO_OPERATOR_ADD
    }
  }

  /// Whether Cairo would also change the area outside the drawing, which CoreGraphics does not.
  var isUnbounded: Bool {
    switch self {
    case .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}

/// Implements a blend mode that Cairo lacks.
enum Blending {
  /// Blends pixels by ``BlendMode/plusDarker``: max(0, s + b − 1) per channel. Pixels are premultiplied, so the
  /// formulas are those of CoreGraphics: alpha a = min(1, sa + ba), and color max(0, a − ((sa − s) + (ba − b))).
  ///
  /// - Parameters:
  ///   - below: an image surface, which is modified.
  ///   - above: an image surface of the same size.
  static func plusDarker(_ below: OpaquePointer, _ above: OpaquePointer) {
    cairo_surface_flush(below)
    cairo_surface_flush(above)
    guard let to = cairo_image_surface_get_data(below), let from = cairo_image_surface_get_data(above) else { return }
    let width = Int(min(cairo_image_surface_get_width(below), cairo_image_surface_get_width(above)))
    let height = Int(min(cairo_image_surface_get_height(below), cairo_image_surface_get_height(above)))
    let (toStride, fromStride) = (
      Int(cairo_image_surface_get_stride(below)), Int(cairo_image_surface_get_stride(above))
    )
    for row in 0..<height {
      for column in 0..<width {
        let (b, s) = (to + row * toStride + column * 4, from + row * fromStride + column * 4)
        let alpha = min(255, Int(b[3]) + Int(s[3]))
        for channel in 0..<3 {
          let missing = (Int(b[3]) - Int(b[channel])) + (Int(s[3]) - Int(s[channel]))
          b[channel] = UInt8(max(0, alpha - missing))
        }
        b[3] = UInt8(alpha)
      }
    }
    cairo_surface_mark_dirty(below)
  }
}
