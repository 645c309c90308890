import CCompression
import Foundation

/// A tab-separated table of a source, plain or gzipped. The first row has the names of the columns, and nothing is
/// quoted.
struct Table {
  /// A row with its fields by column name. Missing fields are empty.
  struct Row {
    fileprivate let columns: [String: Int]
    fileprivate let fields: [Substring]

    subscript(column: String) -> String {
      guard let index = columns[column], index < fields.count else { return "" }
      return String(fields[index])
    }
  }

  private let columns: [String: Int]
  private let lines: [Substring]

  /// Reads a file with the suffix `.tsv` or `.tsv.gz`.
  ///
  /// - Throws: an error that names the file, if it cannot be read or lacks a column.
  init(_ path: String, columns needed: [String]) throws {
    let bytes = try path.hasSuffix(".gz") ? GzippedJSON.content(path) : Data(contentsOf: URL(fileURLWithPath: path))
    try self.init(content: bytes, name: path, columns: needed)
  }

  /// Reads the content of a file.
  ///
  /// - Throws: an error that names the file, if it lacks a column.
  init(content: some Collection<UInt8>, name: String, columns needed: [String]) throws {
    let text = String(decoding: content, as: UTF8.self)
    lines = text.split(separator: "\n")
    let names = lines.first?.split(separator: "\t", omittingEmptySubsequences: false) ?? []
    columns = Dictionary(names.enumerated().map { (String($1), $0) }) { first, _ in first }
    if let missing = needed.first(where: { columns[$0] == nil }) {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: "\(name): there is no column \(missing)"])
    }
  }

  /// The rows after the header.
  var rows: some Sequence<Row> {
    lines.dropFirst().lazy.map {
      Row(columns: columns, fields: $0.split(separator: "\t", omittingEmptySubsequences: false))
    }
  }
}

/// Reads gzipped JSON.
enum GzippedJSON {
  /// Decodes the content of a file.
  static func decode<Value: Decodable>(_ type: Value.Type, path: String) throws -> Value {
    try JSONDecoder().decode(type, from: content(path))
  }

  /// The decompressed content of a file.
  static func content(_ path: String) throws -> Data {
    let packed = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let content = unpacked(packed) else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
    }
    return content
  }

  /// Decompresses a gzip file; nil if the bytes are not a complete one.
  static func unpacked(_ packed: Data) -> Data? {
    // A gzip file ends with the size of its content. Deflate compresses 1032 to 1 at best, so a larger size means
    // damage.
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
