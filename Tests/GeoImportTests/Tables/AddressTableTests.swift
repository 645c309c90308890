import Foundation
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

@Suite("Tables of addresses")
struct AddressTableTests {
  private let folder = TemporaryFolder()

  private func rows(
    _ text: String, asked: [TableForm.Role: [String]]? = nil
  ) throws -> (houses: [TableHouse], faults: [DataFault]) {
    try rows(bytes: Array(text.utf8), asked: asked)
  }

  private func rows(
    bytes: [UInt8], asked: [TableForm.Role: [String]]? = nil
  ) throws -> (houses: [TableHouse], faults: [DataFault]) {
    let path = folder.file("t.csv")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var rows = try TableRows(try UnpackedStream(path: path), asked: asked)
    var result: (houses: [TableHouse], faults: [DataFault]) = ([], [])
    while let row = try rows.next() {
      switch row {
      case .success(let house): result.houses.append(house)
      case .failure(let fault): result.faults.append(fault)
      }
    }
    return result
  }

  @Test(
    "forms of publishers are known by their columns",
    arguments: [
      "LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n9.5,47.1,12A,N MAIN ST,4,OLD TOWN,,,94901,,",
      "id;numero;rep;nom_voie;code_postal;nom_commune;x;y;lon;lat\n1;12;A;N Main St;94901;Old Town;0;0;9.5;47.1",
      "PID|NUMBER_FIRST|NUMBER_LAST|STREET_NAME|STREET_TYPE|STREET_SUFFIX|LOCALITY_NAME|POSTCODE|LONGITUDE|LATITUDE\n"
        + "1|12A||N MAIN|ST||OLD TOWN|94901|9.5|47.1",
      "AddNum_Pre,Add_Number,AddNum_Suf,St_PreDir,St_Name,St_PosTyp,Post_City,Zip_Code,Longitude,Latitude\n"
        + ",12,A,N,Main,St,Old Town,94901,9.5,47.1",
      "Add_Number,AddNum_Suf,StN_PreDir,StreetName,StN_PosTyp,Post_Comm,Zip_Code,Longitude,Latitude\n"
        + "12,A,N,Main,St,Old Town,94901,9.5,47.1",
      "number\tstreet\tpostal_city\tpostcode\tlon\tlat\n12A\t N  Main St \tOld Town\t94901\t9,5\t47,1",
      #"{"type":"Feature","properties":{"number":"12A","street":"N MAIN ST","city":"OLD TOWN","postcode":94901},"#
        + #""geometry":{"type":"Point","coordinates":[9.5,47.1]}}"#,
      #"{"type":"FeatureCollection","features":["# + "\n"
        + #"{"type":"Feature","properties":{"street":"N Main St","number":"12A","city":"Old Town","postcode":"94901"},"#
        + #""geometry":{"type":"Point","coordinates":[9.5,47.1,3]}},"# + "\n]}",
    ])
  func forms(table: String) throws {
    let (houses, faults) = try rows(table + "\n")
    #expect(faults.isEmpty)
    let house = try #require(houses.first)
    #expect(houses.count == 1 && house.number == "12A" && house.street == "N Main St" && house.place == nil)
    #expect(house.city == "Old Town" && house.postalCode == "94901")
    #expect(house.point == FixedPoint(x: 95_000_000, y: 471_000_000))
  }

