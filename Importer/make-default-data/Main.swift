import ArgumentParser
import Foundation
import OSMFile

/// Makes the map data that ships with the product from real extracts, see `data/README.md`.
@main
struct MakeDefaultData: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-default-data",
    abstract: "Make the default map data from real extracts.",
    discussion: "The same input gives the same bytes. What the files hold and where it comes from: data/README.md.")

  @Argument(help: "The folder of the extracts.")
  var input: String

  @Argument(help: "The folder for the default data.")
  var output: String

  func run() throws {
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    try makeExtract()
    try makeWorldLayer()
  }

  private func makeExtract() throws {
    let source = try OSMFileContents(path: input + "/san-francisco-downtown-2023-07-22.osm.pbf")
    let trimmed = ExtractTrimmer(source).trimmed()
    var header = OSMFileHeader()
    header.boundingBox = source.header.boundingBox
    header.optionalFeatures = ["Sort.Type_then_ID"]
    header.writingProgram = "make-default-data"
    header.source = "OpenStreetMap contributors, ODbL 1.0"
    header.replicationTimestamp = source.header.replicationTimestamp ?? 1_689_984_000
    try write(trimmed, header, grid: 1, name: "san-francisco.osm.pbf")
  }

  private func makeWorldLayer() throws {
    let layer = try WorldLayer(folder: input + "/world")
    var header = OSMFileHeader()
    header.optionalFeatures = ["Sort.Type_then_ID"]
    header.writingProgram = WorldLayerMark.writingProgram
    header.source =
      "OpenStreetMap contributors, ODbL 1.0; GeoNames, CC BY 4.0; OCHA, CC BY 3.0 IGO; Natural Earth, public domain"
    try write(layer.objects(), header, grid: WorldLayer.grid, name: "world.osm.pbf")
  }

  private func write(_ objects: MapObjects, _ header: OSMFileHeader, grid: Int32, name: String) throws {
    var options = OSMWriteOptions()
    options.granularity = grid * 100
    options.compression = .zlib(level: 12)
    // Few large blobs compress better than many. They stay below the 16 MiB that readers expect.
    options.objectsPerBlock = 100_000
    let path = output + "/" + name
    try OSMFileWriter.write(
      path: path, header: header, options: options, nodes: objects.nodes, ways: objects.ways,
      relations: objects.relations)
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    let counts = "\(objects.nodes.count) nodes, \(objects.ways.count) ways, \(objects.relations.count) relations"
    print("\(path): \(size) bytes, \(counts)")
  }
}
