import Foundation
import GeoPacking
import Testing

@testable import GeoCSV

@Suite struct PackedTests {
  private static let table = "lat,lon\n" + (0..<500).map { "\($0 % 80),\($0 % 170)\n" }.joined()

  /// Decompresses all members of a file.
  private func unpacked(_ bytes: [UInt8]) async throws -> String {
    let workshop = try Workshop(bytes, name: "in")
    let input = try InputFile(path: workshop.input)
    let text = try #require(try input.plainText(InputHead()) ?? input.plainText(InputHead(bytes: bytes, isAtEnd: true)))
    var result: [UInt8] = []
    while try !text.read(1000, onto: &result) {}
    return String(decoding: result, as: UTF8.self)
  }

  @Test(
    "packed tables are read, whatever they are called, with several members", arguments: [PackedFormat.gzip, .zstd])
  func input(format: PackedFormat) async throws {
    let plain = try await Workshop(PackedTests.table).result()
    let bytes = Array(PackedTests.table.utf8)
    let members = try #require(format.member(Array(bytes[..<700]))) + #require(format.member(Array(bytes[700...])))
    for name in ["in.csv\(format.suffix)", "in"] {
      #expect(try await Workshop(members, name: name).result() == plain)
    }
    let error = await #expect(throws: EnrichmentError.self) {
      try await Workshop(Array(members.dropLast(9))).run()
    }
    #expect(error?.message.contains("ends early") == true)
    var damaged = members
    for index in 20..<60 { damaged[index] = 0xAA }
    await #expect(throws: EnrichmentError.self) { try await Workshop(damaged).run() }
  }

  @Test(
    "zeros behind the last member are padding, zeros between members a hole", arguments: [PackedFormat.gzip, .zstd])
  func hole(format: PackedFormat) async throws {
    let member = try #require(format.member(Array(PackedTests.table.utf8)))
    for zeros in [1, 300 << 10] {
      let hole = [UInt8](repeating: 0, count: zeros)
      #expect(try await Workshop(member + hole, name: "in").result() == Workshop(PackedTests.table).result())
      let error = await #expect(throws: EnrichmentError.self) { try await Workshop(member + hole + member).run() }
      #expect(error?.message.contains("has a hole") == true, "\(error?.message ?? "")")
    }
  }

  @Test("frames that are skipped may stand anywhere, as pzstd writes them", arguments: [0x50, 0x5F] as [UInt8])
  func skippedFrames(mark: UInt8) async throws {
    let bytes = Array(PackedTests.table.utf8)
    let skipped: [UInt8] = [mark, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]
    let parts = try [bytes[..<700], bytes[700...]].map { try #require(PackedFormat.zstd.member(Array($0))) }
    let packed = skipped + parts[0] + skipped + parts[1] + skipped
    #expect(try await Workshop(packed, name: "in.csv.zst").result() == Workshop(PackedTests.table).result())
    #expect(PackedFormat([mark, 0x2A, 0x4D]) == nil && PackedFormat([mark ^ 0x10, 0x2A, 0x4D, 0x19]) == nil)
  }

  @Test("an output called .gz or .zst is packed", arguments: ["out.csv.gz", "out.csv.zst"])
  func output(name: String) async throws {
    let plain = try await Workshop(PackedTests.table).result()
    let workshop = try Workshop(PackedTests.table)
    workshop.outputName = name
    try await workshop.run()
    let bytes = try workshop.outputBytes()
    #expect(bytes.count < plain.utf8.count / 2)
    #expect(try await unpacked(bytes) == plain)
    workshop.outputName = "out.bz2"
    let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(error?.message.contains(".gz or .zst") == true)
  }

  @Test("UTF-16 with a mark is read in either order, also packed, and comes out as UTF-8", arguments: [false, true])
  func wide(isBigEndian: Bool) async throws {
    let text = "\u{FEFF}lat\tlon\tname\n1\t2\tZürich 🏔\n"
    let bytes = text.utf16.flatMap { unit in
      isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
    }
    let expected = "\u{FEFF}lat\tlon\tname\tstreet\tstatus\n1\t2\tZürich 🏔\t1 Street\tok\n"
    #expect(try await Workshop(bytes, name: "in.txt").result() == expected)
    #expect(try await Workshop(#require(PackedFormat.gzip.member(bytes)), name: "in.txt.gz").result() == expected)
    var wide = try #require(WideText(mark: bytes))
    // A lone surrogate, and half a unit at the end.
    let lone: [UInt8] = isBigEndian ? [0xD8, 0, 0, 65, 0] : [0, 0xD8, 65, 0, 65]
    #expect(String(decoding: lone.flatMap { wide.utf8([$0]) } + wide.rest, as: UTF8.self) == "\u{FFFD}A\u{FFFD}")
  }

  @Test(
    "files that are not text are told by their beginning, with the command that makes text of them",
    arguments: [
      ("PK\u{3}\u{4}....xl/worksheets", "a.xlsx", "ogr2ogr -f CSV a.csv a.xlsx"),
      ("PK\u{3}\u{4}....doc.kml", "a.kmz", "unzip -p a.kmz '*.kml'"),
      ("PAR1", "b c.parquet", "duckdb -c \"COPY (FROM 'b c.parquet') TO 'b c.csv'\""),
      (
        "PAR1", "a's $b.parquet", #"duckdb -c 'COPY (FROM '\''a'\'''\''s $b.parquet'\'') TO '\''a'\'''\''s $b.csv'\'''"#
      ),
      // A file that comes through a pipe cannot be opened by another program.
      ("PAR1", "standard input", "save it to a file first, then duckdb -c \"COPY (FROM 'FILE') TO 'FILE.csv'\""),
      ("PK\u{3}\u{4}....doc.kml", "standard input", "save it to a file first, then unzip -p FILE '*.kml'"),
      ("fgb\u{3}", "a.fgb", "ogr2ogr -f GeoJSON -t_srs EPSG:4326 a.geojson a.fgb"),
      ("\0\0\u{27}\u{A}", "b c.shp", "ogr2ogr -f GeoJSON -t_srs EPSG:4326 'b c'.geojson 'b c.shp'"),
      ("SQLite format 3\0" + String(repeating: "\0", count: 52) + "GPKG", "a", "a GeoPackage"),
      ("SQLite format 3\0", "a.db", "ogr2ogr -f CSV a.csv a.db TABLE"),
    ])
  func foreign(start: String, name: String, advice: String) async throws {
    let error = #expect(throws: EnrichmentError.self) {
      try FormatDetection.format(of: Array(start.utf8), name: name)
    }
    #expect(error?.code == .data && error?.message.contains(advice) == true, "\(error?.message ?? "")")
  }
}
