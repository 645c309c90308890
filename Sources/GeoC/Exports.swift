// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
import CGeocode
import CMappingGuard
import GeoEngine
import GeoModel
import GeoStore
import GeoSupport
import GeoWire

// The functions of geocode.h, which documents them. The compiler checks each against its declaration there.

@c @implementation
public func geocode_version() -> UnsafePointer<CChar>! { Constants.version.text }

@c @implementation
public func geocode_column_names() -> UnsafePointer<CChar>! { Constants.columnNames.text }

@c @implementation
public func geocode_fields(_ count: UnsafeMutablePointer<Int>!) -> UnsafePointer<geocode_field>! {
  count?.pointee = PlacemarkStructure.fields.count
  return FieldTable.shared.first
}

/// The fields of placemarks for C. It is Sendable unchecked, as it is never changed.
private struct FieldTable: @unchecked Sendable {
  static let shared = FieldTable()

  let first: UnsafePointer<geocode_field>

  private init() {
    let fields = PlacemarkStructure.fields.map { field in
      geocode_field(
        name: cText(field.column.column), offset: field.offset,
        is_number: field.column.isNumeric ? 1 : 0, detail: cText(field.column.detail.rawValue))
    }
    let memory = UnsafeMutablePointer<geocode_field>.allocate(capacity: fields.count)
    memory.initialize(from: fields, count: fields.count)
    first = UnsafePointer(memory)
  }
}

/// Texts that live as long as the process. They are Sendable unchecked, as they are never changed.
private struct Constants: @unchecked Sendable {
  static let version = Constants(productVersion)
  static let columnNames = Constants(OutputColumn.allCases.map(\.name).joined(separator: ","))

  let text: UnsafePointer<CChar>?

  private init(_ text: String) { self.text = UnsafePointer(cText(text)) }
}

// MARK: Stores

