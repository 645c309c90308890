/// How what is drawn is mixed with what lies below (`CGBlendMode`); the raw value is the word on the wire. In the formulas `s` is what is
/// drawn, `b` what lies below, and each component is 0 to 1.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// What is drawn covers what lies below: the default.
  case normal
  /// s·b: darker.
  case multiply
  /// b + s − b·s: lighter.
  case screen
  /// Multiplies where it is dark below, screens where it is light.
  case overlay
  /// The darker of the two.
  case darken
  /// The lighter of the two.
  case lighten
  /// b / (1 − s), at most 1.
  case colorDodge
  /// 1 − min(1, (1 − b) / s): darker and stronger.
  case colorBurn
  /// Darkens or lightens gently, by what is drawn.
  case softLight
  /// Multiplies or screens, by what is drawn.
  case hardLight
  /// |b − s|.
  case difference
  /// b + s − 2·b·s.
  case exclusion
  /// The hue of what is drawn.
  case hue
  /// The saturation of what is drawn.
  case saturation
  /// Hue and saturation of what is drawn.
  case color
  /// The brightness of what is drawn.
  case luminosity
  /// Nothing is left.
  case clear
  /// What is drawn, with its opacity.
  case copy
  /// What is drawn, where there is something below.
  case sourceIn
  /// What is drawn, where there is nothing below.
  case sourceOut
  /// What is drawn, where there is something below, on top of it.
  case sourceAtop
  /// What is drawn comes under what is there.
  case destinationOver
  /// What is there, where something is drawn.
  case destinationIn
  /// What is there, where nothing is drawn.
  case destinationOut
  /// What is there, where something is drawn, on top of it.
  case destinationAtop
  /// Either, where the other is not.
  case xor
  /// max(0, s + b − 1).
  case plusDarker
  /// min(1, s + b).
  case plusLighter
}
