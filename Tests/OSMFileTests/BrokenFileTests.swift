import Testing

@testable import OSMFile

@Suite("Broken files give an error that names the file, the place and what to do")
struct BrokenFileTests {
  /// The error of reading a file with these bytes.
  private func failure(_ bytes: [UInt8]) throws -> OSMFileError? {
    let file = try TemporaryFile(bytes)
    let error = #expect(throws: OSMFileError.self) { try OSMFileContents(path: file.path) }
    #expect(error?.message.hasPrefix(file.path) == true)
    return error
  }

  private func failure(group: (inout ProtobufEncoder) -> Void) throws -> OSMFileError? {
    try failure(usualHeader + framed("OSMData", primitiveBlock(group)))
  }

  @Test("other kinds of files are named")
  func foreign() throws {
    let cases: [(String, String)] = [
      ("<!DOCTYPE html><html>404", "HTML"), ("<!doctype html>", "HTML"),
      ("SQLite format 3\0", "SQLite"), ("hello", "neither .osm.pbf nor XML"), ("{\n  \"version\": 0.6,", "[out:xml]"),
    ]
    for (text, word) in cases {
      let error = try failure(Array(text.utf8))
      #expect(error?.code == .notPBF)
      #expect(error?.message.contains(word) == true)
    }
    let archive = [UInt8](repeating: 0x61, count: 257) + Array("ustar\0".utf8) + [UInt8](repeating: 0, count: 249)
    #expect(try failure(archive)?.message.contains("tar -xf") == true)
    #expect(try failure([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])?.message.contains("xz -d") == true)
    for start in [[0xff, 0xfe, 0x3c, 0], [0xfe, 0xff, 0, 0x3c]] as [[UInt8]] {
      #expect(try failure(start)?.message.contains("UTF-16") == true)
    }
    for bytes in ["\u{feff}<?xml version='1.0'?><osm>", "BZh91AY&SY", "BZh9"].map({ Array($0.utf8) }) + [
      [0x1f, 0x8b, 8, 0]
    ] {
      let error = try failure(bytes)
      #expect(error?.code == .truncated)
      #expect(error?.message.contains("ends early") == true)
    }
  }

  @Test("a missing file, a folder and an empty file")
  func nothingToRead() throws {
    #expect(#expect(throws: OSMFileError.self) { try OSMFileReader(path: "/nonexistent.osm.pbf") }?.code == .cannotOpen)
    #expect(#expect(throws: OSMFileError.self) { try OSMFileReader(path: "/tmp") }?.code == .cannotOpen)
    #expect(try failure([])?.code == .empty)
  }

  @Test("a file that is cut anywhere")
  func truncated() throws {
    let whole = usualHeader + framed("OSMData", primitiveBlock { $0.message(3) { $0.number(1, 1) } })
    let bounds = [usualHeader.count, whole.count]
    for length in 1..<whole.count where !bounds.contains(length) {
      let error = try failure(Array(whole[..<length]))
      #expect(error?.code == .truncated)
    }
  }

  @Test("sizes beyond the limits of the format")
  func tooLarge() throws {
    let afterHeader = try failure(usualHeader + [0x00, 0x01, 0x00, 0x01] + [UInt8](repeating: 0, count: 70_000))
    #expect(afterHeader?.code == .corrupt)
    #expect(afterHeader?.offset == usualHeader.count)
    #expect(try failure(usualHeader + framed("OSMData", [1], datasize: 33 << 20))?.code == .tooLarge)
    #expect(try failure(usualHeader + framed("OSMData", [1], datasize: -1))?.code == .corrupt)
    var blob = ProtobufEncoder()
    blob.number(2, 33 << 20)
    blob.field(3, [1, 2, 3])
    #expect(try failure(usualHeader + framedBlob("OSMData", blob.bytes))?.code == .tooLarge)
  }

  @Test("a blob that inflates to another size than it states", arguments: [-1, 1, 1000])
  func wrongRawSize(_ difference: Int64) throws {
    let content = primitiveBlock { $0.message(3) { $0.number(1, 1) } }
    for compression in [OSMWriteOptions.Compression.zlib(level: 6), .lz4, .zstd(level: 3)] {
      // The stated size is the first field: one byte of tag, one of size.
      var blob = Deflater(compression).blob(content)!
      let lie = Int64(content.count) + difference
      var field = ProtobufEncoder()
      field.number(2, lie)
      blob.replaceSubrange(0..<2, with: field.bytes)
      let error = try failure(usualHeader + framedBlob("OSMData", blob))
      #expect(error?.code == .corrupt)
      #expect(error?.message.contains("\(lie) bytes") == true)
    }
  }

