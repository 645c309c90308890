import GeoSupport

/// Writes OpenStreetMap data into a `.osm.pbf` file.
///
/// Objects are written in the given order. The header states that the file is sorted only if the given header does. The
/// same objects and options always yield the same bytes. The file gets its name when ``finish()`` has written the last
/// byte; until then it is `<path>.partial`.
///
/// ```swift
/// let writer = try OSMFileWriter(path: "small.osm.pbf")
/// try writer.write(OSMNode(id: 1, latitude: 47.14, longitude: 9.52, tags: ["place": "town", "name": "Vaduz"]))
/// try writer.finish()
/// ```
public final class OSMFileWriter {
  /// The path of the finished file.
  public let path: String
  private let options: OSMWriteOptions
  private let deflater: Deflater
  private var descriptor: Int32
  /// Whether this writer created the unfinished file, and whether the file has its final name.
  private var wasMade = false, isFinished = false
  private var nodes: [OSMNode] = []
  private var ways: [OSMWay] = []
  private var relations: [OSMRelation] = []

  /// Opens a file for writing and writes its header.
  ///
  /// - Parameters:
  ///   - path: The path of the finished file. An existing file is replaced.
  ///   - header: The header of the file. Features that the options need are added.
  ///   - options: The format of the file.
  /// - Throws: ``OSMFileError`` if the file cannot be written.
  public init(path: String, header: OSMFileHeader = OSMFileHeader(), options: OSMWriteOptions = .init())
    throws(OSMFileError)
  {
    self.path = path
    self.options = options
    deflater = Deflater(options.compression)
    // Opening an existing pipe of that name would block.
    unlink(path + ".partial")
    descriptor = SystemCall.open(path + ".partial", O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    guard descriptor >= 0 else { throw systemFailure("cannot be created") }
    wasMade = true
    try writeBlob("OSMHeader", header.encoded(for: options))
  }

  deinit {
    // The writer was released before it was finished, so remove its file.
    if descriptor >= 0 { close(descriptor) }
    if !isFinished, wasMade { unlink(path + ".partial") }
  }

  /// Appends a node.
  ///
  /// - Throws: ``OSMFileError`` if the file cannot be written.
  public func write(_ node: OSMNode) throws(OSMFileError) {
    if !ways.isEmpty || !relations.isEmpty || nodes.count >= options.objectsPerBlock { try flush() }
    nodes.append(node)
  }

  /// Appends a way.
  ///
  /// - Throws: ``OSMFileError`` if the file cannot be written.
  public func write(_ way: OSMWay) throws(OSMFileError) {
    if !nodes.isEmpty || !relations.isEmpty || ways.count >= options.objectsPerBlock { try flush() }
    ways.append(way)
  }

  /// Appends a relation.
  ///
  /// - Throws: ``OSMFileError`` if the file cannot be written.
  public func write(_ relation: OSMRelation) throws(OSMFileError) {
    if !nodes.isEmpty || !ways.isEmpty || relations.count >= options.objectsPerBlock { try flush() }
    relations.append(relation)
  }

  /// Writes the remaining objects and gives the file its name. Nothing may be written afterwards.
  ///
  /// - Throws: ``OSMFileError`` if the file cannot be written.
  public func finish() throws(OSMFileError) {
    try flush()
    guard SystemCall.synchronize(descriptor) == 0 else { throw systemFailure("cannot be written") }
    defer { descriptor = -1 }
    guard close(descriptor) == 0 || errno == EINTR else { throw systemFailure("cannot be written") }
    guard SystemCall.rename(path + ".partial", to: path) == 0 else {
      throw systemFailure("cannot be renamed from .partial")
    }
    isFinished = true
  }

  /// Writes a whole file at once.
  ///
  /// - Throws: ``OSMFileError`` if the file cannot be written.
  public static func write(
    path: String, header: OSMFileHeader = OSMFileHeader(), options: OSMWriteOptions = .init(), nodes: [OSMNode] = [],
    ways: [OSMWay] = [], relations: [OSMRelation] = []
  ) throws(OSMFileError) {
    let writer = try OSMFileWriter(path: path, header: header, options: options)
    for node in nodes { try writer.write(node) }
    for way in ways { try writer.write(way) }
    for relation in relations { try writer.write(relation) }
    try writer.finish()
  }

  /// Writes the collected objects, all of one kind, as one blob.
  private func flush() throws(OSMFileError) {
    var encoder = BlockEncoder(options)
    if !nodes.isEmpty { try writeBlob("OSMData", encoder.encode(nodes)) }
    if !ways.isEmpty { try writeBlob("OSMData", encoder.encode(ways)) }
    if !relations.isEmpty { try writeBlob("OSMData", encoder.encode(relations)) }
    nodes.removeAll(keepingCapacity: true)
    ways.removeAll(keepingCapacity: true)
    relations.removeAll(keepingCapacity: true)
  }

  private func writeBlob(_ type: String, _ content: [UInt8]) throws(OSMFileError) {
    guard let blob = deflater.blob(content) else {
      throw OSMFileError(
        .cannotEncode, path: path, "a block of \(content.count) bytes is too large; write fewer objects per block")
    }
    var header = ProtobufEncoder()
    header.field(1, Array(type.utf8))
    header.number(3, Int64(blob.count))
    let length = UInt32(header.bytes.count)
    let lengthBytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
    try writeBytes(lengthBytes + header.bytes + blob)
  }

  private func writeBytes(_ bytes: [UInt8]) throws(OSMFileError) {
    guard bytes.withUnsafeBytes({ waitingWrite($0, to: descriptor) }) == 0 else {
      throw systemFailure("cannot be written")
    }
  }

  private func systemFailure(_ what: String) -> OSMFileError {
    OSMFileError(system: .cannotWrite, path, what)
  }
}

/// Options for writing a file.
public struct OSMWriteOptions: Sendable {
  /// The compression of blobs.
  public enum Compression: Hashable, Sendable {
    /// No compression.
    case raw
    /// Supported by nearly every reader; level 1 (fast) to 12 (small).
    case zlib(level: Int32)
    /// Fast to read, but larger.
    case lz4
    /// Small and fast to read, but not supported by every program; level 1 (fast) to 22 (small).
    case zstd(level: Int32)
  }

  /// The compression of blobs.
  public var compression = Compression.zlib(level: 6)
  /// The maximum number of objects in a blob. The format allows 32 MiB for a blob and recommends 8000 objects.
  public var objectsPerBlock = 8000
  /// Whether nodes are written as DenseNodes, which is smaller.
  public var denseNodes = true
  /// Whether versions and visibility are written.
  public var metadata = false
  /// The unit of coordinates in nanodegrees. 100 keeps them exactly, 1000 rounds them to about 11 cm, and so on.
  public var granularity: Int32 = 100

  /// Creates the default options: zlib, dense nodes, exact coordinates, no metadata.
  public init() {}
}
