import GeoMap

/// The reason a picture could not be made. Nothing was written then.
public enum RenderError: Error, Hashable, Sendable {
  /// The picture would have this width and height in pixels, and a side is below 1 or above
  /// ``PictureLimits/pixelsPerSide``.
  case pictureSize(width: Double, height: Double)
  /// There are more drawing steps than ``PictureLimits/steps``.
  case tooManySteps(Int)
  /// An image in the picture is damaged, too large or of an unsupported kind, with the reason.
  case image(String)
  /// The picture was not drawn by its deadline.
  case tooLate
  /// A single line or area crosses more than ``PictureLimits/crossings`` rows of pixels. Only with a deadline.
  case tooIntricate
  /// The total work exceeds ``PictureLimits/crossingsInAll``. Only with a deadline.
  case tooMuch
  /// Cairo or the compressor failed, with the reason.
  case failed(String)
}

extension RenderError: CustomStringConvertible {
  /// A sentence for users: what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .pictureSize(let width, let height):
      "a picture of \(width) by \(height) pixels cannot be made; each side needs 1 to \(PictureLimits.pixelsPerSide)"
    case .tooManySteps(let count):
      "the drawing has \(count) steps, and \(PictureLimits.steps) are the limit; draw less, or show a smaller part"
    case .image(let reason): "an image cannot be drawn: \(reason)"
    case .tooLate: "the picture takes too long to draw; draw less, or make it smaller"
    case .tooIntricate:
      "a line or an area goes up and down the picture too often to be drawn in time; simplify it, or make the picture smaller"
    case .tooMuch:
      "the picture is too much work: too many edges, letters or pixels; draw less, simplify it, or make the picture smaller"
    case .failed(let reason): "the picture could not be made: \(reason)"
    }
  }
}

/// The limits of pictures.
public enum PictureLimits {
  /// The largest number of pixels per side.
  public static let pixelsPerSide = 16_384
  /// The largest number of steps of all drawings together.
  public static let steps = 1_000_000
  /// The rows of pixels that a line or area may cross if there is a deadline. Nothing interrupts Cairo, so this limits
  /// a step to a few seconds.
  static let crossings = 16e6
  /// The crossings of a whole picture if there is a deadline. Other work counts as the equivalent number of crossings.
  static let crossingsInAll = 256e6
  /// The longest time for drawing a picture with a deadline, even if the deadline is later.
  static let time = Duration.seconds(10)
  /// The largest number of dashes and gaps of all lines together; wide ones count as several. Lines that would exceed
  /// it are solid.
  public static let dashes = 1_000_000
  /// The largest number of pixels of an image in the picture.
  public static let pixelsPerImage = 64 << 20
  /// The largest size of decoded images in bytes, each in its displayed size. A PNG discards earlier images beyond it;
  /// for an SVG or PDF it is a hard limit.
  public static let imageBytes = 32 << 20
}

/// The file format of a picture.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// Scalable Vector Graphics: paths and letters, sharp at every size. With a blend mode, the whole picture is one
  /// embedded bitmap, as Cairo 1.16 writes it.
  case svg
  /// Portable Document Format: a page of the picture's size, with one point per point of the map.
  case pdf
}
