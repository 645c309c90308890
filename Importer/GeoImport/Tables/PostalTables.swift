import GeoLocale
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoWire
import OSMFile

/// Tables of postal codes beside the extracts.
public struct PostalTableOptions: Sendable {
  /// Paths of the tables: rows of points as GeoNames has them, or GeoJSON with polygons, packed or not.
  public var paths: [String] = []
  /// The property of polygons that is the code; nil for the usual ones.
  public var property: String?

  /// No tables.
  public init() {}
}

/// The tables of postal codes that an import reads: those with points, and those with areas.
///
/// 1. All are opened before any work is done, and their first bytes tell which kind they are.
/// 2. They are read before the extracts. Rows tell their country; the codes of points are written as that does it.
/// 3. When the map's areas are known, they tell the countries of areas (``PostalCountries``), whose codes are then written in the same way.
struct PostalTables {
  private var pointFiles: [String] = []
  private var areaFiles: [String] = []
  private let wish: OwnAreaReader.Wish
  /// Where the extracts are; nil where they do not say it.
  private let extent: FixedBox?
  private let region: ImportRegion?
  /// What became of the rows of tables with points, and of the areas of the others, in the order of the store.
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

  /// Whether there are none.
  var isEmpty: Bool { pointFiles.isEmpty && areaFiles.isEmpty }

  /// Reads all rows and areas.
  ///
  /// - Throws: ``ImportError`` when a file cannot be read to its end, is something else, or has nothing that is of use.
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

  /// The row, if it is where it may be, with the code as its country writes it.
  private func checked(_ row: PostalPointRow) throws -> PostalPointRow {
    if let region, !region.contains(row.place) { throw SkipReason.outsideRegion }
    if AddressTables.isSwapped(row.place, extent) { throw DataFault.tableCoordinatesSwapped }
    var row = row
    row.code = try PostalTables.written(row.code, inCountry: row.country)
    return row
  }

  /// A code as its country writes it. Some tables put the letters of the country before it (`L-1009`).
  ///
  /// - Throws: ``DataFault`` when it is none of the country.
  private static func written(_ code: String, inCountry country: String?) throws(DataFault) -> String {
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

  /// Gives areas their countries, and writes their codes as those do it. Those that are no codes are left out.
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

  /// What the writer of the store is to write.
  func hand(to writer: inout StoreWriter, _ layers: [ImportAreaLayer]) {
    let own = layers.map { ($0.name, $0.areas) } + areas.map { (OwnAreaContent.postalLayer, $0) }
    if !own.isEmpty { writer.ownAreas = OwnAreaContent(own) }
    writer.postalPoints = points
  }

  // MARK: What lies elsewhere

  private func warnIfElsewhere(_ path: String, _ areas: [OwnArea], _ context: ImportContext) {
    guard let extent else { return }
    // One across longitude 180 has parts on both sides of the Earth.
    let isNear = areas.contains { $0.polygons.contains { FixedBox(around: $0.joined()).intersects(extent) } }
    if !isNear { warn(path, "\(areas.count) areas", context) }
  }

  private func warn(_ path: String, _ things: String, _ context: ImportContext) {
    context.reporter.didWarn("\(path): none of its \(things) lies in the extracts; is it the table of another region?")
  }
}
