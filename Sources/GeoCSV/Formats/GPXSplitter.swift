/// Ends a record behind every track point, waypoint and route point of a GPX file.
struct GPXSplitter: RecordSplitter {
  private var position = 0

  mutating func drop(_ count: Int) { position -= count }

  mutating func split(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into ends: inout [Int]) {
    while let tag = XMLTag(in: bytes, from: position) {
      position = tag.end
      let isPoint = tag.name.map { GPXPoint(bytes, $0) != nil } ?? false
      if isPoint, tag.isClosing || tag.isEmpty { ends.append(tag.end) }
      position = tag.end
    }
    // A tag that is not whole yet is looked at again from its `<` on.
    position = max(position, bytes.firstOffset(of: Byte.less, from: position))
  }
}

/// The elements of GPX that are points.
enum GPXPoint: Int32 {
  case track = 0
  case way = 1
  case route = 2

  /// The element of that name; nil for all others.
  init?(_ bytes: UnsafeRawBufferPointer, _ name: Range<Int>) {
    if bytes.equals(name, "trkpt") {
      self = .track
    } else if bytes.equals(name, "wpt") {
      self = .way
    } else if bytes.equals(name, "rtept") {
      self = .route
    } else {
      return nil
    }
  }

  /// The element's name.
  var name: StaticString {
    switch self {
    case .track: "trkpt"
    case .way: "wpt"
    case .route: "rtept"
    }
  }
}
