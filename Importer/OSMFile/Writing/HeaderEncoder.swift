extension OSMFileHeader {
  /// The HeaderBlock message, with the features that the options need.
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
