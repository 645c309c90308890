import GeoConsole
import GeoRender
import GeoSupport

/// The protocol by which a terminal shows pictures.
enum TerminalPicture {
  /// kitty's graphics protocol, also supported by WezTerm, Ghostty and Konsole.
  case kitty
  /// iTerm2's inline images, also supported by mintty and VS Code.
  case iTerm2
  /// DEC's sixel graphics, with six pixels per character, supported by xterm, foot, mlterm and others.
  case sixel

  /// Returns the protocol of this process's terminal, detected by environment variables; nil when none matches, or
  /// without a terminal. `GEOCODE_TERMINAL` overrides the detection.
  static func detected() -> TerminalPicture? {
    switch Environment["GEOCODE_TERMINAL"] {
    case "kitty": return .kitty
    case "iterm2": return .iTerm2
    case "sixel": return .sixel
    default: break
    }
    guard isatty(1) == 1 else { return nil }
    let program = Environment["TERM_PROGRAM"] ?? ""
    let name = Environment["TERM"] ?? ""
    if Environment["KITTY_WINDOW_ID"] != nil || name.contains("kitty") || ["ghostty", "WezTerm"].contains(program) {
      return .kitty
    }
    if ["iTerm.app", "vscode", "mintty"].contains(program) || Environment["LC_TERMINAL"] == "iTerm2" { return .iTerm2 }
    if ["foot", "mlterm", "sixel", "yaft", "contour"].contains(where: name.contains) { return .sixel }
    return nil
  }

  /// Returns the bytes that make the terminal show a PNG file.
  ///
  /// - Parameter size: the size in pixels.
  func sequence(of png: [UInt8], _ size: (width: Int, height: Int)) throws(RenderError) -> [UInt8] {
    switch self {
    case .kitty: TerminalPicture.kitty(png)
    case .iTerm2:
      Array("\u{1B}]1337;File=inline=1;size=\(png.count);width=\(size.width)px:".utf8) + Base64.encode(png)
        + Array("\u{7}\n".utf8)
    case .sixel: SixelPicture.encode(try PixelPicture(png: png))
    }
  }

  /// Splits the picture into pieces of 4,096 characters; the first one has the header.
  private static func kitty(_ png: [UInt8]) -> [UInt8] {
    let text = Base64.encode(png)
    var result: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 4_096) {
      let end = min(start + 4_096, text.count)
      let head = start == 0 ? "a=T,f=100," : ""
      result += Array("\u{1B}_G\(head)m=\(end < text.count ? 1 : 0);".utf8) + text[start..<end] + Array("\u{1B}\\".utf8)
    }
    return result + Array("\n".utf8)
  }
}
