import ArgumentParser
import GeoConsole
import GeoMap
import GeoModel
import GeoRender

/// The options for the picture's target and size.
struct PictureOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The picture's file; '-' is standard output.", valueName: "file"))
  var output: String?
  @Flag(help: "Show the picture in this terminal (kitty, iTerm2, sixel).") var show = false
  @Option(help: ArgumentHelp("png, svg or pdf; by default as the file's ending says.", valueName: "format"))
  var format: PictureFormat?
  @Option(
    help: ArgumentHelp("Width and height in points (default: \(PictureSize.usual)).", valueName: "width x height"),
    transform: word(PictureSize.init(parsing:)))
  var size = PictureSize.usual
  @Option(help: ArgumentHelp("Pixels for each point, 1 to 4.", valueName: "number")) var scale = 1.0
  @Flag(help: "Light on dark.") var dark = false
  @Flag(name: .shortAndLong, help: "No notes on standard error.") var quiet = false

  func validate() throws {
    guard SceneWords.scales.contains(scale) else {
      throw ValidationError("--scale needs a number from 1 to 4, not \(scale)")
    }
  }

  /// Creates the empty map.
  func map() -> MapView {
    let map = MapView(size: size.points, scale: scale)
    map.userInterfaceStyle = dark ? .dark : .light
    return map
  }

  /// Returns the target of the picture.
  ///
  /// - Throws: `UsageError` when the target or its format is not given.
  func target() throws -> PictureTarget {
    if show {
      guard output == nil else { throw UsageError("--show and --output cannot be given together") }
      guard format ?? .png == .png else { throw UsageError("a terminal shows PNG only; leave --format out") }
      guard let terminal = TerminalPicture.detected() else {
        throw UsageError(
          "this terminal is not known to show pictures",
          advice: "Use one with kitty's, iTerm2's or sixel graphics, or -o FILE.")
      }
      return PictureTarget(place: .terminal(terminal), format: .png)
    }
    guard let output else { throw UsageError("where should the picture go?", advice: "Give -o FILE.png, or --show.") }
    if output == "-" { return PictureTarget(place: .standardOutput, format: format ?? .png) }
    let ending = output.lastIndex(of: ".").map { output[output.index(after: $0)...].lowercased() } ?? ""
    guard let format = format ?? PictureFormat(rawValue: ending) else {
      throw UsageError(
        "'\(output)' does not say which kind of picture it is",
        advice: "Let it end with .png, .svg or .pdf, or give --format.")
    }
    return PictureTarget(place: .file(output), format: format)
  }
}

extension PictureFormat: ExpressibleByArgument {}

/// A size as typed and as shown in the help: `800x600`.
struct PictureSize: CustomStringConvertible {
  let points: ScreenSize

  static let usual = PictureSize(points: ScreenSize(width: 800, height: 600))

  init(points: ScreenSize) { self.points = points }

  init(parsing text: String) throws(SceneError) { points = try SceneWords.size(text) }

  var description: String { "\(Int(points.width))x\(Int(points.height))" }
}

/// The target of a picture.
struct PictureTarget {
  enum Place {
    case file(String)
    case standardOutput
    case terminal(TerminalPicture)
  }

  let place: Place
  let format: PictureFormat

  /// Writes the picture. A file is first written under a temporary name, so that an old one stays if the disk is full.
  ///
  /// - Throws: `RenderError` for a file that cannot be written, `ProgramFailure` for standard output.
  func write(_ picture: RenderedPicture, _ size: (width: Int, height: Int)) throws {
    switch place {
    case .file(let path): try picture.write(to: path)
    case .standardOutput: try PictureTarget.write(picture.bytes)
    case .terminal(let terminal): try PictureTarget.write(terminal.sequence(of: picture.bytes, size))
    }
  }

  private static func write(_ bytes: [UInt8]) throws(ProgramFailure) {
    let output = StandardOutput()
    try output.write(bytes)
    try output.flush()
  }
}

extension RenderError {
  /// Whether drawing, compressing or writing the picture failed, as opposed to a picture that is not allowed.
  var isOfFile: Bool { if case .failed = self { true } else { false } }
}

extension MapView {
  /// The picture's size in pixels.
  func viewSize(scale: Double) -> (width: Int, height: Int) {
    (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
  }
}
