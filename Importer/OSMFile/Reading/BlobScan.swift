// How the blobs of a file are found:
// 1. Check the first bytes, to name the format of files that are obviously something else.
// 2. Read four bytes, big-endian: the length of a BlobHeader message, at most 64 KiB.
// 3. Read the BlobHeader: the type of the blob and its size, at most 32 MiB.
// 4. Skip the blob to the next length, until the file ends exactly there.

/// The positions of all blobs in a file.
struct BlobScan {
  private(set) var header: OSMBlob
  private(set) var data: [OSMBlob] = []

  /// Enough for a length and a typical BlobHeader in one read.
  private static let usualHeaderSize = 64

  private let descriptor: Int32
  private let fileSize: Int
  private let path: String
  private let bytes = FileBytes()

  init(descriptor: Int32, fileSize: Int, path: String) throws(OSMFileError) {
    self.descriptor = descriptor
    self.fileSize = fileSize
    self.path = path
    header = OSMBlob(offset: 0, size: 0)
    try rejectForeignFormats()
    try scan()
  }

  private mutating func scan() throws(OSMFileError) {
    var offset = 0
    while offset < fileSize {
      let (type, blob) = try readFrame(at: offset)
      if offset == 0 {
        guard type == "OSMHeader" else { throw missingHeader(type) }
        header = blob
      } else if type == "OSMData" {
        data.append(blob)
      }
      // Blobs of other types are skipped, as the format requires.
      offset = blob.offset + blob.size
    }
  }

  /// Reads the length and the BlobHeader at an offset.
  private func readFrame(at offset: Int) throws(OSMFileError) -> (type: String, blob: OSMBlob) {
    guard fileSize - offset >= 4 else { throw truncated(offset, "inside the length of a blob header") }
    let first = try read(offset, min(Self.usualHeaderSize, fileSize - offset))
    let length = (0..<4).reduce(0) { $0 << 8 | Int(first.position[$1]) }
    guard length > 0, length <= BlobFrame.maximumSize else {
      throw offset == 0
        ? notPBF() : fault(.corrupt, offset, "\(length) is not a valid size of a blob header (1 to 65536 bytes)")
    }
    guard length <= fileSize - offset - 4 else { throw truncated(offset, "inside a blob header") }
    let whole = 4 + length <= first.remaining ? first : try read(offset, 4 + length)
    return try frame(ProtobufCursor(whole.position + 4, count: length), offset: offset, length: length)
  }

  private func frame(
    _ message: ProtobufCursor, offset: Int, length: Int
  ) throws(OSMFileError) -> (type: String, blob: OSMBlob) {
    guard let frame = BlobFrame(message) else {
      throw offset == 0
        ? notPBF() : fault(.corrupt, offset, "these bytes are not a blob header; download the file again")
    }
    let size = frame.size
    guard size <= Int64(Inflater.maximumSize) else {
      throw fault(.tooLarge, offset, "the blob states a size of \(size) bytes; the format allows at most 32 MiB")
    }
    let blob = OSMBlob(offset: offset + 4 + length, size: Int(size))
    guard blob.size <= fileSize - blob.offset else { throw truncated(offset, "inside a blob of \(size) bytes") }
    return (frame.type, blob)
  }

  private func read(_ offset: Int, _ count: Int) throws(OSMFileError) -> ProtobufCursor {
    try bytes.read(at: offset, count: count, descriptor: descriptor, path: path)
  }
}

extension BlobScan {
  /// The first bytes of other file formats, with advice.
  private static let foreign: [(beginning: [UInt8], advice: String)] = [
    ([0x50, 0x4b, 0x03, 0x04], "this is a zip archive; unpack it first"),
    ([0x37, 0x7a, 0xbc, 0xaf], "this is a 7z archive; unpack it first"),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], "this is packed by xz; unpack it first with `xz -d`"),
    ([0xff, 0xe0], "this is an .o5m file; convert it to .osm.pbf, for example with `osmium cat`"),
    ([0xff, 0xfe], "this is text in UTF-16, as `>` of PowerShell writes it; download it again with `-o` instead"),
    ([0xfe, 0xff], "this is text in UTF-16; save it as UTF-8"),
    (Array("SQLite format 3".utf8), "this is an SQLite database; give the .osm.pbf extract"),
  ]

  private func rejectForeignFormats() throws(OSMFileError) {
    let start = try read(0, min(512, fileSize))
    let beginning = UnsafeBufferPointer(start: start.position, count: start.remaining)
    if let known = Self.foreign.first(where: { beginning.starts(with: $0.beginning) }) {
      throw fault(.notPBF, nil, known.advice)
    }
    // The only mark that is not at the beginning.
    if beginning.dropFirst(257).starts(with: "ustar".utf8) {
      throw fault(
        .notPBF, nil, "this is a tar archive; take the extracts out of it with `tar -xf`, and give them by their names")
    }
    let blank: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]
    let text = beginning.drop { blank.contains($0) }
    if text.first == UInt8(ascii: "{") {
      throw fault(.notPBF, nil, "this is JSON; ask the server for XML instead, of Overpass with [out:xml]")
    }
    guard text.first == UInt8(ascii: "<") else { return }
    throw fault(.notPBF, nil, Self.adviceForMarkup(String(decoding: text, as: UTF8.self).lowercased()))
  }

  private static func adviceForMarkup(_ text: String) -> String {
    if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
      return "this is a web page (HTML), no map data: the download failed; check the address and download again"
    }
    return "this is a web page or another text with markup, but no OpenStreetMap data"
  }

  private func fault(_ code: OSMFileError.Code, _ offset: Int?, _ problem: String) -> OSMFileError {
    OSMFileError(code, path: path, offset: offset, problem)
  }

  private func truncated(_ offset: Int, _ place: String) -> OSMFileError {
    fault(.truncated, offset, "the file ends \(place) (it has \(fileSize) bytes); download it again")
  }

  private func notPBF() -> OSMFileError {
    fault(
      .notPBF, nil,
      "this is no OpenStreetMap data, neither .osm.pbf nor XML; get an extract, for example from download.geofabrik.de")
  }

  private func missingHeader(_ type: String) -> OSMFileError {
    fault(.missingHeader, 0, "the file starts with \"\(type.prefix(40))\" instead of an OSMHeader; download it again")
  }
}
