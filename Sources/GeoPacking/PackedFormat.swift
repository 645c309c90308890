import CCompression

/// The ways in which whole files are packed, told by their first bytes.
package enum PackedFormat: String, CaseIterable, Sendable {
  case gzip, bzip2, zstd

  /// The first bytes of a packed file that are enough to tell.
  package static let markLength = 4

  /// How a file that begins so is packed; nil when it is not.
  package init?(_ start: some Collection<UInt8>) {
    let marks: [(PackedFormat, [UInt8])] = [
      (.gzip, [0x1F, 0x8B]), (.bzip2, Array("BZh".utf8)), (.zstd, [0x28, 0xB5, 0x2F, 0xFD]),
    ]
    if let found = marks.first(where: { start.starts(with: $0.1) }) {
      self = found.0
    } else if start.first.map({ $0 & 0xF0 == 0x50 }) == true, start.dropFirst().starts(with: [0x2A, 0x4D, 0x18]) {
      // A frame that is skipped: pzstd writes one before each of the others.
      self = .zstd
    } else {
      return nil
    }
  }

  /// How a file of this name is to be packed: `.gz`, `.bz2` and `.zst`; nil for all others.
  package init?(name: String) {
    guard let found = PackedFormat.allCases.first(where: { name.lowercased().hasSuffix($0.suffix) }) else { return nil }
    self = found
  }

  /// The usual end of a name.
  package var suffix: String {
    switch self {
    case .gzip: ".gz"
    case .bzip2: ".bz2"
    case .zstd: ".zst"
    }
  }

  /// An unpacker of this format.
  package var unpacker: any Unpacker {
    switch self {
    case .gzip: GzipMember()
    case .bzip2: Bzip2Member()
    case .zstd: ZstdFrame()
    }
  }

  /// Some bytes as a member of their own. Members may stand one behind the other in a file, and are unpacked together.
  ///
  /// - Returns: nil when there is not enough memory, and for bzip2, which nobody writes here.
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
