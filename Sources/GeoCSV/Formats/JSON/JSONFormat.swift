import GeoModel
import GeoWire

/// JSON objects: one per line (NDJSON), or the elements of an array such as the features of a GeoJSON collection.
///
/// The answer becomes members of the object, or of the feature's `properties`.
/// 1. The object is scanned once, and the values that hold the coordinate are noted.
/// 2. The answer goes before its closing brace, or before that of its `properties`, which may be empty, null or absent.
/// 3. A record that is not a complete object gets no answer, as any addition would break it further. It is counted as
///    `bad_record`.
/// 4. Names that the objects at the beginning of the file use are avoided. Where a later object has a member of a new
///    name, the user's member stays and the new one is left out: ``NewNames``.
struct JSONFormat: RecordFormat {
  let layout: JSONLayout
  let placement: JSONPlacement
  let isSwapped: Bool
  let fields: [AnswerField]
  /// Whether the objects are reports of a receiver, as gpsd writes them: those of `mode` 0 and 1 have no fix, whatever
  /// their numbers are.
  let isOfReceiver: Bool
  private let newNames: NewNames

  init(
    layout: JSONLayout, placement: JSONPlacement, isSwapped: Bool, fields: [AnswerField], isOfReceiver: Bool = false
  ) {
    self.isOfReceiver = isOfReceiver
    self.layout = layout
    self.placement = placement
    self.isSwapped = isSwapped
    self.fields = fields
    newNames = NewNames(
      fields.map { field in
        var quoted: [UInt8] = []
        JSONWriter.append(to: &quoted) { $0.string(field.name) }
        return Array(quoted.dropFirst().dropLast())
      })
  }

  /// The bytes that an answer needs around it.
  private enum Frame {
    /// The object is empty, so the answer's members stand alone.
    static let nothing: LocatedRecord.Frame = 0
    /// There are members before it.
    static let comma: LocatedRecord.Frame = 1
    /// `properties` was null.
    static let braces: LocatedRecord.Frame = 2
    /// There is no `properties` yet.
    static let newProperties: LocatedRecord.Frame = 3
    /// There is no member at all yet.
    static let onlyProperties: LocatedRecord.Frame = 4
    /// The record cannot take an answer.
    static let unusable: LocatedRecord.Frame = -1
  }

  var splitter: JSONSplitter { JSONSplitter(layout: layout) }

  /// The array has to be closed.
  var needsWholeInput: Bool { layout != .lines }

  /// The comma before an object of an array.
  func separator(of record: UnsafeRawBufferPointer) -> Range<Int>? {
    guard layout != .lines, let first = record.firstIndex(where: { !Byte.isBlank($0) }), record[first] == Byte.comma
    else { return nil }
    return first..<(first + 1)
  }

  func locate(_ record: UnsafeRawBufferPointer) -> LocatedRecord {
    let start = record.firstIndex(of: Byte.openBrace) ?? record.count
    var located = LocatedRecord(insertion: record.count)
    if record.allSatisfy(Byte.isBlank) {
      located.traits = .blank
      return located
    }
    // Bytes before the object, such as the comma of an array, do not matter.
    var cursor = JSONCursor(record, at: start)
    var found = JSONPlacement.Found()
    let isFeature = placement == .feature
    var taken: NewNames.Mask = 0
    var hasFix = true
    let object = cursor.object { key, value in
      if isOfReceiver, record.equals(key, "mode") {
        hasFix = !record.equals(value, "0") && !record.equals(value, "1")
      }
      placement.look(at: key, value, in: record, &found)
      if !isFeature { taken |= newNames.mask(key, in: record) }
    }
    // Bytes behind the object mean that the line is something else.
    guard let object, cursor.peek() == nil else {
      located.status = .badRecord
      located.frame = Frame.unusable
      return located
    }
    if isFeature {
      placeInProperties(record, object, found, &located)
    } else {
      located.taken = taken
      located.insertion = Int32(object.close)
      located.frame = object.hasMembers ? Frame.comma : Frame.nothing
    }
    if hasFix {
      placement.place(found, in: record, isSwapped: isSwapped, &located)
    } else {
      located.status = .missingCoordinate
    }
    return located
  }

  /// Finds the place for the answer in a feature, whose members may be in any order.
  private func placeInProperties(
    _ record: UnsafeRawBufferPointer, _ object: JSONCursor.Object, _ found: JSONPlacement.Found,
    _ located: inout LocatedRecord
  ) {
    located.insertion = Int32(object.close)
    located.frame = object.hasMembers ? Frame.newProperties : Frame.onlyProperties
    guard let properties = found.properties else { return }
    if record.equals(properties, "null") {
      located.insertion = Int32(properties.lowerBound)
      located.replaced = Int32(properties.count)
      located.frame = Frame.braces
      return
    }
    var inner = JSONCursor(record, at: properties.lowerBound)
    var taken: NewNames.Mask = 0
    guard let members = inner.object({ key, _ in taken |= newNames.mask(key, in: record) }) else {
      located.frame = Frame.unusable
      return
    }
    located.taken = taken
    located.insertion = Int32(members.close)
    located.frame = members.hasMembers ? Frame.comma : Frame.nothing
  }

  func appendInsertion(_ answer: UnsafeRawBufferPointer, for record: LocatedRecord, to bytes: inout [UInt8]) {
    guard record.taken == 0 else { return appendRest(of: answer, for: record, to: &bytes) }
    switch record.frame {
    case Frame.comma where !answer.isEmpty: bytes.append(Byte.comma)
    case Frame.braces: bytes.append(Byte.openBrace)
    case Frame.newProperties: bytes.append(",\"properties\":{" as StaticString)
    case Frame.onlyProperties: bytes.append("\"properties\":{" as StaticString)
    case Frame.unusable: return
    default: break
    }
    bytes.append(contentsOf: answer)
    switch record.frame {
    case Frame.braces, Frame.newProperties, Frame.onlyProperties: bytes.append(Byte.closeBrace)
    default: break
    }
  }

  /// Appends an answer without the members that the record already has.
  private func appendRest(of answer: UnsafeRawBufferPointer, for record: LocatedRecord, to bytes: inout [UInt8]) {
    var rest: [UInt8] = []
    var cursor = JSONCursor(answer)
    while let key = cursor.string(), cursor.take(Byte.colon), let value = cursor.value() {
      if newNames.mask(key, in: answer) & record.taken == 0 {
        if !rest.isEmpty { rest.append(Byte.comma) }
        rest += answer[key.lowerBound - 1..<value.upperBound]
      }
      guard cursor.take(Byte.comma) else { break }
    }
    var record = record
    record.taken = 0
    rest.withUnsafeBytes { appendInsertion($0, for: record, to: &bytes) }
  }

  /// Appends `"name":value` for every field that has a value, with commas between.
  func appendAnswer(to bytes: inout [UInt8], _ value: (AnswerField.Content) -> ColumnValue) {
    var isFirst = true
    for field in fields {
      let value = value(field.content)
      if case .none = value { continue }
      if !isFirst { bytes.append(Byte.comma) }
      isFirst = false
      JSONWriter.append(to: &bytes) { $0.string(field.name) }
      bytes.append(Byte.colon)
      switch value {
      case .text(let text): JSONWriter.append(to: &bytes) { $0.string(text) }
      case .list(let items): JSONWriter.append(to: &bytes) { $0.strings(items) }
      case .none, .decimal: value.appendPlain(to: &bytes)
      }
    }
  }
}
