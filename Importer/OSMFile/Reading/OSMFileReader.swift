import GeoSupport

/// Reads OpenStreetMap data from a `.osm.pbf` file, or from what can be turned into one.
///
/// Opening it looks at the header and walks over the blobs without inflating them; damage of the outer frame is found
/// then. The blobs are independent of each other: several threads may call ``readBlock(_:into:_:)`` at once, each with a
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
  /// What the file says about itself.
  public let header: OSMFileHeader
  /// The blobs that hold map data, in the order of the file.
  public let blobs: [OSMBlob]
  /// The size in bytes of the file, or of what it was turned into.
  public let fileSize: Int
  private let file: InputFile

  /// Opens a file, reads its header and lists its blobs. What is not a plain PBF file is unpacked and, if it is XML, turned into blobs first:
  /// standard input, files packed by gzip or bzip2, `.osm`, `.osc`. What a file is, its first bytes say, not its name.
  ///
  /// - Parameters:
  ///   - path: a regular file, or `-` for standard input.
  ///   - options: how what is not a plain PBF file is read.
  /// - Throws: ``OSMFileError`` when it cannot be opened, is not OpenStreetMap data, is cut, or requires an unknown feature.
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

  /// Reads one blob into a block, replacing what the block held.
  ///
  /// - Parameters:
  ///   - index: An index of ``blobs``.
  ///   - block: Receives the content. One per thread.
  ///   - wanted: What to decode; all else is passed over.
  /// - Throws: ``OSMFileError`` when the blob is damaged, too large or compressed in an unknown way.
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

/// Where a blob lies in its file.
@frozen public struct OSMBlob: Hashable, Sendable {
  /// The first byte of the Blob message, counted from the start of the file.
  public let offset: Int
  /// The bytes of the Blob message.
  public let size: Int
}

/// What ``OSMFileReader/readBlock(_:into:_:)`` is to decode.
public struct OSMReadOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// A set of options from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nodes: ids and coordinates.
  public static let nodes = OSMReadOptions(rawValue: 1)
  /// Ways: ids and the nodes they refer to.
  public static let ways = OSMReadOptions(rawValue: 2)
  /// Relations: ids and members.
  public static let relations = OSMReadOptions(rawValue: 4)
  /// Tags of the wanted kinds.
  public static let tags = OSMReadOptions(rawValue: 8)
  /// Versions of the wanted kinds. (Whether an object is visible is always read.)
  public static let versions = OSMReadOptions(rawValue: 16)
  /// Everything.
  public static let all: OSMReadOptions = [.nodes, .ways, .relations, .tags, .versions]
}

/// Memory into which the bytes of a blob are read; reused from blob to blob.
final class FileBytes {
  private var memory = Column<UInt8>(capacity: 1 << 16)

  /// Reads a blob; the bytes stay valid until the next call.
  func read(_ blob: OSMBlob, descriptor: Int32, path: String) throws(OSMFileError) -> ProtobufCursor {
    try read(at: blob.offset, count: blob.size, descriptor: descriptor, path: path)
  }

  /// Reads a run of bytes, with the padding that a cursor needs; they stay valid until the next call.
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
