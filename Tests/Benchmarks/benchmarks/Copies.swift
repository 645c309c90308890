import ArgumentParser
import BenchmarkKit
import OSMFile

/// `benchmarks copies`: repeats an extract with shifted ids and coordinates, to show how the cost grows.
///
/// 1. Find the greatest id of the extract. Copies differ by multiples of more than that, so that no two objects share
///    an id.
/// 2. Shift each copy to the east by the same part of a full turn. Latitudes stay, so shapes and distances do too.
///    Longitudes wrap around at the 180th meridian.
/// 3. Write nodes, ways and relations in that order, copy by copy, so that a sorted extract gives a sorted file.
struct Copies: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Repeat an extract with shifted ids and coordinates.")

  @Argument(help: "The extract to repeat.")
  var extract: String

  @Argument(help: "How often, 1 to 1024.")
  var count: Int

  @Argument(help: "The file to write.")
  var output: String

  /// The allowed numbers of copies.
  static let counts = 1...1_024

  func validate() throws {
    guard Copies.counts.contains(count) else {
      throw ValidationError("the count must be from 1 to \(Copies.counts.upperBound), not \(count)")
    }
  }

  func run() throws {
    try InputFiles.require([extract])
    try Self.write(extract, count: count, to: output)
  }

  /// Writes the copies.
  static func write(_ extract: String, count: Int, to output: String) throws {
    let reader = try OSMFileReader(path: extract)
    let stride = try greatestID(reader) + 1
    var options = OSMWriteOptions()
    // Quick to write; the importer decompresses it at nearly the same speed.
    options.compression = .zlib(level: 1)
    var header = OSMFileHeader()
    header.optionalFeatures = reader.header.optionalFeatures.filter { $0 == "Sort.Type_then_ID" }
    header.replicationTimestamp = reader.header.replicationTimestamp
    let writer = try OSMFileWriter(path: output, header: header, options: options)
    for kind in [OSMReadOptions.nodes, .ways, .relations] {
      for number in 0..<count {
        let copy = ShiftedCopy(
          idOffset: Int64(number) * stride, eastward: Int64(number) * 3_600_000_000 / Int64(count))
        try copy.write(kind, of: reader, to: writer)
      }
    }
    try writer.finish()
  }

  private static func greatestID(_ reader: OSMFileReader) throws -> Int64 {
    let block = PrimitiveBlock()
    var greatest: Int64 = 0
    for index in reader.blobs.indices {
      try reader.readBlock(index, into: block, [.nodes, .ways, .relations])
      greatest = max(greatest, block.nodes.ids.max() ?? 0)
      greatest = max(greatest, (0..<block.ways.count).lazy.map { block.ways.ids[$0] }.max() ?? 0)
      greatest = max(greatest, (0..<block.relations.count).lazy.map { block.relations.ids[$0] }.max() ?? 0)
    }
    return greatest
  }
}