  @Test("LZMA and bzip2 are unsupported, and say so", arguments: [4, 5] as [UInt32])
  func unsupported(_ field: UInt32) throws {
    var blob = ProtobufEncoder()
    blob.number(2, 10)
    blob.field(field, [1, 2, 3])
    #expect(try failure(usualHeader + framedBlob("OSMData", blob.bytes))?.code == .unsupportedCompression)
  }

  @Test("an unknown required feature is named")
  func unknownFeature() throws {
    var header = OSMFileHeader()
    header.requiredFeatures = ["Holograms"]
    let error = try failure(framed("OSMHeader", header.encoded(for: OSMWriteOptions())))
    #expect(error?.code == .unsupportedFeature)
    #expect(error?.message.contains("Holograms") == true)
  }

  @Test("a file must start with an OSMHeader")
  func missingHeader() throws {
    #expect(try failure(framed("OSMData", primitiveBlock { _ in }))?.code == .missingHeader)
  }

  @Test("texts that are not in the table")
  func stringIndexes() throws {
    #expect(
      try failure {
        $0.message(3) { way in
          way.packed(2, [0])
          way.packed(3, [1])
        }
      }?.code == .corrupt)
    #expect(
      try failure {
        $0.message(2) { dense in
          dense.packedDifferences(1, [1])
          dense.packedDifferences(8, [1])
          dense.packedDifferences(9, [1])
          dense.packed(10, [7, 7, 0])
        }
      }?.code == .corrupt)
    #expect(
      try failure {
        $0.message(4) { relation in
          relation.packed(8, [3])
          relation.packedDifferences(9, [1])
          relation.packed(10, [0])
        }
      }?.code == .corrupt)
  }

  @Test("parallel lists of different lengths", arguments: [[2, 1, 2], [1, 2, 1], [1, 1, 2], [0, 1, 1]])
  func mismatch(_ lengths: [Int]) throws {
    let lists = lengths.map { (0..<$0).map { Int64($0) } }
    #expect(
      try failure {
        $0.message(2) { dense in
          dense.packedDifferences(1, lists[0])
          dense.packedDifferences(8, lists[1])
          dense.packedDifferences(9, lists[2])
        }
      }?.code == .corrupt)
    #expect(
      try failure {
        $0.message(4) { relation in
          relation.packed(8, lists[0].map { _ in 0 })
          relation.packedDifferences(9, lists[1])
          relation.packed(10, lists[2].map { _ in 0 })
        }
      }?.code == .corrupt)
    #expect(
      try failure {
        $0.message(3) { way in
          way.packed(2, (0..<lengths[0]).map { _ in 0 })
          way.packed(3, (0..<(lengths[0] + 1)).map { _ in 0 })
        }
      }?.code == .corrupt)
  }

  @Test("lists of numbers that are not packed, or in pieces, are refused instead of passed over")
  func unpackedLists() throws {
    #expect(
      try failure {
        $0.message(3) { way in
          way.number(1, 1)
          for difference: Int64 in [2, 2] { way.number(8, difference) }
        }
      }?.code == .corrupt)
    #expect(
      try failure {
        $0.message(3) { way in
          way.number(1, 1)
          for difference: Int64 in [1, 1] { way.packedDifferences(8, [difference]) }
        }
      }?.code == .corrupt)
    #expect(
      try failure {
        $0.message(4) { relation in
          relation.number(8, 0)
          relation.number(9, 2)
          relation.number(10, 0)
        }
      }?.code == .corrupt)
  }

  @Test("an error inside a blob tells where the blob lies")
  func offset() throws {
    let good = framed("OSMData", primitiveBlock { $0.message(3) { $0.number(1, 1) } })
    let bad = framed("OSMData", [0x0a, 0x7f])
    let error = try failure(usualHeader + good + bad)
    #expect(error?.offset == usualHeader.count + good.count + (bad.count - 4))
  }
}
