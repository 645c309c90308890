import Foundation

@testable import OSMFile

/// A file in the temporary folder that is removed with this object.
final class TemporaryFile {
  let path: String

  init(_ bytes: [UInt8]? = nil) throws {
    path = NSTemporaryDirectory() + "osmfile-test-\(UUID().uuidString).osm.pbf"
    if let bytes { try overwrite(bytes) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func overwrite(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
}

/// A blob with its frame, as in a file.
func framed(_ type: String, _ content: [UInt8], datasize: Int64? = nil) -> [UInt8] {
  let blob = Deflater(.raw).blob(content)!
  return framedBlob(type, blob, datasize: datasize)
}

/// The same for the bytes of a Blob message.
func framedBlob(_ type: String, _ blob: [UInt8], datasize: Int64? = nil) -> [UInt8] {
  var header = ProtobufEncoder()
  header.field(1, Array(type.utf8))
  header.number(3, datasize ?? Int64(blob.count))
  let length = header.bytes.count
  return [0, 0, UInt8(length >> 8), UInt8(length & 255)] + header.bytes + blob
}

/// The header blob of a usual file.
let usualHeader = framed("OSMHeader", OSMFileHeader().encoded(for: OSMWriteOptions()))

/// A PrimitiveBlock message of one group.
func primitiveBlock(strings: [String] = [""], _ group: (inout ProtobufEncoder) -> Void) -> [UInt8] {
  var encoder = ProtobufEncoder()
  encoder.message(1) { table in
    for text in strings { table.field(1, Array(text.utf8)) }
  }
  encoder.message(2, group)
  return encoder.bytes
}

/// Reads all blobs of a file made of these data blocks after a usual header.
func contents(of blocks: [[UInt8]]) throws -> OSMFileContents {
  let file = try TemporaryFile(usualHeader + blocks.flatMap { framed("OSMData", $0) })
  return try OSMFileContents(path: file.path)
}
