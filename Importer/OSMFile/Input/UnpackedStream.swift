import GeoPacking
import GeoSupport

/// The bytes of a file or of standard input from front to back, unpacked where they are packed by gzip, bzip2 or Zstandard. Memory does not depend on
/// the file's size.
///
/// What they are is told by their first bytes, not by the name. Packed files may have several members, as parallel packers write them.
package final class UnpackedStream {
  /// The path as given, or `standard input`.
  package let path: String
  /// Bytes of the file that were taken so far.
  package private(set) var consumed = 0
  private let file: InputFile
  private var input = [UInt8](repeating: 0, count: 256 << 10)
  private var available = 0..<0
  private var isAtEnd = false
  private var unpacker: (any Unpacker)?
  /// Whether a packed member has begun and not ended.
  private var isInMember = false
  private var padding = MemberPadding()

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
    while available.count < PackedFormat.markLength, !isAtEnd { try fill() }
    unpacker = PackedFormat(input[available])?.unpacker
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
    let count = input.withUnsafeMutableBytes {
      waitingRead(file.descriptor, into: UnsafeMutableRawBufferPointer(rebasing: $0[available.upperBound...]))
    }
    guard count >= 0 else { throw OSMFileError(system: .cannotRead, path, "cannot be read") }
    available = available.lowerBound..<available.upperBound + count
    isAtEnd = count == 0
  }
}
