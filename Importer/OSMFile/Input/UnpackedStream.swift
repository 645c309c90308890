import CCompression
import GeoSupport

/// The bytes of a file or of standard input from front to back, unpacked where they are packed by gzip or bzip2. Memory does not depend on
/// the file's size.
///
/// What they are is told by their first bytes, not by the name. Packed files may have several members, as parallel packers write them.
package final class UnpackedStream {
  /// The path as given, or `standard input`.
  package let path: String
  /// Bytes of the file that were taken so far.
  private(set) var consumed = 0
  private let file: InputFile
  private var input = [UInt8](repeating: 0, count: 256 << 10)
  private var available = 0..<0
  private var isAtEnd = false
  private var unpacker: Unpacker?
  /// Whether a packed member has begun and not ended.
  private var isInMember = false

  /// The beginnings of packed files.
  static let gzipMark: [UInt8] = [0x1f, 0x8b]
  static let bzip2Mark = Array("BZh".utf8)

  /// A stream over a regular file.
  ///
  /// - Throws: ``OSMFileError`` when there is none, or it is empty.
  package convenience init(path: String) throws(OSMFileError) {
    try self.init(InputFile(path: path), path: path)
  }

  /// A stream over an open file, from where it stands.
  init(_ file: InputFile, path: String) throws(OSMFileError) {
    self.path = path
    self.file = file
    // A pipe hands out what there is: the beginning may come in parts.
    while available.count < 3, !isAtEnd { try fill() }
    let start = input[available]
    if start.starts(with: UnpackedStream.gzipMark) { unpacker = GzipMember() }
    if start.starts(with: UnpackedStream.bzip2Mark) { unpacker = Bzip2Member() }
  }

  /// The next bytes.
  ///
  /// - Parameter output: is filled from its start.
  /// - Returns: how many bytes were written; 0 at the end.
  /// - Throws: ``OSMFileError`` when the system fails, or packed bytes are damaged or end early.
  func read(into output: UnsafeMutableRawBufferPointer) throws(OSMFileError) -> Int {
    while true {
      if available.isEmpty { try fill() }
      guard let unpacker else {
        let count = min(available.count, output.count)
        input.withUnsafeBytes { output.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[available.prefix(count)])) }
        take(count)
        return count
      }
      if available.isEmpty {
        guard !isInMember, consumed > 0 else {
          throw OSMFileError(
            .truncated, path: path, offset: consumed, "the packed file ends early; download it again")
        }
        return 0
      }
      if !isInMember {
        // Padding behind the last member, as tapes have it.
        if consumed > 0, input[available.lowerBound] == 0 { return 0 }
        unpacker.begin()
        isInMember = true
      }
      let (used, written, state) = input.withUnsafeMutableBytes {
        unpacker.unpack(UnsafeMutableRawBufferPointer(rebasing: $0[available]), into: output)
      }
      take(used)
      if state == .damaged {
        throw OSMFileError(
          .corrupt, path: path, offset: consumed, "the \(unpacker.format) data is damaged; download it again")
      }
      isInMember = state == .unfinished
      if written > 0 { return written }
    }
  }

  /// The next bytes, at most so many; empty at the end.
  ///
  /// - Throws: as ``read(into:)``.
  package func read(_ most: Int) throws(OSMFileError) -> [UInt8] {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: most, alignment: 16)
    defer { memory.deallocate() }
    let count = try read(into: memory)
    return Array(memory[..<count])
  }

  private func take(_ count: Int) {
    available = available.lowerBound + count..<available.upperBound
    consumed += count
  }

  /// Reads behind what is still there, from the start of the memory when nothing is.
  private func fill() throws(OSMFileError) {
    guard !isAtEnd else { return }
    if available.isEmpty { available = 0..<0 }
    var count = -1
    repeat {
      count = input.withUnsafeMutableBytes {
        Glibc.read(file.descriptor, $0.baseAddress! + available.upperBound, $0.count - available.upperBound)
      }
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw OSMFileError(system: .cannotRead, path, "cannot be read") }
    available = available.lowerBound..<available.upperBound + count
    isAtEnd = count == 0
  }
}

/// Unpacks members of one format, one after the other.
private protocol Unpacker: AnyObject {
  /// The format's name.
  var format: String { get }
  /// Begins a member.
  func begin()
  /// Unpacks a piece of the member; tells how many bytes it used and wrote.
  func unpack(
    _ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (used: Int, written: Int, MemberState)
}

private enum MemberState { case unfinished, finished, damaged }

private final class GzipMember: Unpacker {
  let format = "gzip"
  private var stream = z_stream()

  deinit { inflateEnd(&stream) }

  func begin() {
    inflateEnd(&stream)
    stream = z_stream()
    // 15 is the largest window; 16 more asks for gzip's header and check sum.
    inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  func unpack(
    _ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (used: Int, written: Int, MemberState) {
    stream.next_in = input.baseAddress!.assumingMemoryBound(to: UInt8.self)
    stream.avail_in = UInt32(input.count)
    stream.next_out = output.baseAddress!.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = UInt32(output.count)
    let status = inflate(&stream, Z_NO_FLUSH)
    let state: MemberState = status == Z_STREAM_END ? .finished : status == Z_OK ? .unfinished : .damaged
    return (input.count - Int(stream.avail_in), output.count - Int(stream.avail_out), state)
  }
}

private final class Bzip2Member: Unpacker {
  let format = "bzip2"
  private var stream = bz_stream()

  deinit { BZ2_bzDecompressEnd(&stream) }

  func begin() {
    BZ2_bzDecompressEnd(&stream)
    stream = bz_stream()
    BZ2_bzDecompressInit(&stream, 0, 0)
  }

  func unpack(
    _ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (used: Int, written: Int, MemberState) {
    stream.next_in = input.baseAddress!.assumingMemoryBound(to: CChar.self)
    stream.avail_in = UInt32(input.count)
    stream.next_out = output.baseAddress!.assumingMemoryBound(to: CChar.self)
    stream.avail_out = UInt32(output.count)
    let status = BZ2_bzDecompress(&stream)
    let state: MemberState = status == BZ_STREAM_END ? .finished : status == BZ_OK ? .unfinished : .damaged
    return (input.count - Int(stream.avail_in), output.count - Int(stream.avail_out), state)
  }
}
