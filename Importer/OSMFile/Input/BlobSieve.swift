/// Decides which bytes of a PBF stream to keep: all except for blobs of unknown types, of which compressed files may
/// contain any number.
///
/// It only finds where frames begin. Anything malformed is kept for ``BlobScan``, which reports it.
struct BlobSieve {
  private enum State {
    /// In the length and the header of a blob, with the bytes so far.
    case frame([UInt8])
    /// In a blob, with the number of remaining bytes.
    case blob(left: Int, isKept: Bool)
    /// After bytes that are not a frame.
    case foreign
  }

  private var state = State.frame([])

  /// Splits the next bytes into parts that are kept or not, and calls a closure with each.
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

  /// The number of next bytes that are all kept or all dropped, and which of the two.
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

  /// The number of bytes of a frame needed next: first its length, then all of it.
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

/// The BlobHeader message before each blob.
struct BlobFrame {
  /// The format's maximum size, in bytes.
  static let maximumSize = 64 << 10

  /// The type of the blob.
  let type: String
  /// The size of the blob in bytes.
  let size: Int64

  /// Whether blobs of this type are read. Others are skipped, as the format requires.
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
