extension OSMFileHeader {
  /// Features of the format that are handled here. A file that demands another one cannot be read rightly.
  private static let knownFeatures: Set<String> = [
    "OsmSchema-V0.6", "DenseNodes", "HistoricalInformation", "LocationsOnWays",
  ]

  /// Reads a HeaderBlock message and refuses features that are not known.
  init(decoding block: ProtobufCursor) throws(BlockFault) {
    var cursor = block
    while let field = cursor.field() { decode(field, &cursor) }
    guard !cursor.isMalformed else { throw BlockFault("the OSMHeader is no valid message; download the file again") }
    if let unknown = requiredFeatures.first(where: { !Self.knownFeatures.contains($0) }) {
      throw BlockFault(
        .unsupportedFeature, "the file demands the feature \"\(unknown)\", which is not supported; write it without")
    }
  }

  private mutating func decode(_ field: ProtobufField, _ cursor: inout ProtobufCursor) {
    switch field.tag {
    case ProtobufField.bytes(1): boundingBox = Self.box(cursor.message())
    case ProtobufField.bytes(4): requiredFeatures.append(cursor.string())
    case ProtobufField.bytes(5): optionalFeatures.append(cursor.string())
    case ProtobufField.bytes(16): writingProgram = cursor.string()
    case ProtobufField.bytes(17): source = cursor.string()
    case ProtobufField.number(32): replicationTimestamp = Int64(bitPattern: cursor.varint())
    case ProtobufField.number(33): replicationSequence = Int64(bitPattern: cursor.varint())
    case ProtobufField.bytes(34): replicationBaseURL = cursor.string()
    default: cursor.skip(field)
    }
  }

  /// A HeaderBBox message, in nanodegrees: left, right, top, bottom. Nil when it is damaged or off the globe.
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
