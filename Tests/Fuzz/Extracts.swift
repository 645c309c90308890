import GeoImport
import GeoSupport
import OSMFile

extension FuzzTarget {
  /// Whole `.osm.pbf` files: frames, blob headers, compression.
  static var pbfFiles: FuzzTarget {
    FuzzTarget(name: "pbf-files", longestInput: 8 << 10, folders: ["Tests/Extracts/pbf"]) {
      let file = MemoryFile()
      return { bytes in
        file.fill(bytes)
        _ = try? OSMFileContents(path: file.path)
      }
    }
  }

  /// Contents of blocks: string tables, groups, columns of nodes, ways and relations.
  static var pbfBlocks: FuzzTarget {
    FuzzTarget(name: "pbf-blocks", longestInput: 8 << 10, seeds: Blocks.ofExtracts) {
      let file = MemoryFile()
      return { bytes in
        Blocks.frame(bytes, in: file)
        _ = try? OSMFileContents(path: file.path)
      }
    }
  }

  /// Extracts and change files in XML.
  static var xmlFiles: FuzzTarget {
    FuzzTarget(name: "xml-files", longestInput: 8 << 10, seeds: { [XML.extract, XML.changes].map { Array($0.utf8) } }) {
      let file = MemoryFile()
      return { bytes in
        file.fill(bytes)
        _ = try? OSMFileContents(path: file.path)
      }
    }
  }

  /// Contents of blocks, imported into a store.
  static var imports: FuzzTarget {
    FuzzTarget(name: "import", longestInput: 8 << 10, seeds: Blocks.ofExtracts) {
      let file = MemoryFile()
      let store = "\(MemoryFile.folder)/fuzz-\(getpid()).sqlite"
      var options = ImportOptions(threads: 1, worldLayer: nil)
      options.storage = .memory
      let importer = Importer(options)
      return { bytes in
        Blocks.frame(bytes, in: file)
        do throws(ImportError) {
          _ = try importer.run(extracts: [file.path], output: store)
        } catch {
          // Only the extract may be the cause.
          guard error.code == .unreadableExtract else { fatalError(error.message) }
        }
        unlink(store)
      }
    }
  }
}

/// Small files with everything that the XML reader knows.
private enum XML {
  static let extract = """
    <?xml version='1.0' encoding='UTF-8'?><osm version="0.6" generator="g"><meta osm_base="2025-02-15T21:21:10Z"/>
    <bounds minlat="47.1" minlon="9.5" maxlat="47.2" maxlon="9.6"/><node id="1" version="3" timestamp="2025-02-14T00:00:00Z" lat="47.14" lon="9.52">
    <tag k="name" v="A &amp; B"/></node><node id="2" visible="false"/><node id="-5" action="delete" lat="1e1" lon="-0.1"/>
    <way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="path"/></way>
    <relation id="6"><member type="way" ref="5" role="outer"/><member type="node" ref="1" role=""/></relation></osm>
    """
  static let changes = """
    <osmChange><modify><node id="1" version="2" lat="1" lon="2"/></modify><delete><way id="3"/></delete><create/></osmChange>
    """
}

/// Blocks of `.osm.pbf` files without frames and compression, so that mutations reach the code that reads them.
private enum Blocks {
  /// The beginning of every file: an OSMHeader that requires the features of the seeds.
  private static let header: [UInt8] = {
    let block = ["OsmSchema-V0.6", "DenseNodes", "HistoricalInformation"].flatMap { field(4, Array($0.utf8)) }
    return frame("OSMHeader", size: block.count) + block
  }()

  /// Makes a file of one block.
  static func frame(_ block: UnsafeRawBufferPointer, in file: MemoryFile) {
    (header + frame("OSMData", size: block.count)).withUnsafeBytes { file.fill($0, block) }
  }

  /// The bytes before a block: the frame, and the beginning of a Blob message with uncompressed data.
  private static func frame(_ type: String, size: Int) -> [UInt8] {
    let blob = [0x0a] + varint(size)
    let header = field(1, Array(type.utf8)) + [0x18] + varint(blob.count + size)
    return [0, 0, 0, UInt8(header.count)] + header + blob
  }

  private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [number << 3 | 2] + varint(bytes.count) + bytes
  }

  private static func varint(_ number: Int) -> [UInt8] {
    number < 128 ? [UInt8(number)] : [UInt8(number & 127) | 128] + varint(number >> 7)
  }

  /// The blocks of all valid small extracts, each rewritten with and without dense nodes.
  static func ofExtracts() throws -> [[UInt8]] {
    let folder = "Tests/Extracts/pbf"
    var blocks: [[UInt8]] = []
    for name in fileNames(in: folder) {
      guard name.hasSuffix("pbf"), let contents = try? OSMFileContents(path: "\(folder)/\(name)") else { continue }
      for isDense in [true, false] { blocks += try written(contents, isDense: isDense) }
    }
    return blocks.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func written(_ contents: OSMFileContents, isDense: Bool) throws -> [[UInt8]] {
    let path = "/tmp/fuzz-seed-\(getpid()).osm.pbf"
    defer { unlink(path) }
    var options = OSMWriteOptions()
    options.compression = .raw
    options.denseNodes = isDense
    options.metadata = true
    try OSMFileWriter.write(
      path: path, options: options, nodes: contents.nodes, ways: contents.ways, relations: contents.relations)
    guard let bytes = fileBytes(path) else { return [] }
    // The reader provides the offsets of Blob messages. In each of them, a tag and a size come before the block.
    return try OSMFileReader(path: path).blobs.map { blob in
      bytes[blob.offset + 1..<blob.offset + blob.size].drop { $0 >= 128 }.dropFirst().map { $0 }
    }
  }
}
