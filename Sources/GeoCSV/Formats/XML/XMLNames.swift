import GeoSupport

/// The names of a file's own elements.
///
/// Most files write `trkpt`; some put a prefix before every name (`gpx:trkpt`), as XML allows.
struct XMLNames: Sendable, Equatable {
  /// The prefix with its colon; empty in most files.
  let prefix: [UInt8]
  /// The name of the outermost element, including the prefix.
  let root: [UInt8]
  /// Whether the file declares an encoding other than UTF-8, in which new non-ASCII text has to be written as character
  /// references.
  let isForeign: Bool

  /// Reads the names from the beginning of a file. The prefix is that of its outermost element.
  ///
  /// - Parameter roots: the names that the outermost element may have, such as `gpx`.
  /// - Returns: nil when there is no outermost element or it has another name.
  init?(head: [UInt8], roots: [String]) {
    guard let root = XMLNames.root(of: head) else { return nil }
    let local = root.lastIndex(of: Byte.colon).map { root[($0 + 1)...] } ?? root[...]
    guard roots.contains(where: { local.elementsEqual($0.utf8) }) else { return nil }
    prefix = Array(root[..<local.startIndex])
    self.root = root
    isForeign = XMLNames.encoding(of: head).map { !["utf-8", "utf8", "us-ascii", "utf-16"].contains($0) } ?? false
  }

  /// The encoding in the file's XML declaration, in lower case.
  private static func encoding(of head: [UInt8]) -> String? {
    let start = String(decoding: head.prefix(200), as: UTF8.self).lowercased()
    guard let opening = start.firstRange(of: "<?xml"), let end = start[opening.upperBound...].firstRange(of: "?>"),
      let word = start[opening.upperBound..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let parts = start[word.upperBound..<end.lowerBound].split(omittingEmptySubsequences: false) { "\"'".contains($0) }
    return parts.count > 1 ? String(parts[1]) : nil
  }

  /// The name of the outermost element; nil when its start tag is incomplete.
  private static func root(of head: [UInt8]) -> [UInt8]? {
    head.withUnsafeBytes { bytes in
      var position = 0
      while let tag = XMLTag(in: bytes, from: position) {
        if let name = tag.name { return Array(bytes[name]) }
        position = tag.end
      }
      return nil
    }
  }

  /// Whether more of a file has to be read to see its outermost element.
  static func isHidden(in head: InputHead) -> Bool {
    guard !head.isAtEnd, root(of: head.bytes) == nil else { return false }
    let first = head.bytes.first { !Byte.isBlank($0) && !ByteOrderMark.bytes.contains($0) }
    return first == nil || first == Byte.less
  }

  /// Whether a name is that of the outermost element.
  @inline(__always) func isRoot(_ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    name.count == root.count && bytes[name].elementsEqual(root)
  }

  /// Whether an element has this name behind the file's prefix.
  @inline(__always) func isName(_ name: Range<Int>, _ word: StaticString, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard !prefix.isEmpty else { return bytes.equals(name, word) }
    guard name.count > prefix.count, bytes[name].starts(with: prefix) else { return false }
    return bytes.equals(name.lowerBound + prefix.count..<name.upperBound, word)
  }

  /// Turns a text into a valid name of an element, which begins with a letter or an underscore.
  ///
  /// Characters that are invalid or that the file's encoding may lack become underscores.
  func elementName(_ text: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isLetter = scalar.properties.isAlphabetic && (scalar.isASCII || !isForeign)
      if name.isEmpty, !isLetter, scalar != "_" { name.append("_") }
      let isPart = isLetter || ("0"..."9").contains(scalar) || scalar == "-"
      name.append(isPart ? scalar : "_")
    }
    return name.isEmpty ? "_" : String(name)
  }

  /// Appends text in a form that the file's encoding can hold.
  func append(text: [UInt8], isAttribute: Bool = false, to bytes: inout [UInt8]) {
    guard isForeign, text.contains(where: { $0 >= 0x80 }) else {
      return bytes.appendXML(text, isAttribute: isAttribute)
    }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        bytes.appendXML(CollectionOfOne(UInt8(ascii: scalar)), isAttribute: isAttribute)
      } else {
        bytes.append("&#\(scalar.value);")
      }
    }
  }

  /// Appends a tag with the file's prefix.
  func appendTag(_ opening: StaticString, _ name: StaticString, to bytes: inout [UInt8]) {
    bytes.append(opening)
    bytes.append(contentsOf: prefix)
    bytes.append(name)
    bytes.append(Byte.greater)
  }
}

/// Ends a record behind every element with certain names.
struct XMLSplitter: RecordSplitter {
  private let names: XMLNames
  private let isRecord: @Sendable (XMLNames, Range<Int>, UnsafeRawBufferPointer) -> Bool
  private var position = 0
  /// Whether the last tag closes the outermost element.
  private var isClosed = false

  /// - Parameter isRecord: whether a name in these bytes belongs to an element that is a record.
  init(names: XMLNames, isRecord: @escaping @Sendable (XMLNames, Range<Int>, UnsafeRawBufferPointer) -> Bool) {
    self.names = names
    self.isRecord = isRecord
  }

  mutating func drop(_ count: Int) { position -= count }

  mutating func split(_ bytes: UnsafeRawBufferPointer, isLast: Bool, upTo enough: Int, into ends: inout [Int]) {
    while let tag = XMLTag(in: bytes, from: position) {
      position = tag.end
      guard let name = tag.name else { continue }
      isClosed = false
      if tag.isClosing || tag.isEmpty {
        isClosed = names.isRoot(name, in: bytes)
        if isRecord(names, name, bytes) { ends.append(tag.end) }
      }
      if let last = ends.last, last >= enough { return }
    }
    // An incomplete tag is scanned again from its `<` on.
    position = max(position, bytes.firstOffset(of: Byte.less, from: position))
  }

  var lacking: String? {
    isClosed ? nil : "the end tag </\(String(decoding: names.root, as: UTF8.self))> is missing"
  }
}

extension [UInt8] {
  /// Appends text, escaped as XML requires.
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
