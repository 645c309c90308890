import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import OSMFile

@testable import GeoImport

/// Runs an import up to the records, without a store.
enum ImportRig {
  /// The linked records of some extracts, and the counts of the import.
  static func content(
    _ paths: [String], world: [String] = [], includesFeatures: Bool = true, includesObjects: Bool = true,
    includesMap: Bool = true, ranges: [String] = [], tables: AddressTableOptions = AddressTableOptions(),
    region: ImportRegion? = nil
  ) throws -> (content: StoreContent, summary: ImportSummary) {
    var options = ImportOptions(threads: 2, worldLayer: world.first)
    options.includesFeatures = includesFeatures
    options.includesObjects = includesObjects
    options.includesMap = includesMap
    options.region = region
    let context = ImportContext(reporter: SilentReporter(), isCancelled: { false })
    var summary = ImportSummary()
    let content = try Importer(options).gather(
      paths.map { try OSMFileReader(path: $0) }, world.map { try OSMFileReader(path: $0) }, try RangeTables(ranges),
      try AddressTables(tables, extent: nil, region: region), context, &summary)
    let (linked, left) = StreetLinker(content).linked(tablesWin: tables.winsOverMap)
    summary.skipped.add(.rangeWithoutStreet, left.ranges)
    for (_, reason) in left.rows { summary.skipped.add(reason) }
    summary.note(linked, StoreMetadata())
    return (linked, summary)
  }

  /// The assembled areas of all relations of some extracts, by relation id.
  static func areas(_ paths: [String]) throws -> [Int64: AreaAssembly.Area] {
    let context = ImportContext(reporter: SilentReporter(), isCancelled: { false })
    var reader = ExtractReader(
      try paths.map { try OSMFileReader(path: $0) },
      selection: Selection(includesFeatures: true, keepsEverything: true),
      threads: 2,
      context: context)
    try reader.readRelations()
    try reader.readWays()
    try reader.readNodes()
    let content = reader.content
    let areas = try AreaAssembly(content, memberWays: reader.memberWays, checksCrossings: true).run(threads: 2, context)
    return Dictionary(
      areas.map { (content.relations[Int($0.relation.batch)].ids[Int($0.relation.index)], $0) },
      uniquingKeysWith: { a, _ in a })
  }
}
