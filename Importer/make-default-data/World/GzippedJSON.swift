import CCompression
import Foundation

/// Reads gzipped JSON.
enum GzippedJSON {
  /// Decodes the content of a file.
  static func decode<Value: Decodable>(_ type: Value.Type, path: String) throws -> Value {
    let packed = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let content = unpacked(packed) else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
    }
    return try JSONDecoder().decode(type, from: content)
  }

  /// The content; nil when the bytes are no whole gzip file.
  static func unpacked(_ packed: Data) -> Data? {
    // A gzip file ends with the size of its content. Deflate packs 1032 to 1 at best: a larger size is damage.
    let size = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard size > 0, size <= packed.count * 1032 else { return nil }
    let decompressor = libdeflate_alloc_decompressor()
    defer { libdeflate_free_decompressor(decompressor) }
    var content = Data(count: size)
    let result = content.withUnsafeMutableBytes { output in
      packed.withUnsafeBytes { input in
        libdeflate_gzip_decompress(decompressor, input.baseAddress, input.count, output.baseAddress, size, nil)
      }
    }
    return result == LIBDEFLATE_SUCCESS ? content : nil
  }
}
