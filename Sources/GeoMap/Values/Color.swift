/// A color with its opacity (`UIColor`), perhaps another one in the dark.
public struct Color: Hashable, Sendable {
  /// Red, green, blue and opacity, each 0 to 1, of the sRGB color space, not multiplied.
  public struct Components: Hashable, Sendable {
    /// Each 0 to 1.
    public var red: Double, green: Double, blue: Double, alpha: Double

    /// Values beyond 0 and 1 are cut off; what is not a number is 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      func cut(_ value: Double) -> Double { value > 0 ? min(1, value) : 0 }
      self.red = cut(red)
      self.green = cut(green)
      self.blue = cut(blue)
      self.alpha = cut(alpha)
    }
  }

  /// What it is in the light.
  public var light: Components
  /// What it is in the dark.
  public var dark: Components

  /// The same color in light and dark; each value 0 to 1, what is beyond is cut off.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    light = Components(red: red, green: green, blue: blue, alpha: alpha)
    dark = light
  }

  /// A gray, 0 black to 1 white.
  public init(white: Double, alpha: Double = 1) { self.init(red: white, green: white, blue: white, alpha: alpha) }

  /// A color that differs in light and dark.
  public init(light: Components, dark: Components) {
    self.light = light
    self.dark = dark
  }

  /// The same color with another opacity, 0 to 1 (`withAlphaComponent(_:)`).
  public func withAlpha(_ alpha: Double) -> Color {
    func with(_ part: Components) -> Components {
      Components(red: part.red, green: part.green, blue: part.blue, alpha: alpha)
    }
    return Color(light: with(light), dark: with(dark))
  }

  /// What it is in a style.
  public func components(in style: UserInterfaceStyle) -> Components { style == .dark ? dark : light }

  /// The colors between two: 0 gives the first and 1 the second.
  public static func mix(_ a: Color, _ b: Color, _ part: Double) -> Color {
    func mix(_ a: Components, _ b: Components) -> Components {
      func between(_ a: Double, _ b: Double) -> Double { part <= 0 ? a : part >= 1 ? b : a + (b - a) * part }
      return Components(
        red: between(a.red, b.red), green: between(a.green, b.green), blue: between(a.blue, b.blue),
        alpha: between(a.alpha, b.alpha))
    }
    return Color(light: mix(a.light, b.light), dark: mix(a.dark, b.dark))
  }
}

/// Whether a map is shown light or dark (`UIUserInterfaceStyle`).
public enum UserInterfaceStyle: String, Hashable, Sendable, CaseIterable {
  /// Dark on light.
  case light
  /// Light on dark.
  case dark
}