@c @implementation
public func geocode_open(
  _ path: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<OpaquePointer?>!,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> geocode_status {
  result?.pointee = nil
  return status(message) { () throws(CallFailure) in
    guard let path, let result else { throw CallFailure(GEOCODE_INVALID, "path and result must not be NULL") }
    let file = String(cString: path)
    let store = try reading { () throws(StoreError) in try OpenStore(path: file) }
    result.pointee = OpaquePointer(Unmanaged.passRetained(store).toOpaque())
  }
}

@c @implementation
public func geocode_guard() { mapping_guard_install() }

@c @implementation
public func geocode_close(_ store: OpaquePointer!) {
  guard let store else { return }
  Unmanaged<OpenStore>.fromOpaque(UnsafeRawPointer(store)).release()
}

@c @implementation
public func geocode_reload(
  _ store: OpaquePointer!, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> geocode_status {
  status(message) { () throws(CallFailure) in
    let store = try GeoC.store(store)
    try reading { () throws(StoreError) in try store.reload() }
  }
}

@c @implementation
public func geocode_info(
  _ store: OpaquePointer!, _ result: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> geocode_status {
  result?.pointee = nil
  return status(message) { () throws(CallFailure) in
    let store = try GeoC.store(store)
    let info = try reading { () throws(StoreError) in try store.info() }
    result?.pointee = cText(InfoJSON.bytes(info, path: store.path))
  }
}

@c @implementation
public func geocode_attribution(_ store: OpaquePointer!) -> UnsafeMutablePointer<CChar>! {
  guard let store = try? GeoC.store(store), let info = try? store.info() else { return nil }
  return cText(info.metadata.attribution.joined(separator: "\n"))
}

// MARK: One point

@c @implementation
public func geocode_json(
  _ store: OpaquePointer!, _ latitude: Double, _ longitude: Double, _ options: UnsafePointer<geocode_options>!,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> geocode_status {
  result?.pointee = nil
  return status(message) { () throws(CallFailure) in
    let placemark = try placemark(store, latitude, longitude, options)
    var json: [UInt8] = []
    PlacemarkJSON.append(placemark, to: &json)
    result?.pointee = cText(json)
  }
}

@c @implementation
public func geocode_placemark_at(
  _ store: OpaquePointer!, _ latitude: Double, _ longitude: Double, _ options: UnsafePointer<geocode_options>!,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<geocode_placemark>?>!,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> geocode_status {
  result?.pointee = nil
  return status(message) { () throws(CallFailure) in
    let placemark = try placemark(store, latitude, longitude, options)
    result?.pointee = PlacemarkStructure.make(placemark)
  }
}

@c @implementation
public func geocode_placemark_free(_ placemark: UnsafeMutablePointer<geocode_placemark>!) { free(placemark) }

@c @implementation
public func geocode_free(_ text: UnsafeMutablePointer<CChar>!) { free(text) }

@c @implementation
public func geocode_text(
  _ store: OpaquePointer!, _ latitude: Double, _ longitude: Double, _ column: UnsafePointer<CChar>!,
  _ options: UnsafePointer<geocode_options>!, _ result: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> geocode_status {
  result?.pointee = nil
  return status(message) { () throws(CallFailure) in
    guard let column else { throw CallFailure(GEOCODE_INVALID, "column must not be NULL") }
    let store = try GeoC.store(store)
    let columns = try WantedColumns.list(String(cString: column), of: store)
    guard columns.count == 1 else { throw CallFailure(GEOCODE_INVALID, "column: name one column") }
    let query = try CallOptions(options).query(latitude, longitude, for: columns)
    switch CellValue(columns[0], of: try placemark(store, query)) {
    case .none: break
    case .text(let text): result?.pointee = cText(text)
    case .number(let number): result?.pointee = cText(CellValue.digits(number))
    }
  }
}

/// The best placemark at a point.
private func placemark(
  _ handle: OpaquePointer?, _ latitude: Double, _ longitude: Double, _ options: UnsafePointer<geocode_options>?
) throws(CallFailure) -> Placemark {
  let store = try store(handle)
  return try placemark(store, try CallOptions(options).query(latitude, longitude))
}

private func placemark(_ store: OpenStore, _ query: PlacemarkQuery) throws(CallFailure) -> Placemark {
  let loan = try reading { () throws(StoreError) in try store.borrow() }
  let engine = loan.engine
  defer { store.giveBack(loan) }
  do { return try engine.placemarks(for: query)[0] } catch { throw CallFailure(error) }
}

// MARK: Many points

@c @implementation
public func geocode_columns(
  _ store: OpaquePointer!, _ latitudes: UnsafePointer<Double>!, _ longitudes: UnsafePointer<Double>!, _ count: Int64,
  _ columns: UnsafePointer<CChar>!, _ options: UnsafePointer<geocode_options>!,
  _ array: UnsafeMutablePointer<ArrowArray>!, _ schema: UnsafeMutablePointer<ArrowSchema>!,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> geocode_status {
  array?.pointee.release = nil
  schema?.pointee.release = nil
  return status(message) { () throws(CallFailure) in
    guard let array, let schema else { throw CallFailure(GEOCODE_INVALID, "array and schema must not be NULL") }
    guard count >= 0, count <= Int64(Int32.max) else {
      throw CallFailure(GEOCODE_INVALID, "count is \(count); give 0 to \(Int32.max) points at once")
    }
    guard count == 0 || latitudes != nil && longitudes != nil else {
      throw CallFailure(GEOCODE_INVALID, "latitudes and longitudes must not be NULL")
    }
    let store = try GeoC.store(store)
    let wanted = try columns.map { text throws(CallFailure) in try WantedColumns.list(String(cString: text), of: store)
    }
    let answers = AnswerColumns(wanted ?? OutputColumn.usual, count: Int(count))
    let none = UnsafePointer<Double>(bitPattern: 8)!
    let answerer = PointsAnswerer(
      store: store, latitudes: latitudes ?? none, longitudes: longitudes ?? none,
      options: try CallOptions(options), columns: answers)
    let texts = try answerer.run()
    array.pointee = try ArrowExport.array(answers, texts)
    schema.pointee = ArrowExport.schema(answers.columns)
  }
}

/// The columns that a caller requests.
private enum WantedColumns {
  /// Reads a list of names; those of the store's layers are columns, too.
  static func list(_ text: String, of store: OpenStore) throws(CallFailure) -> [OutputColumn] {
    let layers = try reading { () throws(StoreError) in try store.info() }.metadata.areaLayers.map(\.name)
    var columns: [OutputColumn] = []
    for word in text.split(separator: ",") {
      if OutputColumn.isAll(word) {
        columns += OutputColumn.usualAll
      } else if layers.contains(String(word)) {
        columns.append(.layer(String(word)))
      } else if let column = OutputColumn(named: word) {
        columns.append(column)
      } else {
        let names = (OutputColumn.allCases.map(\.name) + layers).joined(separator: ", ")
        throw CallFailure(GEOCODE_INVALID, "there is no column \"\(word)\". There are: \(names)")
      }
    }
    guard !columns.isEmpty else { throw CallFailure(GEOCODE_INVALID, "columns: name at least one column") }
    var seen: Set<OutputColumn> = []
    return columns.filter { seen.insert($0).inserted }
  }
}
