import GeoModel
import GeoSupport
import Synchronization
import Testing

@testable import GeoCSV

@Suite("Columns, templates, samples and strictness")
struct OptionTests {
  @Test(
    "an output whose name promises another kind of file is refused before anything is written",
    arguments: [
      ("in.csv", "out.xlsx", "no spreadsheets are written"), ("in.csv", "out.parquet.gz", "no Parquet files"),
      ("in.csv", "OUT.GPKG", "no GeoPackages"), ("in.csv", "out.csv.xz", "call it .gz or .zst"),
      ("in.csv", "out.json", "out.json would be a table"), ("in.csv", "out.geojson.gz", "call it .csv"),
      ("in.csv", "out.kml", "would be a table"), ("in.csv", "out.tsv", "would have no tabs"),
      ("in.ndjson", "out.csv", "would be JSON"), ("in.ndjson", "out.gpx", "call it .json"),
    ])
  func misnamedOutput(input: String, output: String, message: String) async throws {
    let text = input == "in.csv" ? "lat,lon\n1,2\n" : "{\"lat\":1,\"lon\":2}\n"
    let workshop = try Workshop(text, name: input)
    workshop.outputName = output
    let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(error?.code == .usage && error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(try workshop.files() == [input])
  }

  @Test("an output that is a link to a file which is still to be made is written there, and the link stays")
  func danglingLink() async throws {
    let workshop = try Workshop("lat,lon\n1,2\n")
    #expect(symlink("made.csv", workshop.output) == 0)
    try await workshop.run()
    #expect(try workshop.files() == ["in.csv", "made.csv", "out"])
    #expect(FileFolder.resolved(workshop.output).hasSuffix("/made.csv"))
    #expect(String(decoding: try workshop.outputBytes(), as: UTF8.self).hasSuffix("1 Street,ok\n"))
  }

  @Test("an output keeps the permissions of the file that it replaces", arguments: [0o600, 0o664] as [mode_t])
  func permissions(mode: mode_t) async throws {
    let workshop = try Workshop("lat,lon\n1,2\n")
    try await workshop.run()
    #expect(chmod(workshop.output, mode) == 0)
    try await workshop.run(mode: .overwrite)
    #expect(SystemCall.status(of: workshop.output).map { $0.st_mode & 0o777 } == mode)
  }

  @Test(
    "an output whose name promises what the input is, or nothing, is written",
    arguments: [
      ("in.csv", "out.csv.gz"), ("in.csv", "out.txt"), ("in.csv", "json"), ("in.ndjson", "out.json"),
      ("in.ndjson", "out.jsonl"), ("in.ndjson", "out.xlsx.txt"),
    ])
  func namedOutput(input: String, output: String) async throws {
    let text = input == "in.csv" ? "lat,lon\n1,2\n" : "{\"lat\":1,\"lon\":2}\n"
    let workshop = try Workshop(text, name: input)
    workshop.outputName = output
    try await workshop.run()
    #expect(try workshop.files() == [input, output])
  }

  private func enriched(_ text: String, _ change: (inout EnrichmentOptions) throws -> Void) async throws -> String {
    let workshop = try Workshop(text)
    try change(&workshop.options)
    return try await workshop.result()
  }

  @Test("a template leaves no loose commas behind")
  func templates() throws {
    var placemark = Placemark(
      coordinate: Coordinate(FixedPoint(x: 0, y: 0)), distanceMeters: 0, match: .street, source: nil)
    func text(_ template: String) throws -> String {
      var bytes: [UInt8] = []
      try ColumnTemplate(template).value(of: placemark).appendPlain(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    let template = "at {street} {house_number}, {city} ({country})"
    #expect(try text(template) == "")
    placemark.locality = "Vaduz"
    #expect(try text(template) == "at Vaduz")
    placemark.thoroughfare = "Lindenweg"
    #expect(try text(template) == "at Lindenweg, Vaduz")
    placemark.subThoroughfare = "7"
    placemark.country = "Liechtenstein"
    #expect(try text(template) == "at Lindenweg 7, Vaduz (Liechtenstein)")
    #expect(try text("{{{city}}}") == "{Vaduz}")
    placemark.layers = [LayerAreas(layer: "zones", areas: [LayerArea(name: "A"), LayerArea(name: "B")])]
    var bytes: [UInt8] = []
    try ColumnTemplate("{city} in {zones}", isLayer: { $0 == "zones" }).value(of: placemark).appendPlain(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "Vaduz in A; B")
    for wrong in ["{nope}", "{city", "none", "{status}", "{zones}"] {
      #expect(throws: EnrichmentError.self) { try ColumnTemplate(wrong) }
    }
  }

  @Test("a template's column comes before the status")
  func templateColumn() async throws {
    let result = try await enriched("lat,lon\n1,2\n") {
      $0.columns = [.field(.city), .status]
      $0.template = try ColumnTemplate("{street} {house_number}", name: "where")
      $0.prefix = "g_"
    }
    #expect(result == "lat,lon,g_city,g_where,g_status\n1,2,Zürich,1 Street 20,ok\n")
  }

  @Test("lists of columns are read in any spelling, and wrong names are refused")
  func columnLists() throws {
    #expect(
      try OutputColumn.list("street, houseNumber,COUNTRY_CODE,street")
        == [.field(.street), .field(.houseNumber), .field(.countryCode)])
    #expect(try OutputColumn.list("all") == OutputColumn.usualAll)
    #expect(try OutputColumn.list("crossStreet,road_ref") == [.field(.crossStreet), .field(.roadRef)])
    #expect(OutputColumn.field(.crossStreet).detail == .street && OutputColumn.field(.city).detail < .street)
    let error = #expect(throws: EnrichmentError.self) { try OutputColumn.list("street,nope") }
    #expect(error?.unknownName?.typed == "nope" && error?.unknownName?.known.contains("street") == true)
    #expect(throws: EnrichmentError.self) { try OutputColumn.list("") }
  }

  @Test("text that a spreadsheet would compute gets an apostrophe when asked, numbers do not")
  func formulas() async throws {
    let workshop = try Workshop("lat,lon\n1,2\n")
    workshop.options.columns = [
      .field(.city), .field(.name), .field(.street), .field(.county), .field(.state), .field(.country),
      .field(.longitude),
    ]
    workshop.geocoder = FormulaGeocoder()
    let lines = try await workshop.result().split(separator: "\n")
    #expect(lines.last == "1,2,=1+1,@home,\"+ \"\"x\"\"\",\u{A0}=1,\u{FF1D}1,\u{C4}=1,-2")
    workshop.options.escapesFormulas = true
    let escaped = try await workshop.result().split(separator: "\n").last
    // Blanks before a sign and full-width signs do not hide a formula; a letter before the sign does.
    #expect(escaped == "1,2,'=1+1,'@home,\"'+ \"\"x\"\"\",'\u{A0}=1,'\u{FF1D}1,\u{C4}=1,-2")
  }

  @Test("the usual columns leave no point at sea without a word")
  func sea() async throws {
    struct Sea: ReverseGeocoding {
      func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
        var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .water, source: nil)
        placemark.ocean = "Atlantic Ocean"
        return [placemark]
      }
    }
    let workshop = try Workshop("lat,lon\n1,2\n")
    workshop.options.columns = EnrichmentOptions().columns
    workshop.geocoder = Sea()
    #expect(try await workshop.result().hasSuffix("\n1,2,,,,,,,,,Atlantic Ocean,water,0,ok\n"))
  }

