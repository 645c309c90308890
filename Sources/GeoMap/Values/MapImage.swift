/// An image (`UIImage`): encoded bytes with a size in points.
public struct MapImage: Hashable, Sendable {
  /// The encoding of the bytes.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics.
    case png
    /// JPEG, without transparency.
    case jpeg
    /// Scalable Vector Graphics, which may be animated on a page.
    case svg
    /// A built-in symbol; ``MapImage/bytes`` is its name.
    case symbol

    /// Recognizes PNG or JPEG by the first bytes of a file; nil for anything else.
    public init?(of bytes: [UInt8]) {
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
        self = .png
      } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
        self = .jpeg
      } else {
        return nil
      }
    }
  }

  /// The encoding of the bytes.
  public let format: Format
  /// The file content, or the name of a symbol.
  public let bytes: [UInt8]
  /// The size at which it is drawn, in points.
  public let size: ScreenSize

  /// Creates an image of a given size. The bytes are not examined.
  ///
  /// - Parameter size: the size in points. Values that are negative or not finite count as 0, and an image without size
  ///   is invisible.
  public init(format: Format, bytes: [UInt8], size: ScreenSize) {
    self.format = format
    self.bytes = bytes
    func length(_ value: Double) -> Double { value.isFinite && value > 0 ? value : 0 }
    self.size = ScreenSize(width: length(size.width), height: length(size.height))
  }

  /// Creates a built-in symbol by name, such as `detailDisclosure`, in a square of a side in points.
  public init(symbol name: String, points: Double = 24) {
    self.init(format: .symbol, bytes: Array(name.utf8), size: ScreenSize(width: points, height: points))
  }
}
