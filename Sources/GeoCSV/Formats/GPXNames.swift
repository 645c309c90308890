/// The elements of GPX that are points.
enum GPXPoint: Int32 {
  case track = 0
  case way = 1
  case route = 2

  /// The element's name.
  var name: StaticString {
    switch self {
    case .track: "trkpt"
    case .way: "wpt"
    case .route: "rtept"
    }
  }
}

/// The names of a file's own elements: most files write `trkpt`, some put a prefix before all of them (`gpx:trkpt`), as XML allows.
struct GPXNames: Sendable, Equatable {
  /// With its colon; empty in most files.
  let prefix: [UInt8]

  /// The names of a file that begins so: the prefix is that of its outermost element, `gpx`.
  init(head: [UInt8]) {
    prefix = head.withUnsafeBytes { bytes in
      var position = 0
      while let tag = XMLTag(in: bytes, from: position) {
        position = tag.end
        if let name = tag.name, let colon = bytes[name].firstIndex(of: Byte.colon) {
          return bytes.equals(colon + 1..<name.upperBound, "gpx") ? Array(bytes[name.lowerBound...colon]) : []
        }
        if tag.name != nil { return [] }
      }
      return []
    }
  }

  /// Whether an element is that of a word.
  @inline(__always) func isName(_ name: Range<Int>, _ word: StaticString, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard !prefix.isEmpty else { return bytes.equals(name, word) }
    guard name.count > prefix.count, bytes[name].starts(with: prefix) else { return false }
    return bytes.equals(name.lowerBound + prefix.count..<name.upperBound, word)
  }

  /// The point that an element is; nil for all others.
  func point(_ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> GPXPoint? {
    if isName(name, "trkpt", in: bytes) { return .track }
    if isName(name, "wpt", in: bytes) { return .way }
    return isName(name, "rtept", in: bytes) ? .route : nil
  }
}
