import GeoLocale
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoWire
import OSMFile

/// Tables of postal codes that are imported beside the extracts.
public struct PostalTableOptions: Sendable {
  /// Paths of the tables: rows of points in the format of GeoNames, or GeoJSON with polygons, compressed or not.
  public var paths: [String] = []
  /// The property of polygons that holds the code; nil for the usual ones.
  public var property: String?

  /// Creates options without tables.
  public init() {}
}

/// The tables of postal codes of an import: those with points and those with areas.
///
/// 1. All tables are opened before any work is done. Their first bytes decide their kind.
/// 2. They are read before the extracts. A row of points names its country, and its code is normalized to that
///    country's format.
/// 3. The areas get their countries from the map's areas (``PostalCountries``) once these are known. Then their codes
///    are normalized, too.
struct PostalTables {
  private var pointFiles: [String] = []
  private var areaFiles: [String] = []
  private let wish: OwnAreaReader.Wish
  /// The bounding box of the extracts; nil if unknown.
  private let extent: FixedBox?
  private let region: ImportRegion?
  /// The tallies of the tables with points, and of those with areas, in the order of the store.
  private(set) var pointTallies: [TableTally] = []
  private(set) var areaTallies: [TableTally] = []
  /// The areas of each table with areas.
  private var areas: [[OwnArea]] = []
  private var points: PostalPoints?

  /// Opens the tables.
  ///
  /// - Throws: ``ImportError`` for the first one that cannot be read.
  init(_ options: PostalTableOptions, extent: FixedBox?, region: ImportRegion?) throws(ImportError) {
    (self.extent, self.region) = (extent, region)
    var wish = OwnAreaReader.Wish(name: options.property)
    wish.usualNames = PostalAreaFile.usualProperties
    wish.needsName = true
    self.wish = wish
    for path in options.paths {
      if try PostalAreaFile.isOne(path) { areaFiles.append(path) } else { pointFiles.append(path) }
    }
    guard options.property == nil || !areaFiles.isEmpty || options.paths.isEmpty else {
      throw ImportError(
        .badArgument, "--postal-codes-property is about polygons, and no table of postal codes is GeoJSON; leave it out"
      )
    }
    guard pointFiles.count <= Int(UInt16.max) else {
      throw ImportError(.badArgument, "there are \(pointFiles.count) tables of postal codes; join some of them")
    }
  }

  /// Whether there are no tables.
  var isEmpty: Bool { pointFiles.isEmpty && areaFiles.isEmpty }

  /// Reads all rows and areas.
  ///
  /// - Throws: ``ImportError`` if a file cannot be read to its end, has another format or has nothing usable.
  mutating func read(_ context: ImportContext) throws(ImportError) {
    for path in areaFiles {
      try context.checkCancellation()
      let file = try PostalAreaFile(path, wish)
      areas.append(file.areas)
      areaTallies.append(file.tally)
      warnIfElsewhere(path, file.areas, context)
    }
    guard !pointFiles.isEmpty else { return }
    var points = PostalPoints(in: context.workspace)
    for path in pointFiles { try read(path, into: &points, context) }
    points.settle()
    self.points = points
  }

  // MARK: Points

  private mutating func read(
    _ path: String, into points: inout PostalPoints, _ context: ImportContext
  ) throws(ImportError) {
    var rows = try PostalPointRows(path)
    var tally = TableTally(name: AddressTables.name(of: path))
    let total = max(1, AddressTableOptions.fileBytes(path))
    var isNear = extent == nil
    while let row = try rows.next() {
      tally.rows += 1
      if tally.rows % 4096 == 0 {
        try context.checkCancellation()
        context.reporter.didAdvance(
          .tables, fraction: min(1, Double(rows.consumed) / Double(total)), objects: tally.rows)
      }
      do {
        let row = try checked(try row.get())
        points.append(
          row.place, code: row.code, country: row.country, table: pointTallies.count, accuracy: row.accuracy)
        if let extent, !isNear, extent.contains(row.place) { isNear = true }
      } catch let reason as SkipReason { tally.drop(reason.rawValue) } catch let fault as DataFault {
        tally.drop(fault.rawValue)
      } catch {}
    }
    try AddressTables.check(
      tally, used: tally.info.used, path,
      ifSwapped: "of a row the tenth column is the latitude, the eleventh the longitude")
    if !isNear { warn(path, "\(tally.info.used) rows", context) }
    pointTallies.append(tally)
  }

