import Foundation
import GeoModel
import GeoStore
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

@Suite("Address ranges of a census")
struct RangeTests {
  private static let header = "from;to;interpolation;street;city;state;postcode;geometry\n"
  private static let columns = RangeColumns(
    header: header.dropLast().split(separator: ";", omittingEmptySubsequences: false))!
  private let folder = TemporaryFolder()

  private func read(_ row: String) throws -> AddressRange {
    try AddressRange(row.split(separator: ";", omittingEmptySubsequences: false), RangeTests.columns)
  }

  @Test("a row is read as Nominatim reads it")
  func rows() throws {
    let range = try read("198;100;even;Glen Ln;Autauga;AL;36066;LINESTRING(-86.418882 32.49078,-86.42063 32.490789)")
    #expect(range.first == 100 && range.last == 198 && range.step == 2 && range.postalCode == "36066")
    #expect(range.line == [FixedPoint(x: -864_206_300, y: 324_907_890), FixedPoint(x: -864_188_820, y: 324_907_800)])
    let odd = try read("100;110;odd;A St;;;;LINESTRING (-86 32,-86.01 32)")
    #expect(odd.first == 101 && odd.last == 109 && odd.step == 2 && odd.postalCode == nil)
    let all = try read("5;5;all;A St;;;;LINESTRING(-86 32,-86.01 32)")
    #expect(all.first == 5 && all.last == 5 && all.step == 1)
  }

