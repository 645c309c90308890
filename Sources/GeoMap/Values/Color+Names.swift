import GeoSupport

extension Color {
  /// Parses `#rrggbb`, `#rrggbbaa` or `#rgb` in hexadecimal digits, or the name of one of ``named``; nil for anything
  /// else.
  public init?(_ text: String) {
    if let color = Color.named[text] {
      self = color
      return
    }
    var digits = Array(text.utf8.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ $0.hexDigitValue != nil }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    let all = digits.count == 8 ? value : value << 8 | 0xFF
    func part(_ shift: UInt32) -> Double { Double(all >> shift & 0xFF) / 255 }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  /// The name of the color, or else `#rrggbbaa` of its light variant.
  package var text: String {
    if let name = Color.named.first(where: { $0.value == self })?.key { return name }
    return light.text
  }

  private static func bytes(_ light: (Double, Double, Double), _ dark: (Double, Double, Double)) -> Color {
    Color(
      light: Components(red: light.0 / 255, green: light.1 / 255, blue: light.2 / 255),
      dark: Components(red: dark.0 / 255, green: dark.1 / 255, blue: dark.2 / 255))
  }

  /// System colors with light and dark variants, from Apple's Human Interface Guidelines.
  public static let systemRed = bytes((255, 59, 48), (255, 69, 58))
  /// See ``systemRed``.
  public static let systemOrange = bytes((255, 149, 0), (255, 159, 10))
  /// See ``systemRed``.
  public static let systemYellow = bytes((255, 204, 0), (255, 214, 10))
  /// See ``systemRed``.
  public static let systemGreen = bytes((52, 199, 89), (48, 209, 88))
  /// See ``systemRed``.
  public static let systemMint = bytes((0, 199, 190), (99, 230, 226))
  /// See ``systemRed``.
  public static let systemTeal = bytes((48, 176, 199), (64, 200, 224))
  /// See ``systemRed``.
  public static let systemBlue = bytes((0, 122, 255), (10, 132, 255))
  /// See ``systemRed``.
  public static let systemIndigo = bytes((88, 86, 214), (94, 92, 230))
  /// See ``systemRed``.
  public static let systemPurple = bytes((175, 82, 222), (191, 90, 242))
  /// See ``systemRed``.
  public static let systemPink = bytes((255, 45, 85), (255, 55, 95))
  /// See ``systemRed``.
  public static let systemGray = bytes((142, 142, 147), (142, 142, 147))

  /// Fixed colors, the same in light and dark.
  public static let black = Color(white: 0)
  /// See ``black``.
  public static let white = Color(white: 1)
  /// See ``black``.
  public static let gray = Color(white: 0.5)
  /// See ``black``.
  public static let darkGray = Color(white: 1 / 3)
  /// See ``black``.
  public static let lightGray = Color(white: 2 / 3)
  /// See ``black``.
  public static let red = Color(red: 1, green: 0, blue: 0)
  /// See ``black``.
  public static let green = Color(red: 0, green: 1, blue: 0)
  /// See ``black``.
  public static let blue = Color(red: 0, green: 0, blue: 1)
  /// See ``black``.
  public static let cyan = Color(red: 0, green: 1, blue: 1)
  /// See ``black``.
  public static let magenta = Color(red: 1, green: 0, blue: 1)
  /// See ``black``.
  public static let yellow = Color(red: 1, green: 1, blue: 0)
  /// See ``black``.
  public static let orange = Color(red: 1, green: 0.5, blue: 0)
  /// See ``black``.
  public static let purple = Color(red: 0.5, green: 0, blue: 0.5)
  /// Fully transparent.
  public static let clear = Color(white: 0, alpha: 0)

  /// All colors with a name.
  public static let named: [String: Color] = [
    "systemRed": systemRed, "systemOrange": systemOrange, "systemYellow": systemYellow, "systemGreen": systemGreen,
    "systemMint": systemMint, "systemTeal": systemTeal, "systemBlue": systemBlue, "systemIndigo": systemIndigo,
    "systemPurple": systemPurple, "systemPink": systemPink, "systemGray": systemGray, "black": black, "white": white,
    "gray": gray, "darkGray": darkGray, "lightGray": lightGray, "red": red, "green": green, "blue": blue,
    "cyan": cyan, "magenta": magenta, "yellow": yellow, "orange": orange, "purple": purple, "clear": clear,
  ]
}

extension Color.Components {
  /// `#rrggbbaa`.
  package var text: String {
    "#" + [red, green, blue, alpha].map { UInt8(($0 * 255).rounded()).hexDigits }.joined()
  }
}
