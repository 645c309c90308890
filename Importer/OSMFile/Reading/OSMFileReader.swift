import GeoSupport

/// Reads OpenStreetMap data from a `.osm.pbf` file, or from other inputs by converting them to one.
///
/// Opening a file reads its header and lists the blobs without decompressing them, which detects damage to the frames.
/// The blobs are independent of each other. Several threads may call ``readBlock(_:into:_:)`` at once, each with a
/// ``PrimitiveBlock`` of its own.
///
/// ```swift
/// let reader = try OSMFileReader(path: "liechtenstein.osm.pbf")
/// let block = PrimitiveBlock()
/// for index in reader.blobs.indices {
///   try reader.readBlock(index, into: block, [.nodes, .tags])
///   for tagged in block.nodes.taggedNodes.indices { … }
/// }
/// ```
public final class OSMFileReader: Sendable {
  /// The path as given, or `standard input`.
  public let path: String
  /// The header of the file.
  public let header: OSMFileHeader
  /// The blobs with map data, in the order of the file.
  public let blobs: [OSMBlob]
  /// The size in bytes of the file, or of the data converted from it.
  public let fileSize: Int
  private let file: InputFile

  /// Opens a file, reads its header and lists its blobs. Standard input, compressed files, `.osm` and `.osc` are first
  /// decompressed and converted to blobs. The first bytes determine the format, not the name.
  ///
  /// - Parameters:
  ///   - path: a regular file, or `-` for standard input.
  ///   - options: options for inputs other than plain PBF files.
  /// - Throws: ``OSMFileError`` if the file cannot be opened, is not OpenStreetMap data, is truncated, or requires an
  ///   unknown feature.
  public init(path: String, _ options: OSMInputOptions = OSMInputOptions()) throws(OSMFileError) {
    let input = try SpooledInput(path: path, options)
    (self.path, file, fileSize) = (input.name, input.file, input.size)
    if let header = input.header {
      (self.header, blobs) = (header, input.blobs)
      return
    }
    let scan = try BlobScan(descriptor: file.descriptor, fileSize: fileSize, path: input.name)
    header = try Self.readHeader(scan.header, descriptor: file.descriptor, path: input.name)
    blobs = scan.data
  }

  /// Reads one blob into a block, replacing the block's content.
  ///
  /// - Parameters:
  ///   - index: An index of ``blobs``.
  ///   - block: Receives the content. Use one per thread.
  ///   - wanted: What to decode; everything else is skipped.
  /// - Throws: ``OSMFileError`` if the blob is damaged, too large or has an unsupported compression.
  public func readBlock(_ index: Int, into block: PrimitiveBlock, _ wanted: OSMReadOptions) throws(OSMFileError) {
    let blob = blobs[index]
    let bytes = try block.input.read(blob, descriptor: file.descriptor, path: path)
    do throws(BlockFault) {
      try block.decode(bytes, wanted)
    } catch {
      throw OSMFileError(error.code, path: path, offset: blob.offset, error.problem)
    }
  }

  private static func readHeader(
    _ blob: OSMBlob, descriptor: Int32, path: String
  ) throws(OSMFileError) -> OSMFileHeader {
    let input = FileBytes()
    let inflater = Inflater()
    // The cursors point into the memory of these two.
    defer { withExtendedLifetime((input, inflater)) {} }
    let bytes = try input.read(blob, descriptor: descriptor, path: path)
    do throws(BlockFault) {
      return try OSMFileHeader(decoding: inflater.inflate(bytes))
    } catch {
      throw OSMFileError(error.code, path: path, offset: blob.offset, error.problem)
    }
  }
}

/// The position of a blob in its file.
@frozen public struct OSMBlob: Hashable, Sendable {
  /// The offset of the Blob message, in bytes from the start of the file.
  public let offset: Int
  /// The size of the Blob message, in bytes.
  public let size: Int
}

/// The objects and attributes that ``OSMFileReader/readBlock(_:into:_:)`` decodes.
public struct OSMReadOptions: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8
  /// Creates a set of options from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nodes: ids and coordinates.
  public static let nodes = OSMReadOptions(rawValue: 1)
  /// Ways: ids and node ids.
  public static let ways = OSMReadOptions(rawValue: 2)
  /// Relations: ids and members.
  public static let relations = OSMReadOptions(rawValue: 4)
  /// Tags of the wanted kinds.
  public static let tags = OSMReadOptions(rawValue: 8)
  /// Versions of the wanted kinds. The visibility of objects is always read.
  public static let versions = OSMReadOptions(rawValue: 16)
  /// Everything.
  public static let all: OSMReadOptions = [.nodes, .ways, .relations, .tags, .versions]
}

/// A buffer for the bytes of a blob, reused from blob to blob.
final class FileBytes {
  private var memory = Column<UInt8>(capacity: 1 << 16)

  /// Reads a blob. The bytes stay valid until the next call.
  func read(_ blob: OSMBlob, descriptor: Int32, path: String) throws(OSMFileError) -> ProtobufCursor {
    try read(at: blob.offset, count: blob.size, descriptor: descriptor, path: path)
  }

  /// Reads a range of bytes, with the padding that a cursor needs. They stay valid until the next call.
  func read(at offset: Int, count: Int, descriptor: Int32, path: String) throws(OSMFileError) -> ProtobufCursor {
    memory.removeAll()
    memory.reserve(count + ProtobufCursor.padding)
    let got = SystemCall.read(
      descriptor, into: UnsafeMutableRawBufferPointer(start: memory.base, count: count), at: offset)
    if got < 0 { throw OSMFileError(system: .cannotRead, path, "cannot be read") }
    if got < count {
      throw OSMFileError(.truncated, path: path, offset: offset + got, "the file became shorter while it was read")
    }
    (memory.base + count).initialize(repeating: 0, count: ProtobufCursor.padding)
    return ProtobufCursor(memory.base, count: count)
  }
}
