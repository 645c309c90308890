/// Tells which bytes of a PBF stream are worth keeping: all but the blobs of types that nobody reads, of which packed files may hold any number.
///
/// It knows no more of the format than where frames begin; whatever makes no sense is kept for ``BlobScan``, which says so.
struct BlobSieve {
  private enum State {
    /// Within the length and the header of a blob, of which these bytes have come.
    case frame([UInt8])
    /// Within a blob of which so many bytes are to come.
    case blob(left: Int, isKept: Bool)
    /// Behind bytes that are no frame.
    case foreign
  }

  private var state = State.frame([])

  /// Calls with the next bytes in parts, and with whether each is kept.
  mutating func sift(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, _ isKept: Bool) throws(OSMFileError) -> Void
  ) throws(OSMFileError) {
    var start = 0
    while start < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let (count, isKept) = take(rest)
      try body(UnsafeRawBufferPointer(rebasing: rest[..<count]), isKept)
      start += count
    }
  }

  /// How many of the next bytes have the same fate, and whether they are kept.
  private mutating func take(_ bytes: UnsafeRawBufferPointer) -> (count: Int, isKept: Bool) {
    switch state {
    case .foreign: return (bytes.count, true)
    case .blob(let left, let isKept):
      let count = min(left, bytes.count)
      state = count == left ? .frame([]) : .blob(left: left - count, isKept: isKept)
      return (count, isKept)
    case .frame(let known):
      let count = min(BlobSieve.wanted(known) - known.count, bytes.count)
      state = BlobSieve.state(after: known + bytes[..<count])
      return (count, true)
    }
  }

  /// How many bytes of a frame are needed: its length first.
  private static func wanted(_ frame: [UInt8]) -> Int {
    frame.count < 4 ? 4 : 4 + frame.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func state(after frame: [UInt8]) -> State {
    let wanted = wanted(frame)
    guard wanted > 4 || frame.count < 4, wanted <= 4 + BlobFrame.maximumSize else { return .foreign }
    if frame.count < wanted { return .frame(frame) }
    let padded = frame + [UInt8](repeating: 0, count: ProtobufCursor.padding)
    let header = padded.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { BlobFrame(ProtobufCursor($0 + 4, count: wanted - 4)) }
    }
    guard let header, header.size <= Int64(Inflater.maximumSize) else { return .foreign }
    return header.size == 0 ? .frame([]) : .blob(left: Int(header.size), isKept: header.isRead)
  }
}

/// The message in front of each blob.
struct BlobFrame {
  /// The largest that the format allows, in bytes.
  static let maximumSize = 64 << 10

  /// What the blob is.
  let type: String
  /// Bytes of the blob.
  let size: Int64

  /// Whether somebody reads blobs of this type; others are stepped over, as the format asks.
  var isRead: Bool { type == "OSMHeader" || type == "OSMData" }

  /// Decodes the message; nil for anything else.
  init?(_ message: ProtobufCursor) {
    var cursor = message
    var type = ""
    var size: Int64 = -1
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.bytes(1): type = cursor.string()
      case ProtobufField.number(3): size = Int64(bitPattern: cursor.varint())
      default: cursor.skip(field)
      }
    }
    guard !cursor.isMalformed, !type.isEmpty, size >= 0 else { return nil }
    (self.type, self.size) = (type, size)
  }
}
