/// A picture (`UIImage`): encoded bytes and its size in points.
public struct MapImage: Hashable, Sendable {
  /// How the bytes are encoded.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics.
    case png
    /// JPEG, without transparency.
    case jpeg
    /// Scalable Vector Graphics, which may be animated on a page.
    case svg
    /// One of the built-in symbols; ``MapImage/bytes`` is its name.
    case symbol

    /// PNG or JPEG by how a file begins; nil for anything else.
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

  /// How the bytes are encoded.
  public let format: Format
  /// The file, or the name of a symbol.
  public let bytes: [UInt8]
  /// How large it is drawn, in points.
  public let size: ScreenSize

  /// A picture of a size that the caller knows. Bytes are not looked into here.
  ///
  /// - Parameter size: points; what is not finite or negative counts as 0, and an image of no size is not seen.
  public init(format: Format, bytes: [UInt8], size: ScreenSize) {
    self.format = format
    self.bytes = bytes
    func length(_ value: Double) -> Double { value.isFinite && value > 0 ? value : 0 }
    self.size = ScreenSize(width: length(size.width), height: length(size.height))
  }

  /// A built-in symbol by its name, such as `detailDisclosure`, in a square of so many points.
  public init(symbol name: String, points: Double = 24) {
    self.init(format: .symbol, bytes: Array(name.utf8), size: ScreenSize(width: points, height: points))
  }
}
