import GeoModel

/// GPX: every track point, waypoint and route point gets its answer as an element of its `extensions`, which GPX 1.1
/// reserves for other data.
///
/// 1. A record ends behind a point's end tag. Bytes before the point's start tag, such as the head of the file or the
///    name of a track, belong to the record and pass through.
/// 2. If the point has `extensions`, the answer goes to their end. If they or the point are an empty element, the
///    element is opened.
/// 3. The rest of the XML is not interpreted. Malformed XML comes out as malformed as it was.
struct GPXFormat: RecordFormat {
  let names: XMLNames
  let isSwapped: Bool
  /// The new elements, with names that are valid in XML.
  let fields: [AnswerField]

  /// The possible names of the outermost element.
  static let roots = ["gpx"]

  /// - Parameters:
  ///   - names: how the file writes the names of its elements.
  ///   - fields: the values to add. Characters that an element's name cannot have become underscores.
  init(names: XMLNames, isSwapped: Bool, fields: [AnswerField]) {
    self.names = names
    self.isSwapped = isSwapped
    self.fields = fields.map { field in
      AnswerField(name: names.elementName(field.name), content: field.content)
    }
  }

  var splitter: XMLSplitter {
    XMLSplitter(names: names) { $0.point($1, in: $2) != nil }
  }

  /// The elements have to be closed.
  var needsWholeInput: Bool { true }

  /// Everything before a point, such as the end of one track and the name of the next, unless it is blank.
  func remainder(of record: UnsafeRawBufferPointer) -> Int {
    guard let (tag, _) = startTag(record) else { return record.count }
    return record[..<tag.start].allSatisfy(Byte.isBlank) ? 0 : tag.start
  }

  // MARK: Where the answer goes

  /// The tags that an answer needs around it.
  ///
  /// The lowest two bits of a frame are the ``GPXPoint``, the others are the wrapping.
  private enum Wrapping: Int32 {
    /// The point already has an `extensions` element.
    case nothing = 0
    case extensions = 1
    /// The point is an empty element, `<trkpt .../>`, which has to be opened.
    case openedPoint = 2
    /// The `extensions` are an empty element, which has to be opened.
    case openedExtensions = 3
  }

  /// The namespace of the added elements.
  static let nameSpace: StaticString = "urn:geocode:address"

  func locate(_ record: UnsafeRawBufferPointer) -> LocatedRecord {
    var located = LocatedRecord(insertion: record.count)
    guard let (tag, point) = startTag(record) else {
      located.status = .badRecord
      located.frame = -1
      return located
    }
    place(tag, record, &located)
    func set(_ wrapping: Wrapping, at insertion: Int, replacing: Int = 0) {
      located.insertion = Int32(insertion)
      located.replaced = Int32(replacing)
      located.frame = wrapping.rawValue << 2 | point.rawValue
    }
    if tag.isEmpty {
      set(.openedPoint, at: tag.end - 2, replacing: 2)
    } else {
      let inner = innerTags(record, behind: tag)
      if let extensions = inner.extensions {
        if extensions.isEmpty {
          set(.openedExtensions, at: extensions.end - 2, replacing: 2)
        } else {
          set(.nothing, at: extensions.start)
        }
      } else {
        set(.extensions, at: inner.endOfPoint)
      }
    }
    return located
  }

  /// The start tag of the record's point; nil for the bytes behind the last point.
  private func startTag(_ record: UnsafeRawBufferPointer) -> (XMLTag, GPXPoint)? {
    var position = 0
    while let tag = XMLTag(in: record, from: position) {
      if let name = tag.name, !tag.isClosing, let point = names.point(name, in: record) { return (tag, point) }
      position = tag.end
    }
    return nil
  }

  /// The end tag of the point's `extensions` (or the whole element, if empty), and the offset of the point's end tag.
  private func innerTags(_ record: UnsafeRawBufferPointer, behind start: XMLTag) -> (
    extensions: XMLTag?, endOfPoint: Int
  ) {
    var position = start.end
    var extensions: XMLTag?
    var endOfPoint = record.count
    while let tag = XMLTag(in: record, from: position) {
      position = tag.end
      endOfPoint = tag.start
      if let name = tag.name, names.isName(name, "extensions", in: record), tag.isClosing || tag.isEmpty {
        extensions = tag
      }
    }
    return (extensions, endOfPoint)
  }

  /// Reads the two attributes that GPX requires of a point.
  private func place(_ tag: XMLTag, _ record: UnsafeRawBufferPointer, _ located: inout LocatedRecord) {
    func value(_ name: StaticString) -> DegreeText.Value {
      guard let range = tag.attribute(name, in: record) else { return .missing }
      return DegreeText.parse(record.part(range))
    }
    located.place(latitude: value("lat"), longitude: value("lon"), isSwapped: isSwapped)
  }

  // MARK: Writing

  func appendInsertion(_ answer: UnsafeRawBufferPointer, for record: LocatedRecord, to bytes: inout [UInt8]) {
    guard record.frame >= 0, let wrapping = Wrapping(rawValue: record.frame >> 2) else { return }
    let point = GPXPoint(rawValue: record.frame & 3) ?? .track
    if wrapping == .openedPoint || wrapping == .openedExtensions { bytes.append(Byte.greater) }
    if wrapping == .extensions || wrapping == .openedPoint { names.appendTag("<", "extensions", to: &bytes) }
    bytes.append(contentsOf: answer)
    if wrapping != .nothing { names.appendTag("</", "extensions", to: &bytes) }
    if wrapping == .openedPoint { names.appendTag("</", point.name, to: &bytes) }
  }

  /// Appends one `address` with an element for each value.
  ///
  /// It declares its own namespace, because the head of the file stays unchanged.
  func appendAnswer(to bytes: inout [UInt8], _ value: (AnswerField.Content) -> ColumnValue) {
    bytes.append("<geocode:address xmlns:geocode=\"" as StaticString)
    bytes.append(GPXFormat.nameSpace)
    bytes.append("\">" as StaticString)
    for field in fields {
      var text: [UInt8] = []
      value(field.content).appendPlain(to: &text)
      guard !text.isEmpty else { continue }
      bytes.append("<geocode:\(field.name)>")
      names.append(text: text, to: &bytes)
      bytes.append("</geocode:\(field.name)>")
    }
    bytes.append("</geocode:address>" as StaticString)
  }
}

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

extension XMLNames {
  /// The kind of point that an element is; nil for all others.
  func point(_ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> GPXPoint? {
    if isName(name, "trkpt", in: bytes) { return .track }
    if isName(name, "wpt", in: bytes) { return .way }
    return isName(name, "rtept", in: bytes) ? .route : nil
  }
}
