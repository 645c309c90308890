import GeoModel

/// KML: every `Placemark` gets its answer as `Data` elements of its `ExtendedData`, which KML reserves for other data.
///
/// 1. A record ends behind a placemark's end tag. Bytes before its start tag, such as folders and styles, belong to the
///    record and pass through.
/// 2. The placemark's points, lines and areas make a ``RecordShape``. Coordinates have the longitude first.
/// 3. If it has `ExtendedData`, the answer goes to their end. Otherwise a new element goes before the geometry, as the
///    schema requires. Existing data with a new name stays, and the new value is left out: ``NewNames``.
struct KMLFormat: RecordFormat {
  let names: XMLNames
  let isSwapped: Bool
  let fields: [AnswerField]
  private let newNames: NewNames

  init(names: XMLNames, isSwapped: Bool, fields: [AnswerField]) {
    self.names = names
    self.isSwapped = isSwapped
    self.fields = fields
    newNames = NewNames(
      fields.map {
        var bytes: [UInt8] = []
        bytes.appendXML($0.name.utf8, isAttribute: true)
        return bytes
      })
  }

  /// The possible names of the outermost element; excerpts of KML files are common, too.
  static let roots = ["kml", "Document", "Folder", "Placemark"]

  var splitter: XMLSplitter {
    XMLSplitter(names: names) { $0.isName($1, "Placemark", in: $2) }
  }

  /// The elements have to be closed.
  var needsWholeInput: Bool { true }

  /// Everything before a placemark, such as the end of one folder and the name of the next, unless it is blank.
  func remainder(of record: UnsafeRawBufferPointer) -> Int {
    guard let tag = startTag(record) else { return record.count }
    return record[..<tag.start].allSatisfy(Byte.isBlank) ? 0 : tag.start
  }

  /// The tags that an answer needs around it.
  private enum Frame {
    /// The placemark already has an `ExtendedData` element.
    static let nothing: LocatedRecord.Frame = 0
    /// The placemark has no such element.
    static let element: LocatedRecord.Frame = 1
    /// The element is empty and has to be opened.
    static let opened: LocatedRecord.Frame = 2
    /// There is no placemark.
    static let unusable: LocatedRecord.Frame = -1
  }

  func locate(_ record: UnsafeRawBufferPointer) -> LocatedRecord {
    var located = LocatedRecord(insertion: record.count)
    guard let start = startTag(record), !start.isEmpty else {
      located.status = .badRecord
      located.frame = Frame.unusable
      return located
    }
    located.frame = Frame.element
    var reader = KMLGeometryReader(names: names, isSwapped: isSwapped)
    var geometry: Int?
    var position = start.end
    while let tag = XMLTag(in: record, from: position) {
      position = tag.end
      guard let name = tag.name else { continue }
      if names.isName(name, "ExtendedData", in: record), tag.isClosing || tag.isEmpty {
        located.frame = tag.isEmpty ? Frame.opened : Frame.nothing
        located.insertion = Int32(tag.isEmpty ? tag.end - 2 : tag.start)
        located.replaced = tag.isEmpty ? 2 : 0
      }
      if tag.isClosing, names.isName(name, "Placemark", in: record), located.frame == Frame.element {
        located.insertion = Int32(geometry ?? tag.start)
      }
      if let data = names.dataName(tag, name, in: record) { located.taken |= newNames.mask(data, in: record) }
      if reader.read(tag, name, in: record) { geometry = geometry ?? tag.start }
    }
    reader.shape.place(&located)
    return located
  }

  /// The start tag of the record's placemark; nil for the bytes behind the last placemark.
  private func startTag(_ record: UnsafeRawBufferPointer) -> XMLTag? {
    var position = 0
    while let tag = XMLTag(in: record, from: position) {
      if let name = tag.name, !tag.isClosing, names.isName(name, "Placemark", in: record) { return tag }
      position = tag.end
    }
    return nil
  }

  func appendInsertion(_ answer: UnsafeRawBufferPointer, for record: LocatedRecord, to bytes: inout [UInt8]) {
    guard record.frame != Frame.unusable else { return }
    if record.frame == Frame.opened { bytes.append(Byte.greater) }
    if record.frame == Frame.element { names.appendTag("<", "ExtendedData", to: &bytes) }
    if record.taken == 0 {
      bytes.append(contentsOf: answer)
    } else {
      appendRest(of: answer, for: record, to: &bytes)
    }
    if record.frame != Frame.nothing { names.appendTag("</", "ExtendedData", to: &bytes) }
  }

  /// Appends an answer without the data that the record already has.
  private func appendRest(of answer: UnsafeRawBufferPointer, for record: LocatedRecord, to bytes: inout [UInt8]) {
    var (position, start) = (0, 0)
    var isTaken = false
    while let tag = XMLTag(in: answer, from: position) {
      position = tag.end
      guard let name = tag.name, names.isName(name, "Data", in: answer) else { continue }
      if let data = names.dataName(tag, name, in: answer) {
        isTaken = newNames.mask(data, in: answer) & record.taken != 0
        start = tag.start
      } else if !isTaken {
        bytes.append(contentsOf: answer[start..<tag.end])
      }
    }
  }

  func appendAnswer(to bytes: inout [UInt8], _ value: (AnswerField.Content) -> ColumnValue) {
    for field in fields {
      var text: [UInt8] = []
      value(field.content).appendPlain(to: &text)
      guard !text.isEmpty else { continue }
      bytes.append(Byte.less)
      bytes.append(contentsOf: names.prefix)
      bytes.append("Data name=\"" as StaticString)
      names.append(text: Array(field.name.utf8), isAttribute: true, to: &bytes)
      bytes.append("\">" as StaticString)
      names.appendTag("<", "value", to: &bytes)
      names.append(text: text, to: &bytes)
      names.appendTag("</", "value", to: &bytes)
      names.appendTag("</", "Data", to: &bytes)
    }
  }
}

/// The user's data in the placemarks of a KML file, whose names the new data must avoid.
extension XMLNames {
  /// The names of the data in the first placemarks.
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

  /// The name of the data element that begins with a tag; nil for other tags.
  func dataName(_ tag: XMLTag, _ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    let isData = !tag.isClosing && (isName(name, "Data", in: bytes) || isName(name, "SimpleData", in: bytes))
    return isData ? tag.attribute("name", in: bytes) : nil
  }
}
