/// Collects the geometries of a placemark, tag by tag.
struct KMLGeometryReader {
  private enum Kind { case point, line, outline, hole }

  let names: XMLNames
  private(set) var shape: RecordShape
  private var kind = Kind.point
  /// The positions of the current track, each of which is an element.
  private var track: [RecordPosition]?

  init(names: XMLNames, isSwapped: Bool) {
    self.names = names
    shape = RecordShape(isSwapped: isSwapped)
  }

  /// Reads a tag and the text behind it.
  ///
  /// - Returns: whether a geometry begins with the tag.
  mutating func read(_ tag: XMLTag, _ name: Range<Int>, in record: UnsafeRawBufferPointer) -> Bool {
    func isName(_ word: StaticString) -> Bool { names.isName(name, word, in: record) }
    // Tracks belong to Google's extension, which has its own prefix.
    func isForeign(_ word: StaticString) -> Bool {
      guard let colon = record[name].firstIndex(of: Byte.colon) else { return false }
      return record.equals(colon + 1..<name.upperBound, word)
    }
    if tag.isClosing {
      if isForeign("Track"), let positions = track {
        shape.addLine(positions)
        track = nil
      }
      return false
    }
    if isName("coordinates") { add(KMLGeometryReader.text(behind: tag, in: record)) }
    if isForeign("coord"), track != nil {
      let text = KMLGeometryReader.text(behind: tag, in: record)
      // A moment without a fix has an empty element.
      if !text.allSatisfy(Byte.isBlank) { track?.append(KMLGeometryReader.position(text, Byte.isBlank)) }
    }
    if isForeign("Track") { track = [] }
    if isName("Point") { kind = .point }
    if isName("LineString") { kind = .line }
    if isName("innerBoundaryIs") { kind = .hole }
    if isName("outerBoundaryIs") { kind = .outline }
    if isName("LinearRing"), kind != .hole { kind = .outline }
    return isName("Point") || isName("LineString") || isName("LinearRing") || isName("Polygon")
      || isName("MultiGeometry") || isName("Model") || isForeign("Track") || isForeign("MultiTrack")
  }

  private mutating func add(_ text: UnsafeRawBufferPointer) {
    let positions = text.split(whereSeparator: Byte.isBlank).map {
      KMLGeometryReader.position(UnsafeRawBufferPointer(rebasing: $0)) { $0 == Byte.comma }
    }
    guard let first = positions.first else { return }
    switch kind {
    case .point: shape.addPoint(first)
    case .line: shape.addLine(positions)
    case .outline: shape.addPolygon([positions])
    case .hole:
      shape.addHole(positions)
      // A ring on its own is the outline of the next area.
      kind = .outline
    }
  }

  private static func text(behind tag: XMLTag, in record: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    tag.isEmpty ? .empty : record.part(tag.end..<record.firstOffset(of: Byte.less, from: tag.end))
  }

  private static func position(_ text: UnsafeRawBufferPointer, _ isSeparator: (UInt8) -> Bool) -> RecordPosition {
    let numbers = text.split(whereSeparator: isSeparator).map { DegreeText.parse(UnsafeRawBufferPointer(rebasing: $0)) }
    return numbers.count >= 2 ? RecordPosition(x: numbers[0], y: numbers[1]) : RecordPosition(x: .bad, y: .bad)
  }
}
