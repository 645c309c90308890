/// How a file is written.
public struct OSMWriteOptions: Sendable {
  /// How blobs are compressed.
  public enum Compression: Hashable, Sendable {
    /// Not at all.
    case raw
    /// As nearly every reader understands it; level 1 (quick) to 12 (small).
    case zlib(level: Int32)
    /// Quick to read, larger.
    case lz4
    /// Small and quick to read, but not every program reads it; level 1 (quick) to 22 (small).
    case zstd(level: Int32)
  }

  /// How blobs are compressed.
  public var compression = Compression.zlib(level: 6)
  /// The most objects in one blob. The format allows 32 MiB for a blob and recommends 8000 objects.
  public var objectsPerBlock = 8000
  /// Whether nodes are written as DenseNodes, which is smaller.
  public var denseNodes = true
  /// Whether versions and visibility are written.
  public var metadata = false
  /// The unit of coordinates in nanodegrees. 100 keeps them exactly; 1000 rounds them to about 11 cm, and so on.
  public var granularity: Int32 = 100

  /// The usual: zlib, dense nodes, exact coordinates, no metadata.
  public init() {}
}
