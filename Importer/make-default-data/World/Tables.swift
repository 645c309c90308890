import CCompression
import Foundation

/// A table of a source: gzipped or plain text, tab-separated, the first row names the columns, nothing is quoted.
struct Table {
  /// A row, whose fields are got by the names of their columns; empty where a row is short.
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

  /// Reads a file whose name ends with `.tsv` or `.tsv.gz`.
  ///
  /// - Throws: an error that names the file when it cannot be read or lacks a column.
  init(_ path: String, columns needed: [String]) throws {
    let bytes = try path.hasSuffix(".gz") ? GzippedJSON.content(path) : Data(contentsOf: URL(fileURLWithPath: path))
    let text = String(decoding: bytes, as: UTF8.self)
    lines = text.split(separator: "\n")
    let names = lines.first?.split(separator: "\t", omittingEmptySubsequences: false) ?? []
    columns = Dictionary(names.enumerated().map { (String($1), $0) }) { first, _ in first }
    if let missing = needed.first(where: { columns[$0] == nil }) {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: "\(path): there is no column \(missing)"])
    }
  }

  /// The rows below the names.
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

  /// The unpacked content of a file.
  static func content(_ path: String) throws -> Data {
    let packed = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let content = unpacked(packed) else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
    }
    return content
  }

  /// The content; nil when the bytes are not a whole gzip file.
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
