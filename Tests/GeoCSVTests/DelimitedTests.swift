import GeoModel
import Testing

@testable import GeoCSV

@Suite("CSV rows keep their bytes and get new columns")
struct DelimitedTests {
  private func enriched(_ text: String, _ change: (inout EnrichmentOptions) -> Void = { _ in }) async throws -> String {
    let workshop = try Workshop(text)
    change(&workshop.options)
    return try await workshop.result()
  }

  @Test("a plain file gets its columns, names first")
  func plain() async throws {
    #expect(
      try await enriched("id,lat,lon\n1,12.5,7.25\n2,-70,3\n")
        == "id,lat,lon,street,status\n1,12.5,7.25,12 Street,ok\n2,-70,3,,not_found\n")
  }

  @Test(
    "compass letters in columns of their own are the signs that loggers and cameras leave out",
    arguments: [
      ("LATITUDE,N/S,LONGITUDE,E/W", true), ("lat,lat_dir,lon,lon_dir", true),
      ("GPSLatitude,GPSLatitudeRef,GPSLongitude,GPSLongitudeRef", true), ("lat,NS,lon,EW", true),
      // Letters that belong to other columns are ignored.
      ("lat,a,lon,b", false), ("lat,heading ref,lon,e/w/n", false),
    ])
  func hemispheres(header: String, areSigns: Bool) async throws {
    let rows = ["12,S,7,E", "12.5,South,7,West", "-12,s,-7,w", "12,,7,E", "12,5,7,3", "5 S,N,7,E", "-12,N,7,E"]
    let written = try await enriched("\(header)\n\(rows.joined(separator: "\n"))\n").split(separator: "\n").dropFirst()
    let signs = ["-12", "-12", "-12", "12", "12", "-5"]
    let expected = areSigns ? signs : ["12", "12", "-12", "12", "12", "-5", "-12"]
    var answers = zip(rows, expected).map { "\($0),\($1) Street,ok" }
    if areSigns { answers.append("-12,N,7,E,,bad_coordinate") }
    #expect(written.map(String.init) == answers)
  }

  @Test(
    "minutes and seconds in columns of their own are no less than the degrees",
    arguments: [
      "LAT_DEG,LAT_MIN,LAT_SEC,LON_DEG,LON_MIN,LON_SEC",
      "latitude degrees,latitude minutes,latitude seconds,longitude degrees,longitude minutes,longitude seconds",
    ])
  func minutes(header: String) async throws {
    let rows = [
      ("12,59,60", "13 Street", "ok"), ("12,59,61", "", "bad_coordinate"), ("12,60,0", "", "bad_coordinate"),
      ("12,-1,0", "", "bad_coordinate"),
      ("12.5,30,0", "", "bad_coordinate"), ("12.5,0,0", "12 Street", "ok"), ("12.5,,", "12 Street", "ok"),
      ("-12,59.5,", "-12 Street", "ok"), (",59,0", "", "missing_coordinate"), ("12,x,0", "", "bad_coordinate"),
    ]
    let text = "\(header)\n" + rows.map { "\($0.0),7,30,36\n" }.joined()
    let lines = try await enriched(text).split(separator: "\n").dropFirst().map(String.init)
    #expect(lines == rows.map { "\($0.0),7,30,36,\($0.1),\($0.2)" })
  }

  @Test("a receiver's degrees and minutes stand beside their letters, whatever zeros a spreadsheet took away")
  func receivers() async throws {
    let rows = [
      ("1230.6,N,00712.5,W", "12 Street"), ("1230.6,S,712.5,E", "-12 Street"), ("0045.6,N,00712.5,E", "0 Street"),
      // Numbers that are already degrees.
      ("45.6,N,7.2,E", "45 Street"), ("0045.6,N,7.2,E", "45 Street"),
    ]
    let text = "lat,NS,lon,EW\n" + rows.map { "\($0.0)\n" }.joined()
    let lines = try await enriched(text).split(separator: "\n").dropFirst().map(String.init)
    #expect(lines == rows.map { "\($0.0),\($0.1),ok" })
    #expect(try await enriched("lat,NS,lon,EW\n1260.6,N,712.5,E\n").hasSuffix(",,bad_coordinate\n"))
  }

  @Test(
    "a watch's semicircles are told by the names of their columns, and are no ten-millionths of a degree",
    arguments: [
      ("position_lat,position_long", true),
      ("record.position_lat[semicircles],record.position_long[semicircles]", true),
      ("start_position_lat,start_position_long", true), ("lat,lon", false),
    ])
  func semicircles(header: String, areSemicircles: Bool) async throws {
    let rows = [
      ("450602850,-1460406000", areSemicircles ? "37 Street,ok" : "45 Street,ok"), ("12.5,7.25", "12 Street,ok"),
      ("2147483647,2147483647", areSemicircles ? ",missing_coordinate" : ",out_of_range"),
    ]
    let text = "\(header)\n" + rows.map { "\($0.0)\n" }.joined()
    let lines = try await enriched(text).split(separator: "\n").dropFirst().map(String.init)
    #expect(lines == rows.map { "\($0.0),\($0.1)" })
  }

  @Test(
    "a table of ten-millionths by its names has them in every row, and counts those that may lack a digit",
    arguments: ["lat_e7,lon_e7", "latitudeE7,longitudeE7", "start_latitude_e7,start_longitude_e7"])
  func tenMillionths(header: String) async throws {
    let rows = [
      ("481371540,115761240", "48 Street"), ("515000000,-1200000", "51 Street"), ("0,0", "0 Street"),
      // Gabon, and Munich without its last digit: both may lack one.
      ("1200000,115761240", "0 Street"), ("48137154,11576124", "4 Street"),
      // Numbers that are already degrees, and a number that overflowed 32 bits.
      ("48.1,11.6", "48 Street"), ("-100000000,3794967296", "-10 Street"),
    ]
    let workshop = try Workshop("\(header)\n" + rows.map { "\($0.0)\n" }.joined())
    let lines = try await workshop.result().split(separator: "\n").dropFirst().map(String.init)
    #expect(lines == rows.map { "\($0.0),\($0.1),ok" })
    let summary = try await workshop.run(mode: .overwrite)
    #expect(summary.tally[.maybeMillionths] == 2)
  }

  @Test(
    "the letter O is west where the table has E or its words, and east where it has W or its words",
    arguments: [
      ("lat,lon\n12°N,7°O\n12°N,8°E\n", "-7"), ("lat,lon\n12°N,7°O\n12°N,8°W\n", "7"),
      ("lat,lon\n12°N,7°O\n12°N,8° Oeste\n", "-7"), ("lat,lon\n12°N,7°O\n12°N,8° Ost\n", "7"),
      ("latitud,longitud\n12°N,7° O\n", "-7"), ("Breitengrad,Längengrad\n12°N,o 7\n", "7"),
      ("coordinate\n\"12°N, 7°O\"\n\"12°N, 7°E\"\n", "-7"), ("lat,NS,lon,EW\n12,N,7,O\n12,N,7,E\n", "-7"),
      ("lat,lon\n12°N,7°O\n", nil), ("lat,lon\n12°N,7°O\n12°N,8°E\n12°N,8°W\n", nil),
      ("lat,NS,lon,EW\n12,N,7,O\n", nil),
    ])
  func letterO(text: String, longitude: String?) async throws {
    var expected = longitude.map { "\($0),ok" } ?? ",bad_coordinate"
    let columns: [OutputColumn] = [.field(.longitude), .status]
    var workshop = try Workshop(text)
    workshop.options.columns = columns
    var row = try await workshop.result().split(separator: "\n")[1]
    #expect(row.hasSuffix(expected), "\(row)")
    #expect(try await workshop.run(mode: .overwrite).tally[.lettersO] == (longitude == nil ? 1 : 0))
    // The option decides.
    (workshop, expected) = (try Workshop(text), "7,ok")
    (workshop.options.columns, workshop.options.letterO) = (columns, .east)
    row = try await workshop.result().split(separator: "\n")[1]
    #expect(row.hasSuffix(expected) && !row.hasSuffix("-7,ok"), "\(row)")
  }

  @Test("no other O is a compass point")
  func otherO() async throws {
    for cell in ["O", "Oslo", "7°OO", "7O1"] {
      let text = "lat,lon\n12,\(cell)\n12,8E\n"
      #expect(try await enriched(text).split(separator: "\n")[1] == "12,\(cell),,bad_coordinate", "\(cell)")
    }
  }

  @Test("an angle of several columns is their sum, and bounds of a box are no minutes")
  func angleColumns() {
    func angle(_ cells: [String]) -> DegreeText.Value {
      let bytes = Array(cells.joined().utf8)
      return bytes.withUnsafeBytes { all in
        var start = 0
        let parts = cells.map { cell in
          defer { start += cell.utf8.count }
          return all.part(start..<start + cell.utf8.count)
        }
        return AngleColumns.angle((parts[0], parts[1], parts[2], parts[3]))
      }
    }
    #expect(angle(["12", "30", "36", ""]) == .degrees(12.51))
    #expect(angle(["-0", "30", "36", ""]) == .degrees(-0.51))
    #expect(angle(["12", "30", "36", "S"]) == .named(WrittenAngle(degrees: -12.51, axis: .latitude)))
    #expect(angle(["12.5", "", "", "west"]) == .named(WrittenAngle(degrees: -12.5, axis: .longitude)))
    func parts(_ names: [String]) -> [Int]? {
      AngleColumns(beside: .pair(latitude: 0, longitude: 1), names: names)?.all
    }
    #expect(parts(["lat_d", "lon_d", "lat_m", "lon_m", "lon_s"]) == [2, 3, 4])
    #expect(parts(["lat_deg", "lon_deg", "lat_min", "lat_max"]) == nil)
    #expect(parts(["lat", "lon", "lat_min", "lon_min", "lat_s"]) == nil)
    #expect(parts(["lat", "lon", "n/s", "N/S", "e/w"]) == [4])
  }

  @Test("every kind of line break stays where it is")
  func lineBreaks() async throws {
    #expect(
      try await enriched("lat,lon\r\n1,2\r\n3,4\n5,6\r7,8")
        == "lat,lon,street,status\r\n1,2,1 Street,ok\r\n3,4,3 Street,ok\n5,6,5 Street,ok\r7,8,7 Street,ok")
  }

  @Test("quotes, quoted delimiters and quoted line breaks pass through")
  func quotes() async throws {
    #expect(
      try await enriched("a,lat,lon\n\"x, \"\"y\"\"\nz\",1,2\nin\"side,3,4\n")
        == "a,lat,lon,street,status\n\"x, \"\"y\"\"\nz\",1,2,1 Street,ok\nin\"side,3,4,3 Street,ok\n")
  }

  @Test("a quote that never closes swallows nothing")
  func strayQuote() async throws {
    #expect(
      try await enriched("a,lat,lon\n\"5 inch,1,2\nb,3,4\n")
        == "a,lat,lon,street,status\n\"5 inch,1,2,1 Street,ok\nb,3,4,3 Street,ok\n")
  }

  @Test("rows that a stray quote takes with it up to the next one are not missed without a word")
  func runawayQuote() async throws {
    func rows(_ text: String) async throws -> (all: Int, runaway: Int) {
      let workshop = try Workshop(text)
      let tally = try await workshop.run().tally
      return (tally[.rows], tally[.runawayQuotes])
    }
    #expect(try await rows("a,lat,lon\n\"5 inch,1,2\nb,3,4\n\"c\",5,6\nd,7,8\n") == (2, 1))
    #expect(try await rows("a,lat,lon\r\"5 inch,1,2\rb,3,4\r\"c\",5,6\rd,7,8\r") == (2, 1))
    // Lines and quotes that are intended.
    #expect(try await rows("a,lat,lon\n\"x \"\"y\"\"\nz\",1,2\n\"5\" inch,3,4\n") == (2, 0))
  }

  @Test("a chunk does not hold a million blank lines, each of which takes more memory than its byte")
  func blankLineChunks() async throws {
    let text = "id,lat,lon\n" + String(repeating: "\n", count: 3_000_000) + "1,2,3\n"
    let workshop = try Workshop(text)
    let reader = ChunkReader(
      input: try InputFile(path: workshop.input), head: InputHead(), at: InputPosition(offset: 0, row: 0),
      splitter: DelimitedSplitter(delimiter: Byte.comma), stop: StopSignal(), options: EnrichmentOptions())
    var (bytes, rows) = (0, 0)
    while let chunk = try await reader.next() {
      #expect(chunk.recordEnds.count <= 64 << 10 && chunk.firstRow == rows)
      #expect(chunk.recordEnds.last == chunk.bytes.count)
      bytes += chunk.bytes.count
      rows += chunk.recordEnds.count
    }
    #expect(bytes == text.utf8.count && rows == 3_000_002)
  }

  @Test("what is held for a quote that never closes goes on in chunks of the usual size")
  func strayQuoteChunks() async throws {
    let text = "id,lat,lon\n\"5 inch,1,2\n" + (0..<4000).map { "\($0),\($0 % 80),2\n" }.joined()
    let workshop = try Workshop(text)
    var options = EnrichmentOptions()
    options.tuning.chunkBytes = 1024
    for longest in [8 << 10, 1 << 20] {
      options.tuning.longestRecordBytes = longest
      let reader = ChunkReader(
        input: try InputFile(path: workshop.input), head: InputHead(), at: InputPosition(offset: 0, row: 0),
        splitter: DelimitedSplitter(delimiter: Byte.comma), stop: StopSignal(), options: options)
      var bytes: [UInt8] = []
      var rows = 0
      while let chunk = try await reader.next() {
        #expect(chunk.bytes.count <= 1024 + 20, "a limit of \(longest) bytes, row \(chunk.firstRow)")
        #expect(chunk.firstRow == rows && chunk.recordEnds.last == chunk.bytes.count)
        bytes += chunk.bytes
        rows += chunk.recordEnds.count
      }
      #expect(bytes == Array(text.utf8) && rows == 4002)
    }
  }

  @Test("a header whose quote never closes ends at its line break; one that is too long is an error")
  func strayQuoteInHeader() async throws {
    let rows = (0..<1000).map { "\($0),1,2\n" }.joined()
    func tune(_ options: inout EnrichmentOptions) {
      options.tuning.sampleBytes = 64
      options.tuning.longestRecordBytes = 4096
    }
    let result = try await enriched("\"id,lat,lon\n" + rows, tune)
    #expect(result.hasPrefix("\"id,lat,lon,street,status\n0,1,2,1 Street,ok\n"))
    let error = await #expect(throws: EnrichmentError.self) {
      try await enriched(String(repeating: "lat,lon,", count: 1000), tune)
    }
    #expect(error?.message.contains("first row is longer") == true)
  }

  @Test("text behind a closing quote belongs to the field")
  func textBehindQuotes() async throws {
    #expect(
      try await enriched("a,lat,lon\n\"he said \"hi\" to\",1,2\n")
        == "a,lat,lon,street,status\n\"he said \"hi\" to\",1,2,1 Street,ok\n")
  }

  @Test("empty lines before the header pass through")
  func emptyLinesFirst() async throws {
    for opening in ["\n", "\r\n\r\n", "\u{FEFF}\n", "sep=,\n\n"] {
      #expect(
        try await enriched(opening + "lat,lon\n1,2\n") == opening + "lat,lon,street,status\n1,2,1 Street,ok\n")
    }
    #expect(try await enriched("\n\n") == "\n\n")
    let workshop = try Workshop(String(repeating: "\n", count: 100) + "lat,lon\n1,2\n")
    workshop.options.tuning.sampleBytes = 10
    #expect(try await workshop.result().hasSuffix("\nlat,lon,street,status\n1,2,1 Street,ok\n"))
  }

  @Test("a byte order mark stays, and the first column's name is read without it")
  func byteOrderMark() async throws {
    #expect(try await enriched("\u{FEFF}lat,lon\n1,2\n") == "\u{FEFF}lat,lon,street,status\n1,2,1 Street,ok\n")
  }

  @Test("rows with too few fields are filled up; --ragged keep leaves them")
  func ragged() async throws {
    let text = "lat,lon,a,b\n1,2\n1,2,x,y,z\n"
    #expect(
      try await enriched(text) == "lat,lon,a,b,street,status\n1,2,,,1 Street,ok\n1,2,x,y,z,1 Street,ok\n")
    #expect(
      try await enriched(text) { $0.raggedRows = .keep }
        == "lat,lon,a,b,street,status\n1,2,1 Street,ok\n1,2,x,y,z,1 Street,ok\n")
  }

  @Test("blank lines pass through as they are")
  func blankLines() async throws {
    #expect(try await enriched("lat,lon\n\n1,2\n\r\n") == "lat,lon,street,status\n\n1,2,1 Street,ok\n\r\n")
  }

  @Test("values with delimiters, quotes and line breaks are quoted")
  func quotedValues() async throws {
    let result = try await enriched("lat,lon\n1,-160\n") { $0.columns = [.field(.city), .field(.country)] }
    #expect(result == "lat,lon,city,country\n1,-160,\"He said \"\"hi, there\"\"\nand left\",North\n")
  }

  @Test("a file that quotes everything gets quoted columns")
  func quotesEverything() async throws {
    #expect(
      try await enriched("\"lat\",\"lon\"\n\"1\",\"2\"\n")
        == "\"lat\",\"lon\",\"street\",\"status\"\n\"1\",\"2\",\"1 Street\",\"ok\"\n")
  }

  @Test("semicolons, tabs and pipes are found; decimal commas are read")
  func delimiters() async throws {
    #expect(
      try await enriched("name;lat;lon\na, b;1,5;2,25\n") == "name;lat;lon;street;status\na, b;1,5;2,25;1 Street;ok\n")
    #expect(try await enriched("lat\tlon\n1\t2\n") == "lat\tlon\tstreet\tstatus\n1\t2\t1 Street\tok\n")
    #expect(try await enriched("lat|lon\n1|2\n") == "lat|lon|street|status\n1|2|1 Street|ok\n")
    #expect(
      try await enriched("sep=;\r\nlat;lon\r\n1;2\r\n") == "sep=;\r\nlat;lon;street;status\r\n1;2;1 Street;ok\r\n")
  }

  @Test("new numbers have the decimal mark of the table's coordinates")
  func decimalCommas() async throws {
    for (table, number) in [
      ("lat;lon\n;\n1,5;2,25\n", "2,25"), ("lat;lon;n\n1.5;2.25;3,5\n", "2.25"), ("lat\tlon\n1\t2,25\n", "2,25"),
      ("lat,lon\n\"1,5\",\"2,25\"\n", "\"2,25\""), ("a;coordinates\n7,5;\"1.5, 2.25\"\n", "2.25"),
      ("n;lat;lon\n1,5;1;2\n", "2"),
    ] {
      let result = try await enriched(table) { $0.columns = [.field(.longitude)] }
      #expect(result.hasSuffix("\(number)\n"), "\(table): \(result)")
    }
    let late = try await enriched("lat;lon\n1;2\n1,5;-2,25\n3;4\n") { $0.columns = [.field(.longitude), .status] }
    #expect(late == "lat;lon;match_longitude;status\n1;2;2;ok\n1,5;-2,25;-2,25;ok\n3;4;4;ok\n")
  }

  @Test("bad rows get their reason")
  func statuses() async throws {
    let result = try await enriched("lat,lon\nabc,2\n,\nNULL,NULL\n91,2\n120,45\n1\n")
    let words = result.split(separator: "\n").map { $0.split(separator: ",").last! }
    #expect(
      words == [
        "status", "bad_coordinate", "missing_coordinate", "missing_coordinate", "out_of_range", "out_of_range",
        "missing_coordinate",
      ])
  }

  @Test("an empty file stays empty, and a header alone gets its names")
  func empty() async throws {
    #expect(try await enriched("") == "")
    #expect(try await enriched("lat,lon\n") == "lat,lon,street,status\n")
    #expect(try await enriched("lat,lon") == "lat,lon,street,status")
  }

  @Test("without a header, columns are given by number")
  func noHeader() async throws {
    let result = try await enriched("7,1,2\n8,3,4\n") {
      $0.hasHeader = false
      $0.latitudeColumn = ColumnReference("2")
      $0.longitudeColumn = ColumnReference("3")
    }
    #expect(result == "7,1,2,1 Street,ok\n8,3,4,3 Street,ok\n")
  }

  @Test("names that are taken give way")
  func takenNames() async throws {
    #expect(
      try await enriched("lat,lon,Street,geocode_street\n1,2,x,y\n")
        == "lat,lon,Street,geocode_street,geocode_street_2,status\n1,2,x,y,1 Street,ok\n")
  }

  @Test("binary junk and Windows-1252 bytes pass through")
  func foreignBytes() async throws {
    let workshop = try Workshop(Array("a,lat,lon\n".utf8) + [0x4D, 0xFC, 0x00, 0xFF, 0x80] + Array(",1,2\n".utf8))
    workshop.options.columns = [.field(.city)]
    workshop.options.encoding = .windows1252
    try await workshop.run()
    #expect(
      try workshop.outputBytes()
        == Array("a,lat,lon,city\n".utf8) + [0x4D, 0xFC, 0x00, 0xFF, 0x80] + Array(",1,2,Z".utf8) + [0xFC]
        + Array("rich\n".utf8))
  }
}
