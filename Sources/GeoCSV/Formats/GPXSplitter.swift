/// Ends a record behind every track point, waypoint and route point of a GPX file.
struct GPXSplitter: RecordSplitter {
  let names: GPXNames
  private var position = 0

  init(names: GPXNames) { self.names = names }

  mutating func drop(_ count: Int) { position -= count }

  mutating func split(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into ends: inout [Int]) {
    while let tag = XMLTag(in: bytes, from: position) {
      position = tag.end
      let isPoint = tag.name.map { names.point($0, in: bytes) != nil } ?? false
      if isPoint, tag.isClosing || tag.isEmpty { ends.append(tag.end) }
      position = tag.end
    }
    // A tag that is not whole yet is looked at again from its `<` on.
    position = max(position, bytes.firstOffset(of: Byte.less, from: position))
  }
}
