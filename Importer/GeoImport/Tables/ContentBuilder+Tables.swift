import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import OSMFile

/// Tables of addresses that are imported beside the extracts.
public struct AddressTableOptions: Sendable {
  /// Paths of the tables: delimited text or GeoJSON with one feature on each line, compressed or not.
  public var paths: [String] = []
  /// The columns of tables of unknown form, by the words of `--addresses-columns`; nil to recognize columns by their
  /// names.
  public var columns: [String: [String]]?
  /// Whether a table takes precedence over the map if both have a house.
  public var winsOverMap = false
  /// The attributions that the licenses of the tables require; may be empty.
  public var attribution: [String] = []

  /// Creates options without tables.
  public init() {}

  /// The size of an extract that would need as much memory as the tables.
  var bytesAsExtract: Int { AddressTableOptions.bytesAsExtract(of: paths) }

  /// The size of an extract that would need as much memory as the tables: a fifth of their bytes as text, all of them
  /// if compressed.
  static func bytesAsExtract(of paths: [String]) -> Int {
    paths.reduce(0) { sum, path in
      let isPacked = [".gz", ".bz2", ".zst"].contains { path.lowercased().hasSuffix($0) }
      return sum + fileBytes(path) / (isPacked ? 1 : 5)
    }
  }

  /// The size of a file; 0 if it does not exist.
  static func fileBytes(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The words for columns.
  public static let columnWords = TableForm.Role.allCases.map(\.rawValue)
  /// The words of the columns that a table must have to be accepted as one of addresses.
  public static let neededWords = TableForm.Role.allCases.filter(\.isNeeded).map(\.rawValue)
}

/// The number of rows that were read, used and dropped of one table.
struct TableTally {
  var name: String
  var rows = 0
  /// The number of used rows that lie outside of the extracts.
  var outside = 0
  var dropped: [String: Int] = [:]

  mutating func drop(_ reason: String) { dropped[reason, default: 0] += 1 }

  /// The table's entry in the store's metadata.
  var info: OwnDataInfo {
    OwnDataInfo(name: name, rows: rows, used: rows - dropped.values.reduce(0, +), dropped: dropped)
  }
}

/// The tables of addresses that an import reads.
struct AddressTables {
  private let files: [UnpackedStream]
  private let asked: [TableForm.Role: [String]]?
  /// The bounding box of the extracts; nil if unknown.
  private let extent: FixedBox?
  private let region: ImportRegion?

  /// Opens the tables.
  ///
  /// - Throws: ``ImportError`` for the first table that cannot be read.
  init(_ options: AddressTableOptions, extent: FixedBox?, region: ImportRegion?) throws(ImportError) {
    var files: [UnpackedStream] = []
    for path in options.paths {
      do throws(OSMFileError) { files.append(try UnpackedStream(path: path)) } catch { throw ImportError(error) }
    }
    self.files = files
    asked = options.columns.map { columns in
      Dictionary(
        uniqueKeysWithValues: columns.compactMap { word, names in TableForm.Role(rawValue: word).map { ($0, names) } })
    }
    (self.extent, self.region) = (extent, region)
  }

  /// Whether there are no tables.
  var isEmpty: Bool { files.isEmpty }

  /// Adds all houses, not yet linked to streets.
  ///
  /// - Throws: ``ImportError`` if a file cannot be read to its end, has another format or has no usable row.
  func add(to builder: inout ContentBuilder, _ context: ImportContext) throws(ImportError) {
    let total = files.reduce(0) { $0 + AddressTableOptions.fileBytes($1.path) }
    var (before, rows) = (0, 0)
    for file in files {
      let used = try add(file, to: &builder) { (count) throws(ImportError) in
        try context.checkCancellation()
        let fraction = total > 0 ? Double(before + file.consumed) / Double(total) : 1
        context.reporter.didAdvance(.tables, fraction: min(1, fraction), objects: rows + count)
      }
      before += AddressTableOptions.fileBytes(file.path)
      rows += builder.tables.last?.rows ?? 0
      guard let tally = builder.tables.last else { continue }
      try AddressTables.check(tally, used: used, file.path)
      if tally.outside > used / 2 {
        context.reporter.didWarn(
          "\(file.path): \(tally.outside) of its \(used) houses lie outside of the extracts; is it the table of another region?"
        )
      }
    }
  }

