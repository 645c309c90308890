import GeoBaseMap
import GeoConsole
import GeoModel
import GeoStoreWriting
import GeoSupport
import GeoWire

/// A file of tiles that is being written. Tiles are added in ascending order of their ids.
protocol TileFile: AnyObject {
  /// Adds a content, which any number of tiles may then use.
  func add(content: [UInt8]) throws -> TileContent
  /// Adds a tile with a content that was added before.
  func add(_ tile: PlannedTile, _ content: TileContent) throws
  /// Completes the file.
  func finish(_ description: TileFileDescription) throws
}

/// The location of a tile content in a file.
struct TileContent: Hashable {
  /// The offset of its first byte, or the number of its row.
  var place: Int
  /// The size in bytes.
  var length: Int
}

/// The kind of tiles.
enum TileKind: String, CaseIterable, Sendable {
  /// Mapbox Vector Tiles.
  case vector
  /// Pictures in PNG format.
  case raster

  /// The available levels.
  var levels: ClosedRange<Int> { 0...(self == .vector ? VectorSchema.maximumLevel : 21) }
}

/// The properties of a file that apply to all its tiles.
struct TileFileDescription {
  var kind: TileKind
  var plan: TilePlan
  /// The name of the map.
  var name: String
  /// A sentence about the data shown.
  var summary: String
  /// The credit to show beside the map.
  var attribution: String

  /// The region, limited to the Mercator map. A region across the antimeridian becomes as wide as the world, because
  /// these formats cannot express it otherwise.
  var bounds: CoordinateRegion {
    var bounds = plan.region
    bounds.south = max(bounds.south, -85.051_129)
    bounds.north = min(bounds.north, 85.051_129)
    if bounds.west > bounds.east { (bounds.west, bounds.east) = (-180, 180) }
    return bounds
  }

  /// The initial center and level for viewers, in the middle of the region also across the antimeridian. The level is
  /// the highest one of the file at which a tile is at least as wide as the region, or else the lowest.
  var center: (latitude: Double, longitude: Double, level: Int) {
    let (bounds, region) = (bounds, plan.region)
    let width = max(region.span.longitudeDelta, 1e-6)
    var level = 0
    while level < plan.levels.upperBound, 360 / Double(2 << level) >= width { level += 1 }
    return ((bounds.south + bounds.north) / 2, region.center.longitude, max(level, plan.levels.lowerBound))
  }

  /// The texts that both formats have.
  var texts: [(name: String, value: String)] {
    [
      ("name", name), ("description", summary), ("attribution", attribution), ("version", productVersion),
      ("type", "baselayer"),
    ]
  }

  /// Writes the layers of vector tiles as a member of a JSON object; nothing for raster tiles.
  func writeLayers(to writer: inout JSONWriter) {
    if kind == .vector { VectorSchema.writeLayers(to: &writer, levels: plan.levels) }
  }
}

// MARK: MBTiles

extension MBTilesFile: TileFile {
  func add(content: [UInt8]) throws -> TileContent {
    TileContent(place: try add(image: content), length: content.count)
  }

  func add(_ tile: PlannedTile, _ content: TileContent) throws {
    try add(level: tile.level, column: tile.x, row: tile.y, image: content.place)
  }

  func finish(_ description: TileFileDescription) throws {
    let (bounds, center) = (description.bounds, description.center)
    func list(_ numbers: Double...) -> String { numbers.map { Figures.fixed($0, 6) }.joined(separator: ",") }
    var entries = description.texts
    entries += [
      ("format", description.kind == .vector ? "pbf" : "png"),
      ("bounds", list(bounds.west, bounds.south, bounds.east, bounds.north)),
      ("center", list(center.longitude, center.latitude) + ",\(center.level)"),
      ("minzoom", "\(description.plan.levels.lowerBound)"), ("maxzoom", "\(description.plan.levels.upperBound)"),
    ]
    if description.kind == .vector {
      var writer = JSONWriter()
      writer.beginObject()
      description.writeLayers(to: &writer)
      writer.endObject()
      entries.append(("json", String(decoding: writer.bytes, as: UTF8.self)))
    }
    try finish(entries)
  }
}
