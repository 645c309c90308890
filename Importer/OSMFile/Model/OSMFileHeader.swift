/// The header of a file, from its first blob.
public struct OSMFileHeader: Hashable, Sendable {
  /// The bounding box, as stated; nil if the file does not state one.
  public var boundingBox: OSMBoundingBox?
  /// Features that a reader must support, such as `OsmSchema-V0.6` and `DenseNodes`.
  public var requiredFeatures: [String] = []
  /// Features that readers may use, such as `Sort.Type_then_ID` and `LocationsOnWays`.
  public var optionalFeatures: [String] = []
  /// The program that wrote the file.
  public var writingProgram: String?
  /// The source of the data, as stated.
  public var source: String?
  /// The time up to which the data contains all changes, in seconds since 1970; nil if not stated.
  public var replicationTimestamp: Int64?
  /// The number of the last change file that the data contains.
  public var replicationSequence: Int64?
  /// The URL at which later change files are published.
  public var replicationBaseURL: String?

  /// Creates an empty header.
  public init() {}

  /// Whether objects may occur in several versions, including deleted ones.
  public var isHistory: Bool { requiredFeatures.contains(Self.historyFeature) }
  /// Whether the file contains changes to other files (`osmChange`), not an extract.
  public var isChange: Bool { optionalFeatures.contains(Self.changeFeature) }
  /// Whether the file states that it is sorted: nodes, then ways, then relations, each by id.
  public var isSorted: Bool { optionalFeatures.contains("Sort.Type_then_ID") }
  /// Whether ways have the locations of their nodes, which may then be missing as nodes.
  public var hasLocationsOnWays: Bool {
    optionalFeatures.contains(Self.locationsFeature) || requiredFeatures.contains(Self.locationsFeature)
  }
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

  /// Creates a box from its edges.
  public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The smallest box around two; all around the globe if one of them crosses the antimeridian.
  func union(_ other: OSMBoundingBox) -> OSMBoundingBox {
    let crosses = minX > maxX || other.minX > other.maxX
    return OSMBoundingBox(
      minX: crosses ? -1_800_000_000 : min(minX, other.minX), minY: min(minY, other.minY),
      maxX: crosses ? 1_800_000_000 : max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }
}

/// The mark of the world layer: the coarse borders and cities that ship with the product.
public enum WorldLayerMark {
  /// The writing program in the header of a world layer. The number is the version of its tagging.
  public static let writingProgram = "geocode world layer 1"
}

extension OSMFileHeader {
  /// Whether the file is a world layer, whose objects have invented ids and coarse borders.
  public var isWorldLayer: Bool { writingProgram == WorldLayerMark.writingProgram }
}

extension OSMFileHeader {
  /// The header feature of files whose objects occur in several versions.
  public static let historyFeature = "HistoricalInformation"
  /// The header feature of change files that this project writes.
  public static let changeFeature = "OsmChange"
  /// The version of objects in change files without version numbers. A change is newer than the version that it
  /// changes, even if it does not state by how much.
  public static let unnumberedChange = Int32.max

  /// The header feature of files whose ways have the locations of their nodes.
  static let locationsFeature = "LocationsOnWays"

  /// The supported features. A file that requires any other would be misread.
  private static let knownFeatures: Set<String> = [
    "OsmSchema-V0.6", "DenseNodes", historyFeature, locationsFeature,
  ]

  /// Reads a HeaderBlock message and rejects unknown required features.
  init(decoding block: ProtobufCursor) throws(BlockFault) {
    var cursor = block
    while let field = cursor.field() { decode(field, &cursor) }
    guard !cursor.isMalformed else { throw BlockFault("the OSMHeader is not a valid message; download the file again") }
    if let unknown = requiredFeatures.first(where: { !Self.knownFeatures.contains($0) }) {
      throw BlockFault(
        .unsupportedFeature, "the file requires the feature \"\(unknown)\", which is not supported; write it without")
    }
  }

  private mutating func decode(_ field: ProtobufField, _ cursor: inout ProtobufCursor) {
    switch field.tag {
    case ProtobufField.bytes(1): boundingBox = Self.box(cursor.message())
    case ProtobufField.bytes(4): requiredFeatures.append(cursor.string())
    case ProtobufField.bytes(5): optionalFeatures.append(cursor.string())
    case ProtobufField.bytes(16): writingProgram = cursor.string()
    case ProtobufField.bytes(17): source = cursor.string()
    case ProtobufField.number(32): replicationTimestamp = Self.plausible(Int64(bitPattern: cursor.varint()))
    case ProtobufField.number(33): replicationSequence = Int64(bitPattern: cursor.varint())
    case ProtobufField.bytes(34): replicationBaseURL = cursor.string()
    default: cursor.skip(field)
    }
  }

  /// A time in seconds since 1970; nil before that or after the year 9999, as it cannot be meant.
  static func plausible(_ seconds: Int64) -> Int64? { (0..<253_402_300_800).contains(seconds) ? seconds : nil }

  /// Decodes a HeaderBBox message, in nanodegrees: left, right, top, bottom. Nil if it is damaged or an edge is beyond
  /// 180 degrees.
  private static func box(_ message: ProtobufCursor) -> OSMBoundingBox? {
    var cursor = message
    var edges: [Int64] = [0, 0, 0, 0]
    while let field = cursor.field() {
      if field.wireType == 0, field.tag >= 8, field.tag <= 32 {
        edges[Int(field.tag >> 3) - 1] = cursor.signed() / 100
      } else {
        cursor.skip(field)
      }
    }
    guard !cursor.isMalformed, edges.allSatisfy({ $0.magnitude <= CoordinateScale.farthestX }) else { return nil }
    return OSMBoundingBox(minX: Int32(edges[0]), minY: Int32(edges[3]), maxX: Int32(edges[1]), maxY: Int32(edges[2]))
  }
}

extension OSMFileHeader {
  /// Encodes the HeaderBlock message, with the features that the options need.
  func encoded(for options: OSMWriteOptions) -> [UInt8] {
    var encoder = ProtobufEncoder()
    if let box = boundingBox {
      encoder.message(1) { message in
        for (field, edge) in [(1, box.minX), (2, box.maxX), (3, box.maxY), (4, box.minY)] {
          message.signedNumber(UInt32(field), Int64(edge) * 100)
        }
      }
    }
    let needed = ["OsmSchema-V0.6"] + (options.denseNodes ? ["DenseNodes"] : [])
    for feature in needed { encoder.field(4, feature.utf8) }
    for feature in requiredFeatures where !needed.contains(feature) { encoder.field(4, feature.utf8) }
    for feature in optionalFeatures { encoder.field(5, feature.utf8) }
    if let writingProgram { encoder.field(16, writingProgram.utf8) }
    if let source { encoder.field(17, source.utf8) }
    if let replicationTimestamp { encoder.number(32, replicationTimestamp) }
    if let replicationSequence { encoder.number(33, replicationSequence) }
    if let replicationBaseURL { encoder.field(34, replicationBaseURL.utf8) }
    return encoder.bytes
  }
}
