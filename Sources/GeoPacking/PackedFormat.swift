import CCompression

/// The compression formats of whole files, recognized by their first bytes.
package enum PackedFormat: String, CaseIterable, Sendable {
  case gzip, bzip2, zstd

  /// The number of first bytes that identify a format.
  package static let markLength = 4

  /// The format of a file with these first bytes; nil for all others.
  package init?(_ start: some Collection<UInt8>) {
    let marks: [(PackedFormat, [UInt8])] = [
      (.gzip, [0x1F, 0x8B]), (.bzip2, Array("BZh".utf8)), (.zstd, [0x28, 0xB5, 0x2F, 0xFD]),
    ]
    if let found = marks.first(where: { start.starts(with: $0.1) }) {
      self = found.0
    } else if start.first.map({ $0 & 0xF0 == 0x50 }) == true, start.dropFirst().starts(with: [0x2A, 0x4D, 0x18]) {
      // A skippable frame: pzstd writes one before each data frame.
      self = .zstd
    } else {
      return nil
    }
  }

  /// The format for a file name ending in `.gz`, `.bz2` or `.zst`; nil for all others.
  package init?(name: String) {
    guard let found = PackedFormat.allCases.first(where: { name.lowercased().hasSuffix($0.suffix) }) else { return nil }
    self = found
  }

  /// The usual file name extension.
  package var suffix: String {
    switch self {
    case .gzip: ".gz"
    case .bzip2: ".bz2"
    case .zstd: ".zst"
    }
  }

  /// A decompressor for this format.
  package var unpacker: any Unpacker {
    switch self {
    case .gzip: GzipMember()
    case .bzip2: Bzip2Member()
    case .zstd: ZstdFrame()
    }
  }

  /// Compresses some bytes as a separate member.
  ///
  /// A file may have several members in sequence, which are decompressed together.
  ///
  /// - Returns: nil when memory is insufficient, and for bzip2, which is never written.
  package func member(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .bzip2: return nil
    case .gzip:
      guard let compressor = libdeflate_alloc_compressor(6) else { return nil }
      defer { libdeflate_free_compressor(compressor) }
      return PackedFormat.filled(libdeflate_gzip_compress_bound(compressor, bytes.count)) {
        libdeflate_gzip_compress(compressor, bytes, bytes.count, $0.baseAddress, $0.count)
      }
    case .zstd:
      return PackedFormat.filled(ZSTD_compressBound(bytes.count)) {
        let size = ZSTD_compress($0.baseAddress, $0.count, bytes, bytes.count, 3)
        return ZSTD_isError(size) == 0 ? size : 0
      }
    }
  }

  private static func filled(_ bound: Int, _ compress: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: bound) { memory, count in
      count = compress(UnsafeMutableRawBufferPointer(memory))
    }
    return bytes.isEmpty ? nil : bytes
  }
}
