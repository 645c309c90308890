import GeoPacking
import GeoSupport

/// A sequential stream of the bytes of a file or of standard input, decompressed if they are gzip, bzip2 or Zstandard.
/// Its memory does not depend on the file's size.
///
/// The format is recognized by the first bytes, not the name. Compressed files may have several members, as parallel
/// compressors write them.
package final class UnpackedStream {
  /// The path as given, or `standard input`.
  package let path: String
  /// The number of bytes of the file read so far.
  package private(set) var consumed = 0
  private let file: InputFile
  private var input = [UInt8](repeating: 0, count: 256 << 10)
  private var available = 0..<0
  private var isAtEnd = false
  private var unpacker: (any Unpacker)?
  /// Whether a compressed member has begun but not ended.
  private var isInMember = false
  private var padding = MemberPadding()

  /// Opens a regular file.
  ///
  /// - Throws: ``OSMFileError`` if there is none, or it is empty.
  package convenience init(path: String) throws(OSMFileError) {
    try self.init(InputFile(path: path), path: path)
  }

  /// Creates a stream over an open file, from its current position.
  init(_ file: InputFile, path: String) throws(OSMFileError) {
    self.path = path
    self.file = file
    // A pipe returns whatever is available, so the first bytes may come in parts.
    while available.count < PackedFormat.markLength, !isAtEnd { try fill() }
    unpacker = PackedFormat(input[available])?.unpacker
  }

  /// Reads the next bytes.
  ///
  /// - Parameter output: filled from its start.
  /// - Returns: the number of bytes written; 0 at the end.
  /// - Throws: ``OSMFileError`` if the system fails, or if compressed data is damaged or ends early.
  func read(into output: UnsafeMutableRawBufferPointer) throws(OSMFileError) -> Int {
    while true {
      if available.isEmpty { try fill() }
      guard let unpacker else {
        let count = min(available.count, output.count)
        input.withUnsafeBytes { output.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[available.prefix(count)])) }
        take(count)
        return count
      }
      if available.isEmpty, !isInMember, consumed > 0 { return 0 }
      if !isInMember {
        guard let zeros = consumed > 0 ? padding.length(in: input[available]) : 0 else {
          throw OSMFileError(
            .corrupt, path: path, offset: consumed, "the \(unpacker.format) data has a hole; download it again")
        }
        take(zeros)
        if zeros > 0 { continue }
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
      if isInMember, available.isEmpty, isAtEnd {
        throw OSMFileError(.truncated, path: path, offset: consumed, "the packed file ends early; download it again")
      }
    }
  }

  /// Returns the next bytes up to a maximum number; empty at the end.
  ///
  /// - Throws: the errors of ``read(into:)``.
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

  /// Reads more bytes behind those still available, or to the start of the buffer if there are none.
  private func fill() throws(OSMFileError) {
    guard !isAtEnd else { return }
    if available.isEmpty { available = 0..<0 }
    let count = input.withUnsafeMutableBytes {
      waitingRead(file.descriptor, into: UnsafeMutableRawBufferPointer(rebasing: $0[available.upperBound...]))
    }
    guard count >= 0 else { throw OSMFileError(system: .cannotRead, path, "cannot be read") }
    available = available.lowerBound..<available.upperBound + count
    isAtEnd = count == 0
  }
}