  /// Returns the row with its code in the country's format, or throws if it lies outside of the region or has swapped
  /// coordinates.
  private func checked(_ row: PostalPointRow) throws -> PostalPointRow {
    if let region, !region.contains(row.place) { throw SkipReason.outsideRegion }
    if AddressTables.isSwapped(row.place, extent) { throw DataFault.tableCoordinatesSwapped }
    var row = row
    row.code = try PostalTables.written(row.code, inCountry: row.country)
    return row
  }

  /// Returns a code in the format of its country. Some tables put the country's letters before it (`L-1009`), and
  /// programs that treat numbers as decimals write `97456.0`.
  ///
  /// - Throws: ``DataFault`` if the code is not valid in the country.
  private static func written(_ code: String, inCountry country: String?) throws(DataFault) -> String {
    let code = code.hasSuffix(".0") ? String(code.dropLast(2)) : code
    guard code.utf8.count <= PostalPointCoding.mostBytes, !code.isEmpty else { throw .postalCodeInvalid }
    if let whole = PostalCodeFormat.whole(code, inCountry: country) { return whole }
    let parts = code.split(separator: "-", maxSplits: 1)
    if let letters = parts.first, let rest = parts.last, parts.count == 2, letters.utf8.count < 3,
      letters.utf8.allSatisfy({ $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }),
      let whole = PostalCodeFormat.whole(String(rest), inCountry: country)
    {
      return whole
    }
    throw .postalCodeInvalid
  }

  // MARK: Areas

  /// Finds the countries of areas and normalizes their codes. Areas with invalid codes are dropped.
  mutating func settleAreas(in content: StoreContent, _ context: ImportContext) throws(ImportError) {
    guard areas.contains(where: { !$0.isEmpty }) else { return }
    var countries = PostalCountries(content)
    for table in areas.indices {
      var kept: [OwnArea] = []
      for area in areas[table] {
        if kept.count % 1024 == 0 { try context.checkCancellation() }
        let country = countries.country(of: area, content)
        do throws(DataFault) {
          let code = try PostalTables.written(area.label.name, inCountry: country)
          kept.append(OwnArea(label: LayerArea(name: code, id: country), polygons: area.polygons))
        } catch { areaTallies[table].drop(error.rawValue) }
      }
      areas[table] = kept
      guard kept.isEmpty else { continue }
      context.reporter.didWarn(
        "\(areaFiles[table]): none of its codes is one of the country that it lies in, so it is of no use; is another property the code? "
          + "--postal-codes-property names it")
    }
  }

  // MARK: For the store

  /// Hands areas and points to the writer of the store.
  func hand(to writer: inout StoreWriter, _ layers: [ImportAreaLayer]) {
    let own = layers.map { ($0.name, $0.areas) } + areas.map { (OwnAreaContent.postalLayer, $0) }
    if !own.isEmpty { writer.ownAreas = OwnAreaContent(own) }
    writer.postalPoints = points
  }

  // MARK: Tables of other regions

  private func warnIfElsewhere(_ path: String, _ areas: [OwnArea], _ context: ImportContext) {
    guard let extent else { return }
    // An area across longitude 180 has parts on both sides of the Earth.
    let isNear = areas.contains { $0.polygons.contains { FixedBox(around: $0.joined()).intersects(extent) } }
    if !isNear { warn(path, "\(areas.count) areas", context) }
  }

  private func warn(_ path: String, _ things: String, _ context: ImportContext) {
    context.reporter.didWarn("\(path): none of its \(things) lies in the extracts; is it the table of another region?")
  }
}