  /// Adds the houses of one table.
  ///
  /// - Parameter advance: called every few thousand rows with the number of rows so far.
  /// - Returns: the number of houses.
  private func add(
    _ file: UnpackedStream, to builder: inout ContentBuilder, _ advance: (Int) throws(ImportError) -> Void
  ) throws(ImportError) -> Int {
    var rows = try TableRows(file, asked: asked)
    var tally = TableTally(name: AddressTables.name(of: file.path))
    var used = 0
    while let row = try rows.next() {
      tally.rows += 1
      if tally.rows % 4096 == 0 { try advance(tally.rows) }
      do {
        let house = try checked(try row.get())
        if let extent, !extent.contains(house.point) { tally.outside += 1 }
        builder.add(house, SourceReference(row: rows.count, ofTable: builder.tables.count))
        used += 1
      } catch let reason as SkipReason {
        tally.drop(reason.rawValue)
        builder.skipped.add(reason)
      } catch let fault as DataFault {
        tally.drop(fault.rawValue)
        builder.faults.add(fault)
      } catch {}
    }
    builder.tables.append(tally)
    return used
  }

  /// Returns the house, or throws if it lies outside of the region or has swapped coordinates.
  private func checked(_ house: TableHouse) throws -> TableHouse {
    if let region, !region.contains(house.point) { throw SkipReason.outsideRegion }
    if AddressTables.isSwapped(house.point, extent) { throw DataFault.tableCoordinatesSwapped }
    return house
  }

  /// Whether a point lies in the extracts only if its latitude and longitude are swapped.
  ///
  /// - Parameter extent: the bounding box of the extracts; nil if unknown.
  static func isSwapped(_ place: FixedPoint, _ extent: FixedBox?) -> Bool {
    guard let extent, !extent.contains(place) else { return false }
    let point = Coordinate(place)
    let swapped = try? Coordinate(latitude: point.longitude, longitude: point.latitude)
    return swapped.map { extent.contains(FixedPoint($0)) } ?? false
  }

  private static func check(_ tally: TableTally, used: Int, _ path: String) throws(ImportError) {
    try check(tally, used: used, path, ifSwapped: "give --addresses-columns with lat and lon the other way round")
  }

  /// - Parameter advice: what to do if latitudes and longitudes are swapped.
  /// - Throws: ``ImportError`` if no row of the table is usable.
  static func check(_ tally: TableTally, used: Int, _ path: String, ifSwapped advice: String) throws(ImportError) {
    guard used == 0 else { return }
    let reasons = tally.dropped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    let hint =
      tally.dropped[DataFault.tableCoordinatesSwapped.rawValue] ?? 0 > tally.rows / 2
      ? "; its latitudes are longitudes: \(advice)" : ""
    throw ImportError(
      .unreadableExtract,
      "\(path) has no row that is of use: \(reasons.isEmpty ? "there is none" : reasons.joined(separator: ", "))\(hint)"
    )
  }

  /// The name of a table: its file name without the suffixes of format and compression.
  static func name(of path: String) -> String {
    var name = FileFolder.name(of: path)
    for suffix in [".gz", ".bz2", ".zst", ".geojsonl", ".geojson", ".json", ".ndjson", ".csv", ".psv", ".tsv", ".txt"]
    where name.count > suffix.count && name.lowercased().hasSuffix(suffix) {
      name.removeLast(suffix.count)
    }
    return ForeignText.visible(ForeignText.oneLine(name))
  }
}

extension SkipReason: Error {}

extension ContentBuilder {
  /// Adds the house of a row.
  fileprivate mutating func add(_ house: TableHouse, _ source: SourceReference) {
    content.addresses.append(
      AddressRecord(
        source: source, houseNumber: content.names.intern(house.number), houseName: nil,
        street: intern(house.street ?? house.place), streetOrigin: house.street == nil ? .place : .tag,
        postalCode: intern(house.postalCode), city: intern(house.city), point: house.point, outline: nil))
  }
}
