/// How a file says that it is the world layer: the coarse borders and cities that ship with the product.
public enum WorldLayerMark {
  /// The writing program that the header of a world layer names. The number is that of its tagging.
  public static let writingProgram = "geocode world layer 1"
}

extension OSMFileHeader {
  /// Whether the file says that it is a world layer, whose objects have invented ids and coarse borders.
  public var isWorldLayer: Bool { writingProgram == WorldLayerMark.writingProgram }
}
