/// How a drawing blends with what lies below (`CGBlendMode`); the raw value is the word on the wire. In the formulas
/// `s` is the drawing, `b` is what lies below, and each component is 0 to 1.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// The drawing covers what lies below: the default.
  case normal
  /// s·b: darker.
  case multiply
  /// b + s − b·s: lighter.
  case screen
  /// Multiplies where the background is dark, screens where it is light.
  case overlay
  /// The darker of the two.
  case darken
  /// The lighter of the two.
  case lighten
  /// b / (1 − s), at most 1.
  case colorDodge
  /// 1 − min(1, (1 − b) / s): darker and stronger.
  case colorBurn
  /// Darkens or lightens gently, depending on the drawing.
  case softLight
  /// Multiplies or screens, depending on the drawing.
  case hardLight
  /// |b − s|.
  case difference
  /// b + s − 2·b·s.
  case exclusion
  /// The hue of the drawing.
  case hue
  /// The saturation of the drawing.
  case saturation
  /// The hue and saturation of the drawing.
  case color
  /// The brightness of the drawing.
  case luminosity
  /// Clears what lies below where something is drawn.
  case clear
  /// The drawing replaces what lies below, including its opacity.
  case copy
  /// The drawing, only where there is something below.
  case sourceIn
  /// The drawing, only where there is nothing below.
  case sourceOut
  /// The drawing on top of what lies below, only where there is something below.
  case sourceAtop
  /// The drawing behind what is there.
  case destinationOver
  /// What lies below, only where something is drawn.
  case destinationIn
  /// What lies below, only where nothing is drawn.
  case destinationOut
  /// What lies below on top of the drawing, only where something is drawn.
  case destinationAtop
  /// Either of the two, only where the other is absent.
  case xor
  /// max(0, s + b − 1).
  case plusDarker
  /// min(1, s + b).
  case plusLighter
}
