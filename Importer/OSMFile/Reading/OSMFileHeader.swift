/// What the first blob of a file says about the whole.
public struct OSMFileHeader: Hashable, Sendable {
  /// The bounding box, as stated; nil when the file does not state one.
  public var boundingBox: OSMBoundingBox?
  /// Features that a reader must know, such as `OsmSchema-V0.6` and `DenseNodes`.
  public var requiredFeatures: [String] = []
  /// Features that help a reader which knows them, such as `Sort.Type_then_ID` and `LocationsOnWays`.
  public var optionalFeatures: [String] = []
  /// The program that wrote the file.
  public var writingProgram: String?
  /// Where the data comes from, as stated.
  public var source: String?
  /// The moment up to which the data contains all changes, in seconds since 1970; nil when not stated.
  public var replicationTimestamp: Int64?
  /// The number of the last change file that the data contains.
  public var replicationSequence: Int64?
  /// Where the following change files can be had.
  public var replicationBaseURL: String?

  /// A header that states nothing.
  public init() {}

  /// Whether objects may occur in several versions, and deleted ones among them.
  public var isHistory: Bool { requiredFeatures.contains("HistoricalInformation") }
  /// Whether the file says that it is sorted: nodes, then ways, then relations, each by id.
  public var isSorted: Bool { optionalFeatures.contains("Sort.Type_then_ID") }
}

/// A box in 1e-7 degree integers.
public struct OSMBoundingBox: Hashable, Sendable {
  /// The western edge, in 1e-7 degree of longitude.
  public var minX: Int32
  /// The southern edge, in 1e-7 degree of latitude.
  public var minY: Int32
  /// The eastern edge, in 1e-7 degree of longitude.
  public var maxX: Int32
  /// The northern edge, in 1e-7 degree of latitude.
  public var maxY: Int32

  /// A box from its edges.
  public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }
}