  @Test(
    "what is wrong with a row has a name",
    arguments: [
      ("1;9;odd;A St;;;", .rangeIncomplete), ("1;9;odd;A St;;;;LINESTRING(0 0,1 1);x", .rangeIncomplete),
      ("x;9;odd;A St;;;;LINESTRING(0 0,1 1)", .rangeNumberInvalid),
      ("-1;9;odd;A St;;;;LINESTRING(0 0,1 1)", .rangeNumberInvalid),
      ("2;2;odd;A St;;;;LINESTRING(0 0,1 1)", .rangeNumberInvalid),
      ("1;1234567;odd;A St;;;;LINESTRING(0 0,1 1)", .rangeNumberInvalid),
      ("1;9;some;A St;;;;LINESTRING(0 0,1 1)", .rangeKindUnknown),
      ("1;9;odd;;;;;LINESTRING(0 0,1 1)", .rangeStreetMissing), ("1;9;odd;A St;;;;", .rangeGeometryInvalid),
      ("1;9;odd;A St;;;;LINESTRING(0 0)", .rangeGeometryInvalid),
      ("1;9;odd;A St;;;;LINESTRING(0 0,1 91)", .rangeGeometryInvalid),
      ("1;9;odd;A St;;;;LINESTRING(0 0,1 nan)", .rangeGeometryInvalid),
      ("1;9;odd;A St;;;;POINT(0 0)", .rangeGeometryInvalid),
      ("1;99999;all;A St;;;;LINESTRING(0 0,0.00001 0)", .rangeImplausible),
    ] as [(String, DataFault)])
  func faults(row: String, fault: DataFault) throws { #expect(throws: fault) { try read(row) } }

  private static let drawing = """
    A . . . . . . . . B
    . . . . . . . . . .
    C . . . . . . . . D
    """

  /// A row for the first street of the drawing, and others.
  private func table(_ map: MapFile, _ more: String = "") -> String {
    func text(_ letter: Character) -> String {
      let coordinate = Coordinate(map.grid[letter])
      return "\(coordinate.longitude) \(coordinate.latitude)"
    }
    return RangeTests.header + "1;19;odd;UPPER ST;;;1000;LINESTRING(\(text("A")),\(text("B")))\n"
      + "2;18;even;Unknown Ave;;;;LINESTRING(\(text("C")),\(text("D")))\r\n"
      + "1;9;odd;Far St;;;;LINESTRING(100 10,100.1 10)\n" + more
  }

  private func map() -> MapFile {
    var map = MapFile(RangeTests.drawing)
    map.way("AB", ["highway": "residential", "name": "Upper St"])
    map.way("CD", ["highway": "residential", "name": "Lower Street"])
    return map
  }

  @Test("ranges take the name and id of their street: by name, else the nearest; without one they are left out")
  func linking() throws {
    let map = map()
    let path = folder.file("ranges.csv")
    try Data(table(map, "1;9;odd;A St;;;\n\n7;7\n").utf8).write(to: URL(fileURLWithPath: path))
    let (content, summary) = try ImportRig.content([map.write()], ranges: [path])
    #expect(content.interpolations.map { content.names.text($0.street!) } == ["Upper St", "Lower Street"])
    #expect(content.interpolations.map(\.source.id) == [1, 2])
    #expect(content.interpolations.allSatisfy { $0.streetOrigin == .range })
    #expect(content.interpolations[0].postalCode.map { content.names.text($0) } == "1000")
    #expect(summary.skipped[.rangeWithoutStreet] == 1 && summary.faults[.rangeIncomplete] == 2)
  }

  @Test("tables come plain, compressed and in archives, cut anywhere", arguments: ["csv", "csv.gz", "tar", "tar.gz"])
  func packing(kind: String) throws {
    let map = map()
    let text = Array(table(map).utf8)
    let other = Array((RangeTests.header + "3;9;odd;Upper St;;;;LINESTRING(9.5 47.1,9.5001 47.1)\n").utf8)
    var bytes = text
    if kind.hasPrefix("tar") {
      bytes =
        Archive.member("./._x", type: 0x78, Array("long attributes".utf8)) + Archive.member("tiger/", type: 0x35, [])
        + Archive.member("tiger/01001.csv", type: 0x30, text) + Archive.member("tiger/01003.csv", type: 0x30, other)
        + [UInt8](repeating: 0, count: 1024)
    }
    if kind.hasSuffix("gz") {
      let half = bytes.count / 2
      bytes = Archive.gzip(Array(bytes[..<half])) + Archive.gzip(Array(bytes[half...]))
    }
    let path = folder.file("ranges." + kind)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var rows = 0
    var tables = 0
    var lines = try TableLines(try UnpackedStream(path: path))
    while let line = try lines.next() {
      if line.isFirst { tables += 1 }
      if line.bytes.contains(0x3B), !line.isFirst { rows += 1 }
    }
    #expect(tables == (kind.hasPrefix("tar") ? 2 : 1) && rows == (kind.hasPrefix("tar") ? 4 : 3))
    let (content, _) = try ImportRig.content([map.write()], ranges: [path])
    #expect(content.interpolations.map(\.source.id).prefix(2) == [1, 2])
    // Damage anywhere gives an error or a shorter table, and never a crash.
    for length in stride(from: 0, to: bytes.count, by: 97) {
      try Data(bytes[..<length]).write(to: URL(fileURLWithPath: path))
      _ = try? ImportRig.content([map.write()], ranges: [path])
    }
  }

  @Test("a missing file and one that is something else end the import with a sentence")
  func wrongFiles() throws {
    let map = map()
    let extract = try map.write()
    func code(_ path: String) -> ImportError.Code? {
      do {
        _ = try ImportRig.content([extract], ranges: [path])
        return nil
      } catch { return (error as? ImportError)?.code }
    }
    #expect(code(folder.file("nowhere.csv")) == .missingExtract)
    #expect(code(folder.path) == .missingExtract)
    #expect(code(extract) == .unreadableExtract)
    try Data().write(to: URL(fileURLWithPath: folder.file("empty.csv")))
    #expect(code(folder.file("empty.csv")) == .unreadableExtract)
    withExtendedLifetime(map) {}
  }

  @Test(
    "Autauga County", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
  func county() throws {
    let (content, summary) = try ImportRig.content(
      [SharedData.path("liechtenstein-autauga-alabama-2021-01-06.osm.pbf")],
      ranges: [SharedData.path("tiger/01001.csv")])
    let ranges = content.interpolations.count { $0.streetOrigin == .range }
    let faults = DataFault.allCases.filter { $0.rawValue.hasPrefix("range-") }.map { summary.faults[$0] }
    #expect(ranges + summary.skipped[.rangeWithoutStreet] + faults.reduce(0, +) == 6213)
    #expect(ranges > 5_500)
  }
}

/// Writes archives byte by byte.
private enum Archive {
  static func member(_ name: String, type: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    header.replaceSubrange(0..<name.utf8.count, with: name.utf8)
    let size = Array(String(bytes.count, radix: 8).utf8)
    header.replaceSubrange(124..<135, with: [UInt8](repeating: 0x30, count: 11 - size.count) + size)
    header[156] = type
    header.replaceSubrange(257..<263, with: Array("ustar".utf8) + [0])
    return header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  /// A gzip member with the bytes uncompressed, in blocks.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    repeat {
      let piece = bytes[start..<min(start + 1000, bytes.count)]
      start = piece.endIndex
      result.append(start == bytes.count ? 1 : 0)
      let length = UInt16(piece.count)
      result += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)] + piece
    } while start < bytes.count
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return result + little(~sum) + little(UInt32(bytes.count))
  }
}