  @Test("columns that a person names, joined")
  func askedColumns() throws {
    let (houses, _) = try rows(
      "Y,X,NO,DIR,NAME\n47.1,9.5,5,N,MAIN ST\n",
      asked: [.latitude: ["y"], .longitude: ["X"], .number: ["NO"], .street: ["DIR", "NAME"]])
    #expect(houses.map(\.street) == ["N Main St"])
    let (others, _) = try rows(
      "Latitude,Longitude,NO,NAME\n47.1,9.5,5,MAIN ST\n", asked: [.number: ["no"], .street: ["name"]])
    #expect(others.map(\.street) == ["Main St"])
    let error = #expect(throws: ImportError.self) {
      try rows("Y,X\n", asked: [.latitude: ["Y"], .longitude: ["X"], .number: ["NO"], .street: ["NAME"]])
    }
    let words = "no column 'NAME', 'NO', which --addresses-columns names; there are: 'Y', 'X'"
    #expect(error?.message.contains(words) == true)
  }

  @Test(
    "what is no table is an error that names what was found", arguments: ["a,b\n1,2\n", "{\n}\n", "lat,lon,number\n"])
  func foreign(table: String) {
    let error = #expect(throws: ImportError.self) { try rows(table) }
    #expect(error?.code == .unreadableExtract)
  }

  @Test(
    "what holds a table and is none is told by its first bytes",
    arguments: ["PK\u{3}\u{4}x": "zip", "PAR1x": "Parquet", "SQLite format 3\0": "database"])
  func containers(bytes: String, word: String) {
    let error = #expect(throws: ImportError.self) { try rows(bytes) }
    #expect(error?.message.contains(word) == true)
  }

  @Test("what is packed otherwise, or UTF-16, is told, and not taken for another encoding of letters")
  func otherBytes() {
    let header = "lat,lon,number,street\n"
    let little = header.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = header.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let cases: [(bytes: [UInt8], words: String)] = [
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], "is packed by xz; unpack it first, as by 'xz -d'"),
      ([0x04, 0x22, 0x4D, 0x18, 0x64], "is packed by LZ4"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0], "is a 7z archive"),
      ([0xFF, 0xFE] + little, "'iconv -f UTF-16 -t UTF-8'"), ([0xFE, 0xFF] + big, "'iconv -f UTF-16 -t UTF-8'"),
      (little, "'iconv -f UTF-16LE -t UTF-8'"), (big, "'iconv -f UTF-16BE -t UTF-8'"),
      (Array("lat,lon,number,street\n1,2,3,Caf".utf8) + [0xE9, 0x0A], "LATIN1"),
    ]
    for (bytes, words) in cases {
      let error = #expect(throws: ImportError.self) { try rows(bytes: bytes) }
      #expect(error?.message.contains(words) == true, "\(words)")
    }
  }

  @Test("a text in quotes goes on in the next line; a quote that somebody forgot costs its row and no other")
  func quotes() throws {
    let header = "lat,lon,number,street\n"
    let good = try rows(
      header + "47.1,9.5,\"7\",\"B, \"\"Old\"\"\nSt\"\n47.1,9.5,8,\"C St\"x\n47.1,9.5,9\" pipe,D St\n")
    #expect(good.faults.isEmpty && good.houses.map(\.street) == ["B, \"Old\" St", "C St", "D St"])
    let rest = (1...40).map { "47.1,9.5,\($0),E St\n" }.joined()
    let forgotten = try rows(header + "47.1,9.5,7,\"B St\n" + rest)
    #expect(forgotten.faults == [.tableRowIncomplete] && forgotten.houses.count == 40)
    #expect(try rows(header + "47.1,9.5,7,\"B St").faults == [.tableRowIncomplete])
  }

  @Test("quotes that never end take no more work than other lines", .timeLimit(.minutes(1)))
  func endlessQuotes() throws {
    let table = try rows(
      "lat,lon,number,street\n" + String(repeating: "\"" + String(repeating: "\n", count: 65), count: 20_000))
    #expect(table.houses.isEmpty && table.faults.count == 20_000)
  }

  @Test("names of a file are shown, and obeyed by no terminal")
  func foreignNames() {
    let error = #expect(throws: ImportError.self) { try rows("\u{1B}[31ma,b\u{2028}c\n") }
    #expect(error?.message.contains("'b c'") == true)
    #expect(!AddressTables.name(of: "/x/\u{1B}[31m\na.csv").unicodeScalars.contains { $0.value < 0x20 })
    #expect(OwnDataInfo(line: "\u{1B}[31m\t1").name == "\u{FFFD}[31m")
  }

  @Test("lines that are no rows are left out, however long they are")
  func longLines() throws {
    let long = String(repeating: ",", count: 1 << 20)
    let table = try rows("lat,lon,number,street\n\(long)\n47.1,9.5,7,B St\n")
    #expect(table.faults == [.tableRowIncomplete] && table.houses.count == 1)
    let feature =
      #"{"type":"Feature","properties":{"number":"7","street":"B St"},"geometry":{"type":"Point","coordinates":[9.5,47.1]}}"#
    let features = try rows("\u{1E}\(feature)\n\(feature.dropLast())\(long)}\n\u{1E}\(feature)\n")
    #expect(features.faults == [.tableRowIncomplete] && features.houses.count == 2)
    #expect(throws: ImportError.self) { try rows(long) }
    #expect(throws: ImportError.self) { try rows("{" + long) }
  }

  @Test(
    "what is wrong with a row has a name",
    arguments: [
      ("47.1,9.5,S/N,A St", .tableNumberMissing), ("47.1,9.5,0,A St", .tableNumberMissing),
      ("47.1,9.5,,A St", .tableNumberMissing), ("47.1,9.5,5,", .tableStreetMissing),
      ("47.1,9.5,5,NULL", .tableStreetMissing), (",9.5,5,A St", .tableCoordinateInvalid),
      ("0,0,5,A St", .tableCoordinateInvalid), ("nan,9.5,5,A St", .tableCoordinateInvalid),
      ("147.1,9.5,5,A St", .tableCoordinateInvalid), ("47.1", .tableNumberMissing),
    ] as [(String, DataFault)])
  func faults(row: String, fault: DataFault) throws {
    let (houses, faults) = try rows("lat,lon,number,street\n" + row + "\n47.1,9.5,7,B St\n")
    #expect(faults == [fault] && houses.map(\.number) == ["7"])
  }

  @Test("numbers and names are tidied")
  func tidying() {
    #expect(TableText.number(["12", "bis"]) == "12 bis" && TableText.number(["12", "B"]) == "12B")
    #expect(TableText.number(["12 1/2"]) == "12 1/2" && TableText.number(["0012"]) == "12")
    #expect(TableText.number(["12.0"]) == "12" && TableText.number(["12-14"]) == "12-14")
    #expect(TableText.name("RUE DE L'ÉGLISE") == "Rue de L'Église" && TableText.name("5TH AVE NW") == "5th Ave NW")
    #expect(TableText.name("McDonald Rd") == "McDonald Rd" && TableText.name(" - ") == nil)
    #expect(TableText.postalCode("94103.0") == "94103" && TableText.postalCode("00000") == nil)
  }

  private static let drawing = """
    A . . . . . . . . . . B
    . a b . c d . e f . . .
    . g h . i j . k l . . .
    . . . . . . . . . . . .
    """

  /// A street with a numbered building, one without a number, and one without a number that contains a shop.
  private func map(unitMeters: Double = 100) -> MapFile {
    var map = MapFile(AddressTableTests.drawing, unitMeters: unitMeters)
    map.way("AB", ["highway": "residential", "name": "Main Street"])
    map.way("abhga", ["building": "yes", "addr:housenumber": "1", "addr:street": "Main Street"])
    map.way("cdjic", ["building": "yes"])
    map.way("eflke", ["building": "yes", "addr:housenumber": "5", "addr:street": "Main Street"])
    return map
  }

  private func content(
    _ map: MapFile, wins: Bool = false, _ row: (String, String) -> String
  ) throws -> (content: StoreContent, summary: ImportSummary) {
    let path = folder.file("houses.csv")
    func text(_ letters: String) -> String {
      let points = letters.map { Coordinate(map.grid[$0]) }
      let count = Double(points.count)
      let (latitude, longitude) = (
        points.reduce(0) { $0 + $1.latitude } / count, points.reduce(0) { $0 + $1.longitude } / count
      )
      return "\(latitude),\(longitude)"
    }
    let rows = [("abgh", "1"), ("cdij", "3"), ("cdij", "3"), ("efkl", "7"), ("B", "9")].map { row(text($0.0), $0.1) }
    try Data(("lat,lon,number,street\n" + rows.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: path))
    var options = AddressTableOptions()
    options.paths = [path]
    options.winsOverMap = wins
    return try ImportRig.content([map.write()], tables: options)
  }

  @Test("houses that the map has are the map's, others take street and building; apartments become one")
  func twins() throws {
    let (content, summary) = try content(map()) { "\($0),\($1),MAIN ST" }
    let ofTable = content.addresses.filter { $0.source.type == .table }
    #expect(Set(ofTable.map { content.names.text($0.houseNumber) }) == ["3", "9"])
    #expect(ofTable.allSatisfy { content.names.text($0.street!) == "Main Street" })
    // Here numbers are on buildings, so the row in the second building becomes the building's.
    #expect(ofTable.filter { !$0.isPoint }.map { content.names.text($0.houseNumber) } == ["3"])
    #expect(summary.skipped[.tableHouseOnMap] == 2 && summary.skipped[.tableHouseTwice] == 1)
    #expect(Set(ofTable.map(\.source.shown.id)) == [2, 5] && ofTable.allSatisfy { $0.source.table == 0 })
  }

  @Test("a house in a building of its own stays, though the map has its number on a point near by")
  func ownBuilding() throws {
    // Without the building, the number is the map's.
    for (hasBuilding, count) in [(true, 2), (false, 1)] {
      var map = map(unitMeters: 12)
      map.nodes["B"] = ["addr:housenumber": "3", "addr:street": "Main Street", "shop": "books"]
      if !hasBuilding { map.ways.remove(at: 2) }
      #expect(LocalProjection(origin: map.grid["i"]).project(map.grid["B"]).squaredLength < 150 * 150)
      let (content, summary) = try content(map) { "\($0),\($1),Main St" }
      #expect(content.addresses.count { content.names.text($0.houseNumber) == "3" } == count)
      #expect(summary.skipped[.tableHouseOnMap] == 4 - count)
    }
  }

  @Test("where tables win, the map's house is left out and its building becomes the table's")
  func winning() throws {
    let (content, _) = try content(map(), wins: true) { "\($0),\($1),Main Street" }
    #expect(content.addresses.allSatisfy { $0.source.type == .table })
    #expect(Set(content.addresses.map { content.names.text($0.houseNumber) }) == ["1", "3", "7", "9"])
    #expect(content.addresses.count { $0.outline != nil } == 3)
  }

  @Test("a table whose latitudes are longitudes is an error that says so")
  func swapped() throws {
    let path = folder.file("swapped.csv")
    try Data("lat,lon,number,street\n9.5,47.1,1,A St\n".utf8).write(to: URL(fileURLWithPath: path))
    var options = AddressTableOptions()
    options.paths = [path]
    let extent = FixedBox(minX: 94_000_000, minY: 470_000_000, maxX: 96_000_000, maxY: 472_000_000)
    var builder = ContentBuilder(threads: 1, in: nil)
    let context = ImportContext(reporter: SilentReporter(), isCancelled: { false })
    let error = #expect(throws: ImportError.self) {
      try AddressTables(options, extent: extent, region: nil).add(to: &builder, context)
    }
    #expect(error?.message.contains("its latitudes are longitudes") == true)
  }

  @Test("a store says what became of its tables")
  func metadata() {
    let info = OwnDataInfo(name: "a\tb", rows: 12, used: 9, dropped: ["x": 1, "y": 2])
    #expect(info.line == "a b\t12\t9\ty=2\tx=1")
    #expect(OwnDataInfo(line: info.line) == info)
    #expect(OwnDataInfo(line: "").rows == 0)
    #expect(AddressTables.name(of: "/us/san_francisco.csv.gz") == "san_francisco")
  }
}
