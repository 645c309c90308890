/// A color with opacity (`UIColor`), with separate variants for light and dark mode.
public struct Color: Hashable, Sendable {
  /// Red, green, blue and opacity in the sRGB color space, not premultiplied; each from 0 to 1.
  public struct Components: Hashable, Sendable {
    /// The components, each 0 to 1.
    public var red: Double, green: Double, blue: Double, alpha: Double

    /// Creates components. Values are clamped to 0 to 1; NaN counts as 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      func cut(_ value: Double) -> Double { value > 0 ? min(1, value) : 0 }
      self.red = cut(red)
      self.green = cut(green)
      self.blue = cut(blue)
      self.alpha = cut(alpha)
    }
  }

  /// The color in light mode.
  public var light: Components
  /// The color in dark mode.
  public var dark: Components

  /// Creates a color that is the same in light and dark mode; values are clamped to 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    light = Components(red: red, green: green, blue: blue, alpha: alpha)
    dark = light
  }

  /// Creates a gray, from 0 (black) to 1 (white).
  public init(white: Double, alpha: Double = 1) { self.init(red: white, green: white, blue: white, alpha: alpha) }

  /// Creates a color that differs in light and dark mode.
  public init(light: Components, dark: Components) {
    self.light = light
    self.dark = dark
  }

  /// Returns the color with another opacity, 0 to 1 (`withAlphaComponent(_:)`).
  public func withAlpha(_ alpha: Double) -> Color {
    func with(_ part: Components) -> Components {
      Components(red: part.red, green: part.green, blue: part.blue, alpha: alpha)
    }
    return Color(light: with(light), dark: with(dark))
  }

  /// Returns the components in light or dark mode.
  public func components(in style: UserInterfaceStyle) -> Components { style == .dark ? dark : light }

  /// Interpolates between two colors: 0 gives the first and 1 the second.
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

/// Whether a map is shown in light or dark mode (`UIUserInterfaceStyle`).
public enum UserInterfaceStyle: String, Hashable, Sendable, CaseIterable {
  /// Dark on light.
  case light
  /// Light on dark.
  case dark
}