  @Test("answers are a table of their own, with the words of the status column")
  func table() async throws {
    let table = PlacemarkTable(columns: [.field(.city), .field(.street), .field(.distanceMeters), .status])
    let placemark = try await GridGeocoder().placemarks(
      for: PlacemarkQuery(coordinate: try Coordinate(latitude: 12.25, longitude: -160)))[0]
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(text(table.header) == "city,street,distance_meters,status\n")
    #expect(text(table.row(placemark)) == "\"He said \"\"hi, there\"\"\nand left\",12 Street,25,ok\n")
    #expect(text(table.row(GeocodingError(.placemarkNotFound))) == ",,,not_found\n")
    #expect(text(table.row(GeocodingError(.serverFailure, "x"))) == ",,,error\n")
  }

  @Test("numbers are written without needless digits")
  func numbers() {
    for (units, decimals, text) in [
      (0, 1, "0"), (5, 1, "0.5"), (-5, 1, "-0.5"), (123, 1, "12.3"), (120, 1, "12"), (471_400_000, 7, "47.14"),
      (1, 7, "0.0000001"),
    ] {
      var bytes: [UInt8] = [0x3D]
      ColumnValue.decimal(units, decimals: decimals).appendPlain(to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "=" + text)
    }
  }

  @Test("the first rows, or always the same share of them")
  func samples() async throws {
    let text = "lat,lon\n" + (0..<1000).map { "\($0 % 80),\($0)\n" }.joined()
    #expect(try await enriched(text) { $0.sample = .first(3) }.split(separator: "\n").count == 4)
    #expect(try await enriched(text) { $0.sample = .first(0) } == "lat,lon,street,status\n")
    let tenth = try await enriched(text) { $0.sample = .share(0.1) }
    #expect((60...140).contains(tenth.split(separator: "\n").count))
    #expect(
      try await enriched(text) {
        $0.sample = .share(0.1); $0.tuning.chunkBytes = 100; $0.tuning.sampleBytes = 50
      } == tenth)
  }

  @Test("--strict stops at the first bad row, names it, and keeps the rows before it")
  func strict() async throws {
    let workshop = try Workshop("lat,lon\n1,2\n-70,5\nx,3\n4,5\n")
    workshop.options.isStrict = true
    let error = try await #require(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(error.code == .data)
    #expect(
      error.message.contains("row 3") && error.message.contains("bad_coordinate") && error.message.contains("x,3"))
  }

  @Test("a dry run writes nothing and counts usable rows")
  func dryRun() async throws {
    let workshop = try Workshop("lat,lon\n1,2\nx,3\n")
    workshop.options.isDryRun = true
    let summary = try await workshop.run()
    #expect(summary.tally[RowStatus.ok] == 1)
    #expect(summary.tally[.badCoordinate] == 1)
    #expect((try? workshop.outputBytes()) == nil)
  }

  @Test("nothing finer is asked for than the columns show")
  func detailOfColumns() async throws {
    for (columns, template, expected) in [
      ("country_code,status", nil, PlacemarkDetail.country), ("city,country", nil, .city), ("suburb", nil, .suburb),
      ("city", "{state} {street}", .address), ("city,match", nil, .address), ("ocean", "{county}", .county),
    ] as [(String, String?, PlacemarkDetail)] {
      var options = EnrichmentOptions()
      options.columns = try OutputColumn.list(columns)
      options.template = try template.map { try ColumnTemplate($0) }
      #expect(options.shownDetail == expected, "\(columns) \(template ?? "")")
      options.detail = .state
      #expect(options.shownDetail == min(expected, .state))
    }
    let geocoder = RecordingGeocoder()
    let workshop = try Workshop("lat,lon\n1,2\n3,4\n")
    workshop.geocoder = geocoder
    workshop.options.columns = [.field(.city), .field(.country), .status]
    try await workshop.run()
    #expect(geocoder.queries.withLock { $0.map(\.detail) } == [.city, .city])
  }

  @Test("lines of the address are asked for where a column shows one")
  func linesOfColumns() async throws {
    for (columns, template, expected) in [
      ("street,city,status", nil, false), ("city,title", nil, true), ("subtitle", nil, true), ("address", nil, true),
      ("street", "{street}: {title}", true), ("street", "{street}", false),
    ] as [(String, String?, Bool)] {
      let geocoder = RecordingGeocoder()
      let workshop = try Workshop("lat,lon\n1,2\n")
      workshop.geocoder = geocoder
      workshop.options.columns = try OutputColumn.list(columns)
      workshop.options.template = try template.map { try ColumnTemplate($0) }
      try await workshop.run()
      #expect(geocoder.queries.withLock { $0.map(\.needsLines) } == [expected], "\(columns) \(template ?? "")")
    }
  }

  @Test("a place that comes again in a later chunk is asked about once")
  func recentAnswers() async throws {
    let geocoder = RecordingGeocoder()
    let rows = (0..<400).map { "\($0 % 7 + 1),\($0 % 5)\n" }
    let workshop = try Workshop("lat,lon\n" + rows.joined())
    workshop.geocoder = geocoder
    workshop.options.jobs = 1
    workshop.options.tuning.chunkBytes = 400
    let result = try await workshop.result()
    #expect(result == "lat,lon,street,status\n" + rows.map { "\($0.dropLast()),\($0.first!) Street,ok\n" }.joined())
    #expect(geocoder.queries.withLock { Set($0.map(\.coordinate)).count } == 35)
    // Two chunks may be in progress at once, so a place may be looked up in both.
    #expect(geocoder.queries.withLock { $0.count } <= 3 * 35)
  }

  private final class RecordingGeocoder: ReverseGeocoding {
    let queries = Mutex<[PlacemarkQuery]>([])

    func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
      queries.withLock { $0.append(query) }
      return try await GridGeocoder().placemarks(for: query)
    }
  }

  @Test("--swap reads the numbers the other way round")
  func swap() async throws {
    #expect(
      try await enriched("lat,lon\n120,45\n") { $0.swapsCoordinates = true }
        == "lat,lon,street,status\n120,45,45 Street,ok\n")
  }

  @Test("swapped files are noticed by their range, and by their answers where the range allows both")
  func swapIsNoticed() async throws {
    let outOfRange = try Workshop("lat,lon\n120,45\n121,46\n1,2\n")
    #expect(try await outOfRange.run().looksSwapped)
    #expect(outOfRange.notes.lines.contains { $0.contains("--swap") })
    // Nothing is known south of 60 degrees south.
    let unknown = try Workshop("lat,lon\n-70,45\n-71,46\n1,2\n")
    #expect(try await unknown.run().looksSwapped)
    let proper = try Workshop("lat,lon\n1,45\n2,46\n-70,-65\n")
    #expect(try await !proper.run().looksSwapped)
    // Elsewhere only a state is known, from the coarse world layer.
    let coarse = try Workshop("lat,lon\n7,45\n8,46\n9,45\n")
    coarse.geocoder = TownGeocoder()
    #expect(try await coarse.run().looksSwapped)
    let town = try Workshop("lat,lon\n45,7\n46,8\n9,45\n")
    town.geocoder = TownGeocoder()
    #expect(try await !town.run().looksSwapped)
  }

  @Test("an output in which every row fits only the other way round is not given its name")
  func allSwapped() async throws {
    let swapped = try Workshop("lat,lon\n120,45\n121,46\n")
    let summary = try await swapped.run()
    #expect(summary.isAllSwapped && !summary.wasStopped)
    #expect(access(swapped.output, F_OK) != 0)
    let kept = String(decoding: try FileContents.bytes(of: swapped.output + ".partial"), as: UTF8.self)
    #expect(kept == "lat,lon,street,status\n120,45,,out_of_range\n121,46,,out_of_range\n")
    let most = try Workshop("lat,lon\n120,45\n121,46\n45,1\n")
    let other = try await most.run()
    #expect(other.looksSwapped && !other.isAllSwapped && access(most.output, F_OK) == 0)
    #expect(try await !Workshop("lat,lon\n").run().isAllSwapped)
  }

  @Test("what a receiver says without a fix is no place")
  func noFix() async throws {
    let lines = [
      #"{"class":"SKY","satellites":[]}"#, #"{"class":"TPV","mode":1,"lat":0.0,"lon":0.0}"#,
      #"{"class":"TPV","mode":3,"lat":45,"lon":1}"#, #"{"class":"TPV","mode":0,"lat":45,"lon":1}"#,
    ]
    let workshop = try Workshop(lines.map { $0 + "\n" }.joined(), name: "in.ndjson")
    let tally = try await workshop.run().tally
    #expect(tally[RowStatus.ok] == 1 && tally[RowStatus.missingCoordinate] == 3)
    // In other files, a mode can mean anything.
    let other = try Workshop(#"{"mode":1,"lat":45,"lon":1}"# + "\n", name: "in.ndjson")
    #expect(try await other.run().tally[RowStatus.ok] == 1)
  }

  @Test(
    "rows outside of what the store covers are counted, and those that are inside it the other way round are noticed")
  func coverage() async throws {
    func run(_ rows: String, _ columns: [OutputColumn] = [.field(.street)]) async throws -> EnrichmentSummary {
      let workshop = try Workshop("lat,lon\n" + rows)
      workshop.options.columns = columns
      workshop.geocoder = TownGeocoder()
      var enrichment = try workshop.enrichment()
      let coverage = StoreCoverage(extracts: ["x"], bounds: CoordinateRegion(south: 44, west: 5, north: 47, east: 9))
      enrichment.openSource = { Enrichment.Source(geocoder: TownGeocoder(), identity: "test", coverage: coverage) }
      return try await enrichment.run()
    }
    let half = try await run("45,7\n46,8\n9,60\n8,70\n")
    #expect(half.uncoveredShare == 0.5 && half.tally[.uncovered] == 2 && half.tally[.inBounds] == 2)
    #expect(!half.looksSwapped && half.coverage.extracts == ["x"])
    let swapped = try await run("7,45\n8,46\n6,45.5\n45,7\n")
    #expect(swapped.tally[.swappedIntoBounds] == 3 && swapped.tally[.inBounds] == 1)
    #expect(swapped.looksSwapped)
    #expect(try await run("7,45\n8,46\n6,45.5\n50,50\n").looksSwapped)
    let elsewhere = try await run("7,45\n8,46\n6,45.5\n")
    #expect(elsewhere.looksSwapped && !elsewhere.isAllSwapped, "they may lie there")
    // Only a country is requested, which the coarse layer knows everywhere, so samples decide about the coverage.
    #expect(try await run("45,7\n46,8\n9,60\n8,70\n", [.field(.country)]).uncoveredShare == 0.5)
  }

  @Test("rows that are longer than the limit are refused, unless an unclosed quote explains them")
  func longestRow() async throws {
    let long = try Workshop("lat,lon,a\n1,2," + String(repeating: "x", count: 5000) + "\n")
    long.options.tuning.longestRecordBytes = 1000
    long.options.tuning.chunkBytes = 100
    long.options.tuning.sampleBytes = 100
    await #expect(throws: EnrichmentError.self) { try await long.run() }
    let quote = try Workshop("lat,lon,a\n1,2,\"x\n" + String(repeating: "3,4,y\n", count: 2000))
    quote.options.tuning.longestRecordBytes = 1000
    quote.options.tuning.chunkBytes = 100
    quote.options.tuning.sampleBytes = 100
    #expect(try await quote.run().tally[.rows] == 2001)
    long.options.tuning.longestRecordBytes = 10_000
    #expect(try await long.run(mode: .overwrite).tally[.rows] == 1)
  }

  @Test("ten thousand columns are columns")
  func manyColumns() async throws {
    let names = (0..<10_000).map { "c\($0)" }.joined(separator: ",")
    let cells = String(repeating: "x,", count: 10_000)
    let result = try await enriched("\(names),lat,lon\n\(cells)1,2\n") { $0.columns = [.field(.street)] }
    #expect(result == "\(names),lat,lon,street\n\(cells)1,2,1 Street\n")
  }
}

/// Returns names that look like formulas.
private struct FormulaGeocoder: ReverseGeocoding {
  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    var placemark = Placemark(
      coordinate: Coordinate(FixedPoint(x: -20_000_000, y: 10_000_000)), distanceMeters: 0, match: .street, source: nil)
    placemark.locality = "=1+1"
    placemark.name = "@home"
    placemark.thoroughfare = "+ \"x\""
    placemark.subAdministrativeArea = "\u{A0}=1"
    placemark.administrativeArea = "\u{FF1D}1"
    placemark.country = "\u{C4}=1"
    return [placemark]
  }
}

/// Knows a town north of 40 degrees, and elsewhere only the state.
private struct TownGeocoder: ReverseGeocoding {
  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    let isTown = query.coordinate.latitude > 40 && query.detail > .country
    return [
      Placemark(
        coordinate: query.coordinate, distanceMeters: 0, match: .area,
        source: isTown ? SourceReference(type: .relation, id: 1) : nil)
    ]
  }
}
