/// The names of a file's own elements: most files write `trkpt`, some put a prefix before all of them (`gpx:trkpt`), as XML allows.
struct XMLNames: Sendable, Equatable {
  /// With its colon; empty in most files.
  let prefix: [UInt8]

  /// The names of a file that begins so: the prefix is that of its outermost element.
  ///
  /// - Parameter root: the name of the outermost element, such as `gpx`.
  init(head: [UInt8], root: StaticString) {
    prefix = head.withUnsafeBytes { bytes in
      var position = 0
      while let tag = XMLTag(in: bytes, from: position) {
        position = tag.end
        if let name = tag.name, let colon = bytes[name].firstIndex(of: Byte.colon) {
          return bytes.equals(colon + 1..<name.upperBound, root) ? Array(bytes[name.lowerBound...colon]) : []
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

  /// Appends a tag of the file's own kind, with its prefix.
  func appendTag(_ opening: StaticString, _ name: StaticString, to bytes: inout [UInt8]) {
    bytes.append(opening)
    bytes.append(contentsOf: prefix)
    bytes.append(name)
    bytes.append(Byte.greater)
  }
}

/// Ends a record behind every element of some names.
struct XMLSplitter: RecordSplitter {
  private let names: XMLNames
  private let isRecord: @Sendable (XMLNames, Range<Int>, UnsafeRawBufferPointer) -> Bool
  private var position = 0

  /// - Parameter isRecord: whether a name in these bytes is that of an element which is a record.
  init(names: XMLNames, isRecord: @escaping @Sendable (XMLNames, Range<Int>, UnsafeRawBufferPointer) -> Bool) {
    self.names = names
    self.isRecord = isRecord
  }

  mutating func drop(_ count: Int) { position -= count }

  mutating func split(_ bytes: UnsafeRawBufferPointer, isLast: Bool, upTo enough: Int, into ends: inout [Int]) {
    while let tag = XMLTag(in: bytes, from: position) {
      position = tag.end
      if let name = tag.name, tag.isClosing || tag.isEmpty, isRecord(names, name, bytes) { ends.append(tag.end) }
      if let last = ends.last, last >= enough { return }
    }
    // A tag that is not whole yet is looked at again from its `<` on.
    position = max(position, bytes.firstOffset(of: Byte.less, from: position))
  }
}

extension [UInt8] {
  /// Appends text, escaped where XML asks for it.
  mutating func appendXML(_ text: some Sequence<UInt8>, isAttribute: Bool = false) {
    for byte in text {
      switch byte {
      case 0x26: append("&amp;" as StaticString)
      case Byte.less: append("&lt;" as StaticString)
      case Byte.greater: append("&gt;" as StaticString)
      case Byte.quote where isAttribute: append("&quot;" as StaticString)
      default: append(byte)
      }
    }
  }
}
