/// The user's data in the placemarks of a KML file, whose names the new data must not have.
extension XMLNames {
  /// The names of the data that the first placemarks have already.
  func dataNames(in head: [UInt8]) -> [String] {
    head.withUnsafeBytes { bytes in
      var names: [String] = []
      var position = 0
      while let tag = XMLTag(in: bytes, from: position) {
        position = tag.end
        guard let name = tag.name, let data = dataName(tag, name, in: bytes) else { continue }
        names.append(String(decoding: bytes[data], as: UTF8.self))
      }
      return names
    }
  }

  /// The name of the data that begins with a tag; nil for other tags.
  func dataName(_ tag: XMLTag, _ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    let isData = !tag.isClosing && (isName(name, "Data", in: bytes) || isName(name, "SimpleData", in: bytes))
    return isData ? tag.attribute("name", in: bytes) : nil
  }
}
