import GeoModel
import GeoSupport
import Testing

@testable import GeoCSV

@Suite("NDJSON, GeoJSON and GPX get their answers in place")
struct FormatTests {
  private func enriched(
    _ text: String, _ name: String, _ change: (inout EnrichmentOptions) -> Void = { _ in }
  ) async throws -> String {
    let workshop = try Workshop(text, name: name)
    change(&workshop.options)
    return try await workshop.result()
  }

  @Test("members are added before the closing brace of each line")
  func lines() async throws {
    #expect(
      try await enriched("{\"lat\":1.5,\"lon\":2}\n\n{\"lon\":\"3\", \"lat\": \"4\" }\r\n", "x.ndjson")
        == "{\"lat\":1.5,\"lon\":2,\"street\":\"1 Street\",\"status\":\"ok\"}\n\n"
        + "{\"lon\":\"3\", \"lat\": \"4\" ,\"street\":\"4 Street\",\"status\":\"ok\"}\r\n")
  }

  @Test("longitude -180 is asked and answered as it is, by a table, a point, and an area that ends there")
  func antimeridian() async throws {
    func longitudes(_ text: String, _ name: String) async throws -> String {
      try await enriched(text, name) { $0.columns = [.field(.longitude)] }
    }
    #expect(
      try await longitudes("lat,lon\n0,-180\n0,180\n", "x.csv") == "lat,lon,match_longitude\n0,-180,-180\n0,180,180\n")
    for (geometry, longitude) in [
      (#"{"type":"Point","coordinates":[-180,1]}"#, -180),
      (#"{"type":"Polygon","coordinates":[[[-180,10],[-176,10],[-176,14],[-180,14],[-180,10]]]}"#, -178),
    ] {
      let result = try await longitudes(#"{"type":"Feature","geometry":\#(geometry),"properties":{}}"#, "x.geojson")
      #expect(result.contains(#""match_longitude":\#(longitude)}"#), "\(result)")
    }
  }

  @Test("keys of inner objects, braces in strings and missing values are understood")
  func nested() async throws {
    #expect(
      try await enriched("{\"a\":\"}{\\\"\",\"position\":{\"lat\":1,\"lng\":2}}\n{\"position\":null}\n{}\n", "x.jsonl")
        == "{\"a\":\"}{\\\"\",\"position\":{\"lat\":1,\"lng\":2},\"street\":\"1 Street\",\"status\":\"ok\"}\n"
        + "{\"position\":null,\"status\":\"missing_coordinate\"}\n{\"status\":\"missing_coordinate\"}\n")
  }

  @Test("compass letters and minutes in members of their own count as they do in a table")
  func angles() async throws {
    let photos = [
      #""GPSLatitude":33.5,"GPSLatitudeRef":"S","GPSLongitude":70,"GPSLongitudeRef":"W""#,
      #""GPSLatitudeRef":"\u0053outh","GPSLatitude":34.5,"GPSLongitude":70,"GPSLongitudeRef":null"#,
      #""GPSLatitude":35,"GPSLongitude":70"#,
    ]
    let result = try await enriched("[" + photos.map { "{\($0)}" }.joined(separator: ",") + "]", "x.json")
    for (photo, number) in zip(photos, [-33, -34, 35]) {
      #expect(result.contains("{\(photo),\"street\":\"\(number) Street\",\"status\":\"ok\"}"))
    }
    let minutes = try await enriched(#"{"at":{"lat_deg":1,"lat_min":0,"lon_deg":2,"lon_min":30}}"#, "x.ndjson") {
      $0.columns = [.field(.houseNumber)]
    }
    #expect(minutes.hasSuffix(#""house_number":"25"}"#))
    let watch = try await enriched(#"{"position_lat":450602850,"position_long":-1460406000}"#, "x.ndjson")
    #expect(watch.contains(#""street":"37 Street","status":"ok"}"#))
  }

  @Test(
    "a member with both numbers is found behind other keys, and what leads elsewhere is no place",
    arguments: [
      #"{"visit":{"placeLocation":"1°, 2°"}}"#, #"{"position":{"LatLng":"1°, 2°","accuracy":13}}"#,
      #"{"position":{"near":"x"},"at":{"coordinates":[2,1]}}"#, #"{"geo":"geo:1,2","shop":{"point":"3,4"}}"#,
    ])
  func innerPlaces(line: String) async throws {
    #expect(try await enriched(line + "\n", "x.ndjson").contains(#""street":"1 Street","status":"ok"}"#))
  }

  @Test("a history of telephones names the way to its places, and arrays without objects what makes a table of them")
  func advice() async throws {
    func message(_ text: String, _ name: String) async -> String {
      await #expect(throws: EnrichmentError.self) { try await enriched(text, name) }?.message ?? ""
    }
    let visits = #"{"start":"x","visit":{"topCandidate":{"placeLocation":{"latLng":"1°, 2°"}}}}"#
    #expect(
      await message(visits + "\n", "x.ndjson").contains("--coordinate \"visit.topCandidate.placeLocation.latLng\""))
    let address = #"[{"address":{"geo":{"lat":1,"lng":2}}}]"#
    #expect(await message(address, "x.json").contains("--latitude \"address.geo.lat\""))
    #expect(await message(#"{"a":[{"b":1}],"c":{}}"#, "x.json").contains("The columns are: a. Where the records are"))
    #expect(await message("[[1,2],[3,4]]", "x.json").contains("jq -r '.[] | @csv'"))
    #expect(await message(#"["1,2"]"#, "x.json").contains("geocode -"))
    #expect(try await enriched("[ ]", "x.json") == "[ ]")
  }

  @Test(
    "keys and values with escapes are read, as programs write them that write ASCII alone",
    arguments: [
      #"{"\u7def\u5ea6":1,"\u7d4c\u5ea6":2}"#, #"{"l\u0061t":1,"lon":2}"#, #"{"l\u00e4ngengrad":2,"breitengrad":1}"#,
      #"{"lat":"1\u00b000'00\"N","lon":"2\u00b0E"}"#, #"{"lat":"1\u00b0 0' 0\"","lon":2}"#,
      #"{"coordinate":"1\u00b000'00\"N 2\u00b000'00\"E"}"#, #"{"coordinate":"geo:1,2;crs=wgs84\u000a"}"#,
      #"{"coordinate":"https:\/\/www.openstreetmap.org\/?mlat=1&mlon=2"}"#, #"{"coordinate":"[1,\u00202]"}"#,
    ])
  func escapes(line: String) async throws {
    for (text, name) in [(line + "\n", "in.ndjson"), ("[\(line)]", "in.json")] {
      let result = try await enriched(text, name) { $0.columns = [.field(.street), .status] }
      #expect(result.contains(#""street":"1 Street","status":"ok"}"#), "\(result)")
    }
  }

  @Test("escapes that are none, and a value of them alone, are bad coordinates")
  func brokenEscapes() async throws {
    for value in [#""\u00""#, #""\ud800""#, #""\x1""#, #""\"""#, #""\"\\""#] {
      let result = try await enriched("{\"lat\":\(value),\"lon\":2}\n", "in.ndjson") { $0.columns = [.status] }
      #expect(result.contains("\"status\":\"bad_coordinate\"") || result.contains("missing_coordinate"), "\(result)")
    }
  }

  @Test("a coordinate that is nested deeper than it is looked for is not called missing")
  func nestedTooDeep() async throws {
    func statuses(_ first: String, _ others: [String]) async throws -> [Substring] {
      let result = try await enriched(([first] + others).joined(separator: "\n") + "\n", "x.ndjson")
      return result.split(separator: "\n").dropFirst().map { $0.split(separator: "\"").dropLast().last ?? "" }
    }
    #expect(
      try await statuses(
        "{\"lat\":1,\"lon\":2}",
        [
          "{\"a\":{\"b\":{\"lat\":1,\"lon\":2}}}", "{\"a\":[{\"lon\":2,\"lat\":1}]}",
          "{\"lat\":null,\"a\":{\"lat\":1}}",
          "{\"a\":{\"name\":\"lat\"}}",
          "{\"a\":" + String(repeating: "[", count: 500) + "7"
            + String(repeating: "]", count: 500) + "}",
        ]) == ["nested_too_deep", "nested_too_deep", "missing_coordinate", "missing_coordinate", "missing_coordinate"])
    #expect(
      try await statuses(
        "{\"location\":[2,1]}",
        [
          "{\"location\":{\"position\":{\"lat\":1}}}", "{\"location\":[[2,1]]}",
          "{\"location\":{\"coordinates\":[[[2,1]]]}}",
          "{\"location\":{\"coordinates\":[]}}", "{\"a\":{\"location\":[2,1]}}", "{\"location\":null}",
        ]) == [
          "nested_too_deep", "nested_too_deep", "nested_too_deep", "missing_coordinate", "nested_too_deep",
          "missing_coordinate",
        ])
    // Named by the user, it is found.
    let deep = "{\"a\":{\"b\":{\"lat\":1,\"lon\":2}}}\n"
    #expect(
      try await enriched(deep, "x.ndjson") {
        $0.latitudeColumn = ColumnReference("a.b.lat")
        $0.longitudeColumn = ColumnReference("a.b.lon")
      }.contains("1 Street"))
  }

  @Test("objects that are kept by thousands of ids are told as more than one choice, soon")
  func keptByID() async throws {
    let members = (0..<5_000).map { "\"-M\($0)\":{\"lat\":1,\"lon\":2}" }
    let before = clock()
    let error = try await #require(throws: EnrichmentError.self) {
      try await enriched("{\(members.joined(separator: ","))}", "x.ndjson")
    }
    // Not each key is compared with all others.
    #expect(clock() - before < 20 * CLOCKS_PER_SEC)
    #expect(error.message.contains("--latitude \"-M0.lat\""), "\(error.message)")
  }

  @Test("a hundred thousand members that are objects, or named like coordinates, are looked through soon")
  func manyObjects() async throws {
    func text(_ value: String) -> String { (0..<100_000).map { "\"c\($0)\":\(value)," }.joined() }
    let before = clock()
    #expect(try await enriched("{\(text("{}"))\"lat\":1,\"lon\":2}\n", "x.ndjson").contains("1 Street"))
    let error = try await #require(throws: EnrichmentError.self) {
      try await enriched("{\(text("{\"coords\":\"1,2\"}"))\"a\":1}\n", "x.ndjson")
    }
    #expect(error.message.contains("c0.coords, c1.coords"), "\(error.message)")
    // Each compared with all others would be ten billion.
    #expect(clock() - before < 200 * CLOCKS_PER_SEC)
  }

  @Test("names of any length, before many others or full of dots, do not take the square of that in memory")
  func longNames() async throws {
    let members = (0..<20_000).map { "\"c\($0)\":1" }.joined(separator: ",")
    let name = String(repeating: "n", count: 1 << 20)
    // 20 GB, if all were kept.
    #expect(try await enriched("{\"lat\":1,\"lon\":2,\"\(name)\":{\(members)}}\n", "x.ndjson").contains("1 Street"))
    let dots = String(repeating: ".", count: 4_000)
    let ways = (0..<500).map { "\"\(dots)\($0)\":1" }.joined(separator: ",")
    // 4 GB.
    let error = try await #require(throws: EnrichmentError.self) { try await enriched("{\(ways)}\n", "x.ndjson") }
    #expect(error.message.hasPrefix("no column is called latitude"), "\(error.message.prefix(200))")
  }

  @Test("the first object may be longer than the sample")
  func longFirstObject() async throws {
    let filler = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let objects = ["{\"filler\":\(filler),\"lat\":1,\"lon\":2}", "{\"lat\":3,\"lon\":4}"]
    for (text, name) in [
      (objects.joined(separator: "\n"), "x.ndjson"), ("[\(objects.joined(separator: ","))]", "x.json"),
    ] {
      let result = try await enriched(text, name) { $0.tuning.sampleBytes = 64 }
      #expect(result.contains("1 Street") && result.contains("3 Street"), "\(name)")
    }
  }

  @Test("a line that is not an object passes through and is counted")
  func badLine() async throws {
    let workshop = try Workshop("{\"lat\":1,\"lon\":2}\nnonsense\n{\"lat\":1,\n", name: "x.ndjson")
    let summary = try await workshop.run()
    #expect(
      String(decoding: try workshop.outputBytes(), as: UTF8.self)
        == "{\"lat\":1,\"lon\":2,\"street\":\"1 Street\",\"status\":\"ok\"}\nnonsense\n{\"lat\":1,\n")
    #expect(summary.tally[RowStatus.badRecord] == 2)
  }

  @Test("features get properties, also where they had null, none or empty ones; longitude comes first")
  func features() async throws {
    let point = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[7,12.5]}"
    let answer = "\"street\":\"12 Street\",\"status\":\"ok\""
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature",\(point),"properties":{"a":{"b":"]}"}}},
      {"type":"Feature",\(point),"properties":{}},
      {"type":"Feature","properties":null,\(point)},
      {"type":"Feature",\(point)},
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{}},
      {"type":"Feature","geometry":null,"properties":{}},
      {}
      ],"more":[{"x":1}]}

      """
    #expect(
      try await enriched(text, "x.geojson") == """
        {"type":"FeatureCollection","features":[
        {"type":"Feature",\(point),"properties":{"a":{"b":"]}"},\(answer)}},
        {"type":"Feature",\(point),"properties":{\(answer)}},
        {"type":"Feature","properties":{\(answer)},\(point)},
        {"type":"Feature",\(point),"properties":{\(answer)}},
        {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{"street":"3 Street","status":"ok"}},
        {"type":"Feature","geometry":null,"properties":{"status":"missing_coordinate"}},
        {"properties":{"status":"missing_coordinate"}}
        ],"more":[{"x":1}]}

        """)
  }

  @Test("a single feature, features one a line and an empty collection are files too")
  func otherCollections() async throws {
    let feature = "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[7,12]},\"properties\":{}}"
    let done =
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[7,12]},\"properties\":{\"street\":\"12 Street\",\"status\":\"ok\"}}"
    #expect(try await enriched(feature, "x.geojson") == done)
    #expect(try await enriched("\(feature)\n\(feature)\n", "x.geojson") == "\(done)\n\(done)\n")
    #expect(try await enriched("\u{1E}\(feature)\n\u{1E}\(feature)\n", "x") == "\u{1E}\(done)\n\u{1E}\(done)\n")
    let empty = "{\"type\":\"FeatureCollection\",\"features\":[]}"
    #expect(try await enriched(empty, "x.geojson") == empty)
  }

  @Test("an array of objects and a single object over several lines are files too")
  func arrays() async throws {
    let answer = ",\"street\":\"1 Street\",\"status\":\"ok\""
    #expect(
      try await enriched("[{\"lat\":1,\"lon\":2},\n {\"lon\":2,\"lat\":1}\n]\n", "x.json")
        == "[{\"lat\":1,\"lon\":2\(answer)},\n {\"lon\":2,\"lat\":1\(answer)}\n]\n")
    #expect(try await enriched("{\n\"lat\":1,\n\"lon\":2}", "x") == "{\n\"lat\":1,\n\"lon\":2\(answer)}")
    #expect(try await enriched("[{}, 7, {\"lat\":1,\"lon\":2}]", "x").hasSuffix("\(answer)}]"))
  }

  @Test("a string with escapes may be cut anywhere between two chunks")
  func escapesBetweenChunks() async throws {
    let object = #"{"lat":1,"lon":2,"name":"a\\\"}{\\"}"#
    let enrichedObject = object.dropLast() + #","street":"1 Street","status":"ok"}"#
    for cut in (object.count + 1)...(object.count * 2 + 4) {
      let result = try await enriched("[\(object), \(object)]", "in.json") {
        $0.tuning.sampleBytes = cut
        $0.tuning.chunkBytes = 1
      }
      #expect(result == "[\(enrichedObject), \(enrichedObject)]", "cut at \(cut)")
    }
  }

  @Test("in JSON an array and a geometry have the longitude first, text has the latitude first")
  func arrayOrder() async throws {
    for value in [
      "[7, 12.5]", "\"12.5, 7\"", "\"[12.5, 7]\"", "\"POINT(7 12.5)\"", "{\"type\":\"Point\",\"coordinates\":[7,12.5]}",
      "{\"coordinates\":[7,12.5,300]}",
    ] {
      let line = "{\"location\":\(value)}\n"
      #expect(try await enriched(line, "x.ndjson").contains("12 Street"), "\(value)")
    }
    let geometry = "{\"type\":\"Point\",\"coordinates\":[7,12.5]}"
    #expect(try await enriched(geometry, "x.geojson").contains("12 Street"))
    #expect(
      try await enriched("{\"location\":{\"type\":\"Curve\",\"coordinates\":[[1,2],[3,4]]}}\n", "x.ndjson")
        .contains("not_a_point"))
  }

  @Test("points of a track with a prefix before all names get extensions with it")
  func prefixedTrack() async throws {
    let address = "<geocode:address xmlns:geocode=\"urn:geocode:address\"><geocode:street>1 Street</geocode:street>"
    #expect(
      try await enriched("<g:gpx xmlns:g=\"u\"><g:wpt lat=\"1\" lon=\"2\"/><wpt lat=\"1\" lon=\"2\"/></g:gpx>", "x.gpx")
        == "<g:gpx xmlns:g=\"u\"><g:wpt lat=\"1\" lon=\"2\"><g:extensions>\(address)<geocode:status>ok</geocode:status></geocode:address>"
        + "</g:extensions></g:wpt><wpt lat=\"1\" lon=\"2\"/></g:gpx>")
  }

  @Test("points of a track get extensions; comments and self-closing points are understood")
  func gpx() async throws {
    let address =
      "<geocode:address xmlns:geocode=\"urn:geocode:address\"><geocode:street>1 Street</geocode:street>"
      + "<geocode:status>ok</geocode:status></geocode:address>"
    let text = """
      <?xml version="1.0"?><gpx><wpt lat='1' lon='2'/><!-- <trkpt lat="9" lon="9"/> --><trk><name>a &gt; b</name><trkseg>
      <trkpt lat="1" lon="2"><ele>3</ele></trkpt>
      <trkpt lon="2" lat="1"><extensions><hr>70</hr></extensions></trkpt>
      <trkpt lat="1" lon="2"><extensions/></trkpt></trkseg></trk></gpx>
      """
    #expect(
      try await enriched(text, "x.gpx") == """
        <?xml version="1.0"?><gpx><wpt lat='1' lon='2'><extensions>\(address)</extensions></wpt><!-- <trkpt lat="9" lon="9"/> --><trk><name>a &gt; b</name><trkseg>
        <trkpt lat="1" lon="2"><ele>3</ele><extensions>\(address)</extensions></trkpt>
        <trkpt lon="2" lat="1"><extensions><hr>70</hr>\(address)</extensions></trkpt>
        <trkpt lat="1" lon="2"><extensions>\(address)</extensions></trkpt></trkseg></trk></gpx>
        """)
  }

  @Test("the kind of file is found by its content where the name does not tell")
  func detection() throws {
    func format(_ text: String, _ name: String = "data") throws -> EnrichmentOptions.Format {
      try FormatDetection.format(of: Array(text.utf8), name: name)
    }
    #expect(try format("a,b\n1,2\n") == .csv)
    #expect(try format("{\"a\":1}\n{\"a\":2}\n") == .ndjson)
    #expect(try format("[ {\"a\":1},\n") == .json)
    #expect(try format("[]\n") == .json)
    #expect(try format("{\n \"a\": 1\n}") == .json)
    #expect(try format("[a],b\n1,2\n") == .csv)
    #expect(try format("{\n \"type\": \"FeatureCollection\",\n \"features\": [") == .geojson)
    #expect(try format("<?xml version=\"1.0\"?><gpx>") == .gpx)
    #expect(try format("<g:gpx\n xmlns:g=\"u\">") == .gpx)
    #expect(try format("<k:kml xmlns:k=\"u\" xmlns:gpx=\"v\">") == .kml)
    #expect(throws: EnrichmentError.self) { try format("PK\u{03}\u{04}...") }
    #expect(try format("<?xml version=\"1.0\"?><kml>") == .kml)
    #expect(try format("a,b", "x.kml.gz") == .kml)
    let wide = Array("lat,lon\n1,2\n".utf16)
    for isBig in [false, true] {
      let bytes = wide.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
      let error = #expect(throws: EnrichmentError.self) { try FormatDetection.format(of: bytes, name: "x.csv") }
      #expect(error?.message.contains(isBig ? "-f UTF-16BE" : "-f UTF-16LE") == true)
    }
    let zeros = [UInt8](repeating: 0, count: 4096)
    let error = #expect(throws: EnrichmentError.self) { try FormatDetection.format(of: zeros, name: "x.csv") }
    #expect(error?.message == "x.csv begins with zeros and no text: fetch or export it again")
    for (isBig, mark) in [(false, []), (true, []), (false, [0xFEFF]), (true, [0xFEFF])] as [(Bool, [UInt32])] {
      let bytes = (mark + "lat,lon\n1,2\n".unicodeScalars.map(\.value)).flatMap {
        withUnsafeBytes(of: isBig ? $0.bigEndian : $0.littleEndian, Array.init)
      }
      let error = #expect(throws: EnrichmentError.self) { try FormatDetection.format(of: bytes, name: "x.csv") }
      #expect(error?.message.contains(isBig ? "-f UTF-32BE" : "-f UTF-32LE") == true)
      #expect(!PlainText.isNeeded(for: bytes))
    }
  }
}
