import GeoMap

/// Why a picture could not be made. Nothing was written then.
public enum RenderError: Error, Hashable, Sendable {
  /// The picture would have so many pixels across and down, of which one is none or more than ``PictureLimits/pixelsPerSide``.
  case pictureSize(width: Double, height: Double)
  /// There are more steps than ``PictureLimits/steps``.
  case tooManySteps(Int)
  /// A picture within the picture is damaged, too large, or of a kind that cannot be drawn here; the words say which.
  case image(String)
  /// The picture was not drawn by its deadline.
  case tooLate
  /// A single line or area crosses more than ``PictureLimits/crossings`` rows of pixels, and there is a deadline.
  case tooIntricate
  /// All together are more work than ``PictureLimits/crossingsInAll``, and there is a deadline.
  case tooMuch
  /// Cairo or the compressor could not go on; its own words.
  case failed(String)
}

extension RenderError: CustomStringConvertible {
  /// One sentence for a person: what is wrong and what would do.
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

/// What a picture may cost.
public enum PictureLimits {
  /// Pixels of each side.
  public static let pixelsPerSide = 16_384
  /// Steps of all drawings together.
  public static let steps = 1_000_000
  /// Rows of pixels that one line or area may cross where there is a deadline: as nothing interrupts Cairo, this bounds the time of a step to
  /// a few seconds.
  static let crossings = 16e6
  /// What all of a picture may cross where there is a deadline. What is no edge counts as what takes as long.
  static let crossingsInAll = 256e6
  /// How long a picture may be drawn where there is a deadline, whatever else it waits for.
  static let time = Duration.seconds(10)
  /// Dashes and gaps of all lines together, wide ones counted as several; lines that would need more are solid.
  public static let dashes = 1_000_000
  /// Pixels of an image within the picture.
  public static let pixelsPerImage = 64 << 20
  /// Bytes of images that are kept unpacked, each as large as it is shown; an SVG or PDF may have no more.
  public static let imageBytes = 32 << 20
}

/// How a picture is written.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// Scalable Vector Graphics: paths and letters, sharp at every size. Where a blend mode is used, all of it is one embedded bitmap, as Cairo
  /// 1.16 writes it.
  case svg
  /// Portable Document Format, a page as large as the picture, a point of the map for each of its own.
  case pdf
}
