import GeoPacking
import GeoSupport

/// Options for reading inputs other than plain PBF files.
public struct OSMInputOptions: Sendable {
  /// The folder for decompressed and converted data, in unnamed files. It needs room for the data as uncompressed PBF.
  public var folder = "/tmp"
  /// Called now and then with the part of an input that was read, from 0 to 1 (0 for standard input, whose size is
  /// unknown). Returning false ends the reading with ``OSMFileError/Code/stopped``.
  public var shouldContinue: @Sendable (_ fraction: Double) -> Bool = { _ in true }
  /// The size of an object that ends the reading. Blobs have a limit, too. Tests set it low.
  var largestObjectBytes = 16 << 20
  /// The size to which any input may expand, in bytes, see ``SpoolBound``; nil for the default of 1 GiB.
  package var leastBoundBytes: Int?

  /// Creates the default options: in `/tmp`, without calls.
  public init() {}
}

/// An input as a file for random access: the file itself if it is plain PBF, else the converted data.
struct SpooledInput {
  /// The name of the input, for error messages.
  let name: String
  let file: InputFile
  /// The size in bytes.
  let size: Int
  /// The header of an XML input; nil for PBF, which has its own.
  private(set) var header: OSMFileHeader?
  /// The blobs of an XML input.
  private(set) var blobs: [OSMBlob] = []

  /// Opens an input, and decompresses and converts it if needed.
  ///
  /// - Parameter path: a file, or `-` for standard input.
  init(path: String, _ options: OSMInputOptions) throws(OSMFileError) {
    if path == "-" {
      let name = "standard input"
      // A duplicate, so that closing it leaves standard input open.
      let copy = isatty(STDIN_FILENO) == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : -1
      guard copy >= 0 else {
        throw OSMFileError(
          .cannotOpen, path: name, "there is none, or it is a terminal; pipe an extract into the program")
      }
      self = try Self.spooled(UnpackedStream(InputFile(descriptor: copy), path: name), 0, options)
      return
    }
    let file = try InputFile(path: path)
    let size = file.size
    let start = try Array(Self.beginning(of: file, path, size))
    if PackedFormat(start) != nil || isXML(start) {
      self = try Self.spooled(UnpackedStream(file, path: path), size, options)
    } else {
      self.init(name: path, file: file, size: size)
    }
  }

  private init(name: String, file: InputFile, size: Int, header: OSMFileHeader? = nil, blobs: [OSMBlob] = []) {
    self.name = name
    self.file = file
    self.size = size
    self.header = header
    self.blobs = blobs
  }

  private static func beginning(of file: InputFile, _ path: String, _ size: Int) throws(OSMFileError) -> [UInt8] {
    let bytes = FileBytes()
    let start = try bytes.read(at: 0, count: min(512, size), descriptor: file.descriptor, path: path)
    return withExtendedLifetime(bytes) { Array(UnsafeBufferPointer(start: start.position, count: start.remaining)) }
  }

  /// Reads a stream to its end.
  private static func spooled(
    _ stream: UnpackedStream, _ size: Int, _ options: OSMInputOptions
  ) throws(OSMFileError) -> SpooledInput {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { chunk.deallocate() }
    /// Reads the next bytes; nil at the end.
    func next() throws(OSMFileError) -> UnsafeRawBufferPointer? {
      guard options.shouldContinue(size > 0 ? Double(stream.consumed) / Double(size) : 0) else {
        throw OSMFileError(.stopped, path: stream.path, "the reading was stopped")
      }
      let count = try stream.read(into: chunk)
      return count > 0 ? UnsafeRawBufferPointer(rebasing: chunk[..<count]) : nil
    }
    var piece = try next()
    guard let first = piece else {
      throw OSMFileError(.empty, path: stream.path, "there is no data; download it again")
    }
    var bound = SpoolBound(path: stream.path, least: options.leastBoundBytes)
    let isText = isXML(first)
    /// Counts bytes that were read.
    func count(_ bytes: UnsafeRawBufferPointer) throws(OSMFileError) {
      try bound.unpack(bytes.count, ofSize: max(size, stream.consumed), isXML: isText)
    }
    guard isText else {
      var spool = try SpoolFile(in: options.folder)
      var sieve = BlobSieve()
      while let bytes = piece {
        try count(bytes)
        try sieve.sift(bytes) { part, isKept throws(OSMFileError) in
          if isKept { try spool.append(Array(part)) } else { spool.skip(part.count) }
        }
        piece = try next()
      }
      try spool.finish()
      return SpooledInput(name: stream.path, file: spool.file, size: spool.size)
    }
    let parser = OSMXMLParser(name: stream.path, output: try BlobSpool(options))
    while let bytes = piece {
      try count(bytes)
      try parser.parse(bytes)
      try bound.check(spooled: parser.output.spool.size, ofSize: max(size, stream.consumed))
      piece = try next()
    }
    try parser.finish()
    let spool = parser.output.spool
    return SpooledInput(
      name: stream.path, file: spool.file, size: spool.size, header: parser.header, blobs: parser.output.blobs)
  }
}

/// Whether bytes begin like XML. False for web pages, the usual result of failed downloads, so that the PBF reader
/// reports them.
private func isXML(_ bytes: some Collection<UInt8>) -> Bool {
  let blank: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]
  let text = String(decoding: bytes.drop(while: { blank.contains($0) }).prefix(16), as: UTF8.self).lowercased()
  return text.hasPrefix("<?xml") || text.hasPrefix("<osm") || text.hasPrefix("<!--")
}
