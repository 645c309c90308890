import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import OSMFile

/// Tables of addresses beside the extracts.
public struct AddressTableOptions: Sendable {
  /// Paths of the tables: text with a character between the columns, or GeoJSON with one feature in each line, packed or not.
  public var paths: [String] = []
  /// The columns of tables whose form is not known, by the words of `--addresses-columns`; nil to know them by their names.
  public var columns: [String: [String]]?
  /// Whether a table counts more than the map where both have a house.
  public var winsOverMap = false
  /// What the licenses of the tables ask for; empty for nothing.
  public var attribution: [String] = []

  /// No tables.
  public init() {}

  /// The bytes of an extract that would need as much memory.
  var bytesAsExtract: Int { AddressTableOptions.bytesAsExtract(of: paths) }

  /// The bytes of an extract that would need as much memory as tables: a fifth of what a table has as text, all of it where it is packed.
  static func bytesAsExtract(of paths: [String]) -> Int {
    paths.reduce(0) { sum, path in
      let isPacked = [".gz", ".bz2", ".zst"].contains { path.lowercased().hasSuffix($0) }
      return sum + fileBytes(path) / (isPacked ? 1 : 5)
    }
  }

  /// The size of a file; 0 for none.
  static func fileBytes(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The words for columns.
  public static let columnWords = TableForm.Role.allCases.map(\.rawValue)
  /// Those without which a table is none of addresses.
  public static let neededWords = TableForm.Role.allCases.filter(\.isNeeded).map(\.rawValue)
}

/// What became of the rows of a table.
struct TableTally {
  var name: String
  var rows = 0
  /// How many of them lie outside of the extracts.
  var outside = 0
  var dropped: [String: Int] = [:]

  mutating func drop(_ reason: String) { dropped[reason, default: 0] += 1 }

  /// As a store says it.
  var info: OwnDataInfo {
    OwnDataInfo(name: name, rows: rows, used: rows - dropped.values.reduce(0, +), dropped: dropped)
  }
}

/// The tables of addresses that an import reads.
struct AddressTables {
  private let files: [UnpackedStream]
  private let asked: [TableForm.Role: [String]]?
  /// Where the extracts are; nil where they do not say it.
  private let extent: FixedBox?
  private let region: ImportRegion?

  /// Opens the tables.
  ///
  /// - Throws: ``ImportError`` for the first one that cannot be read.
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

  /// Whether there are none.
  var isEmpty: Bool { files.isEmpty }

  /// Adds all houses, whose streets are not known yet.
  ///
  /// - Throws: ``ImportError`` when a file cannot be read to its end, is something else, or has no row that is of use.
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
  /// - Parameter advance: is told every few thousand rows how many there were.
  /// - Returns: how many houses there are.
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

  /// The house, if it is where it may be.
  private func checked(_ house: TableHouse) throws -> TableHouse {
    if let region, !region.contains(house.point) { throw SkipReason.outsideRegion }
    if AddressTables.isSwapped(house.point, extent) { throw DataFault.tableCoordinatesSwapped }
    return house
  }

  /// Whether a point lies in the extracts only with its latitude and longitude swapped.
  ///
  /// - Parameter extent: where the extracts are; nil where they do not say it.
  static func isSwapped(_ place: FixedPoint, _ extent: FixedBox?) -> Bool {
    guard let extent, !extent.contains(place) else { return false }
    let point = Coordinate(place)
    let swapped = try? Coordinate(latitude: point.longitude, longitude: point.latitude)
    return swapped.map { extent.contains(FixedPoint($0)) } ?? false
  }

  private static func check(_ tally: TableTally, used: Int, _ path: String) throws(ImportError) {
    try check(tally, used: used, path, ifSwapped: "give --addresses-columns with lat and lon the other way round")
  }

  /// - Parameter advice: what to do where latitudes are longitudes.
  /// - Throws: ``ImportError`` when no row of a table is of use.
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

  /// The name of a table: that of its file, without what says the format.
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
