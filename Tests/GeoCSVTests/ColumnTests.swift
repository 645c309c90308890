import GeoModel
import GeoSupport
import Testing

@testable import GeoCSV

@Suite("Coordinate columns are found by name, or asked for")
struct ColumnTests {
  private func find(
    _ names: [String], _ change: (inout EnrichmentOptions) -> Void = { _ in }
  ) throws(EnrichmentError) -> CoordinateColumns {
    var options = EnrichmentOptions()
    change(&options)
    return try ColumnFinder(names: names, fieldCount: names.count, note: { _ in }).find(options)
  }

  @Test(
    "usual names in any case",
    arguments: [
      ["lat", "lon"], ["Latitude", "Longitude"], ["LAT", "LNG"], ["geo_lat", "geo_long"],
      ["GPS Latitude", "GPS Longitude"],
      ["Y", "X"], ["Breitengrad", "Längengrad"], ["decimalLatitude", "decimalLongitude"], ["start_lat", "start_lng"],
      ["pickup latitude", "pickup longitude"], ["latitude", "lon"], ["Latitude", "Longtitude"],
      ["lat_wgs84", "lng_wgs84"],
      ["Szerokość geograficzna", "Długość geograficzna"], ["szerokosc", "dlugosc"], ["Breddegrad", "Længdegrad"],
      ["Zeme\u{30C}pisná šířka", "Zeměpisná délka"], ["Географічна широта", "Географічна довгота"],
      ["Γεωγραφικό πλάτος", "Γεωγραφικό μήκος"], ["위도", "경도"], ["خط العرض", "خط الطول"], ["קו רוחב", "קו אורך"],
      ["Vĩ độ", "Kinh độ"], ["अक्षांश", "देशांतर"],
      ["EXIF:GPSLatitude", "EXIF:GPSLongitude"], ["exif:GPSLatitude", "exif:GPSLongitude"],
      ["Latitude (N/S)", "Longitude (E/W)"], ["Y_LATITUDE", "X_LONGITUDE"], ["GPS Lat (North)", "GPS Lon (East)"],
    ])
  func usualNames(pair: [String]) throws {
    #expect(try find(["id", pair[1], "a", pair[0]]) == .pair(latitude: 3, longitude: 1))
  }

  @Test("a first row without a single name is said to be one")
  func emptyNames() {
    #expect(ColumnNames.listing([""]) == "The file has no names of columns: use numbers from 1")
    #expect(ColumnNames.listing(["", "id"]) == "The columns are: , id")
  }

  @Test("the surer pair wins, and the user is told")
  func surerPair() throws {
    var notes: [String] = []
    let finder = ColumnFinder(names: ["x", "y", "latitude", "longitude"], fieldCount: 4, note: { notes.append($0) })
    #expect(try finder.find(EnrichmentOptions()) == .pair(latitude: 2, longitude: 3))
    #expect(notes.count == 1 && notes[0].contains("--latitude \"y\""))
  }

  @Test("two equal pairs are for the user to choose between")
  func ambiguous() throws {
    let names = ["pickup_latitude", "pickup_longitude", "dropoff_latitude", "dropoff_longitude"]
    let error = try #require(throws: EnrichmentError.self) { try find(names) }
    #expect(error.code == .usage && error.message.contains("--latitude \"dropoff_latitude\""))
    #expect(throws: EnrichmentError.self) { try find(["lat", "lon", "lat", "lon"]) }
    #expect(
      try find(names) {
        $0.latitudeColumn = .init("3"); $0.longitudeColumn = .init("DROPOFF_LONGITUDE")
      } == .pair(latitude: 2, longitude: 3))
  }

  @Test("of a header that names coordinates thousands of times the first pairs are told, soon")
  func manyPairs() throws {
    let names = (0..<10_000).flatMap { _ in ["lat", "lon", "start_lat", "start_lon", "latitude"] }
    let before = clock()
    let error = try #require(throws: EnrichmentError.self) { try find(names) }
    // All pairs would be 300 million, and 7 GB.
    #expect(clock() - before < 100 * CLOCKS_PER_SEC)
    #expect(error.message.contains("say which:\n  --latitude 1 --longitude 2\n  --latitude 1 --longitude 7\n"))
    #expect(error.message.split(separator: "--latitude").count == 9)
  }

  @Test("a first row with more fields than any table has is refused instead of named; one with very many is not")
  func width() async throws {
    func error(_ fields: Int) async throws -> String? {
      let workshop = try Workshop("lat,lon" + String(repeating: ",", count: fields - 2) + "\n1,2\n")
      do { _ = try await workshop.run() } catch let error as EnrichmentError { return error.message }
      return nil
    }
    #expect(try await error(20_000) == nil)
    let refused = try await error(1_000_001)
    #expect(refused?.hasPrefix("the first row has more than a million fields at each comma, as no table has") == true)
  }

  @Test("a name's direction is no other point, and start and end are not mixed")
  func directions() throws {
    let letters = ["start_lat", "start_lat (N/S)", "start_lon", "start_lon (E/W)"]
    #expect(try find(letters) == .pair(latitude: 0, longitude: 2))
    #expect(try find(["lat_d", "lat_m", "lat_s", "lon_d", "lon_m", "lon_s"]) == .pair(latitude: 0, longitude: 3))
    // Without a sign, south would be taken for north, and `s` and `e` may mean start and end.
    for names in [["Latitude S", "Longitude W"], ["lat_s", "lat_e", "lon_e"]] {
      let error = #expect(throws: EnrichmentError.self) { try find(names) }
      #expect(error?.message.contains("no column") == true)
    }
  }

  @Test("a combined column is found where there is no pair")
  func combined() throws {
    #expect(try find(["id", "Coordinates"]) == .combined(1, codes: .refused))
    #expect(try find(["id", "Location 1"]) == .combined(1, codes: .refused))
    #expect(try find(["id", "Geohash"]) == .combined(1, codes: .geohashes))
    #expect(try find(["id", "MGRS"]) == .combined(1, codes: .accepted))
    for (name, codes) in [("geohash_5", CombinedText.Codes.geohashes), ("place", .accepted)] {
      let found = try find(["id", name]) { $0.coordinateColumn = .init("2") }
      #expect(found == .combined(1, codes: codes), "\(name)")
    }
    #expect(try find(["geometry", "lat", "lon"]) == .pair(latitude: 1, longitude: 2))
  }

  @Test("wrong references name what there is")
  func wrongReferences() throws {
    for (latitude, longitude) in [("nope", "lon"), ("7", "lon"), ("lat", "lat"), ("0", "1")] {
      #expect(throws: EnrichmentError.self) {
        try find(["lat", "lon"]) {
          $0.latitudeColumn = .init(latitude); $0.longitudeColumn = .init(longitude)
        }
      }
    }
    #expect(throws: EnrichmentError.self) { try find(["lat", "lon"]) { $0.latitudeColumn = .init("lat") } }
  }

  @Test("cells hold degrees in many ways of writing")
  func cells() {
    func parse(_ text: String) -> DegreeText.Value { Array(text.utf8).withUnsafeBytes(DegreeText.parse) }
    for text in [
      "37.77", " 37.77 ", "\"37.77\"", "+37.77", "'37.77", "37,77", "37.77°", "3.777e1", "037.770",
      "=\"37.77\"", "\"=\"\"37.77\"\"\"", "37.77度", "３７．７７", "٣٧٫٧٧",
    ] {
      #expect(parse(text) == .degrees(37.77), "\(text)")
    }
    for text in ["37.77 N", "N37.77", "37,77n", "37.77 DEG N"] {
      #expect(parse(text) == .named(WrittenAngle(degrees: 37.77, axis: .latitude)), "\(text)")
    }
    #expect(parse("37.77S") == .named(WrittenAngle(degrees: -37.77, axis: .latitude)))
    #expect(parse("\u{2212}37.77") == .degrees(-37.77))
    #expect(parse("37° 30' 36\" W") == .named(WrittenAngle(degrees: -37.51, axis: .longitude)))
    for text in ["37 deg 30' 36.00\" W", "37deg30'36\"W"] { #expect(parse(text) == parse("37° 30' 36\" W"), "\(text)") }
    #expect(parse("-0 30") == .degrees(-0.5))
    for text in ["[37, 30, 36]", "(37.0, 30.0, 36.0)", "37/1 30/1 3600/100", "37/1, 3060/100, 0/1", "[37, 30, 180/5]"] {
      #expect(parse(text) == .degrees(37.51), "\(text)")
    }
    for text in ["37,30.6W", "37,30,36W", "37-30-36W", "37° 30' 36\" Ouest", "37°30′36″ з. д.", "西経37度30分36秒"] {
      #expect(parse(text) == parse("37° 30' 36\" W"), "\(text)")
    }
    #expect(parse("-122.4194155000000012345") == .degrees(-122.4194155000000012345))
    for text in ["", " ", "\"\"", "NULL", "n/a", "-", "NaN", "null"] { #expect(parse(text) == .missing, "\(text)") }
    for text in [
      "abc", "1.2.3", "1,2,3", "--5", "0x10", "12a", "inf", ".", "+", "1 2 3 4", "-37 S", "37.5 30", "37 30.5 12",
      "37 -30", "37 60", "[37.77, -122.41]", "[37, 46]", "1/2/2020", "37/0 46/1 12/1", "2020-07-20", "12 weste",
    ] {
      #expect(parse(text) == .bad, "\(text)")
    }
  }

  @Test("compass letters in two columns say which is which, and may not contradict each other")
  func letters() {
    func place(_ latitude: String, _ longitude: String) -> LocatedRecord {
      var record = LocatedRecord(insertion: 0)
      record.place(
        latitude: Array(latitude.utf8).withUnsafeBytes(DegreeText.parse),
        longitude: Array(longitude.utf8).withUnsafeBytes(DegreeText.parse), isSwapped: false)
      return record
    }
    let vaduz = place("47.14", "9.52")
    #expect(vaduz.status == .ok)
    for (latitude, longitude) in [("47.14N", "9.52E"), ("9.52E", "47.14N"), ("9.52", "47.14N"), ("9.52E", "47.14")] {
      let record = place(latitude, longitude)
      #expect(record.status == .ok && record.point.bits == vaduz.point.bits, "\(latitude) \(longitude)")
    }
    for (latitude, longitude) in [("47.14N", "9.52N"), ("-47.14S", "9.52"), ("47.14", "x"), ("47.14N", "9.52E W")] {
      #expect(place(latitude, longitude).status == .badCoordinate, "\(latitude) \(longitude)")
    }
    #expect(place("47.14N", "").status == .missingCoordinate)
    #expect(place("99N", "9E").status == .outOfRange)
  }

  @Test("one cell holds both numbers in many ways of writing")
  func combinedCells() {
    func parse(_ text: String, codes: CombinedText.Codes = .accepted) -> CombinedText.Value {
      Array(text.utf8).withUnsafeBytes { CombinedText.parse($0, codes: codes) }
    }
    let expected = CombinedText.Value.pair(latitude: 37.77, longitude: -122.41)
    for text in [
      "37.77, -122.41", "37.77,-122.41", "37.77 -122.41", "37.77;-122.41", "(37.77, -122.41)", "[37.77,-122.41]",
      "\"37.77, -122.41\"",
      "POINT(-122.41 37.77)", "Point Z (-122.41 37.77 5)", "SRID=4326;POINT(-122.41 37.77)", "37,77, -122,41",
      "37,77 -122,41", "37.77 -122.41 12", "{\"type\":\"Point\",\"coordinates\":[-122.41,37.77]}",
      "\"{\"\"type\"\": \"\"Point\"\", \"\"coordinates\"\": [-122.41, 37.77, 5.0]}\"",
      // A pair below an address.
      "\"1201 BRYANT ST\nSan Francisco, CA\n(37.77, -122.41)\"", "\n(37.77, -122.41)",
    ] {
      #expect(parse(text) == expected, "\(text)")
    }
    let named = CombinedText.Value.named(latitude: 37.77, longitude: -122.41)
    for text in [
      "geo:37.77,-122.41", "\"GEO:37.77,-122.41,5;u=3\"", "geo:37.77,-122.41?z=15", "geo:0,0?q=37.77,-122.41(Here)",
      "geo:0,0?z=15&q=37.77%2C%20-122.41", "geo:37.7,-122.4?q=37.77,-122.41(Here)",
      // With letters, the order and distance of the numbers do not matter.
      "37.77 N, 122.41 W", "37.77 N 122.41 W", "37.77 122.41 W", "37.77N 122.41 W",
      "122.41W, 37.77N", "122.41W 37.77", "122.41W;37.77", "37.77, 122.41W", "-122.41, 37.77N",
    ] {
      #expect(parse(text) == named, "\(text)")
    }
    for text in ["geo:0,0?q=1600+Main+Street", "geo:0,0?q=12,24+Main+Street", "geo:37.77", "geo:1,2;crs=mars"] {
      #expect(parse(text) == .bad, "\(text)")
    }
    guard case .named(let latitude, let longitude) = parse("37°46'12\"N 122°24'36\" W") else {
      Issue.record("not a place")
      return
    }
    #expect(abs(latitude - 37.77) < 1e-9 && abs(longitude + 122.41) < 1e-9)
    // Ids look like geohashes and grid references. Codes that only a place can have are accepted everywhere.
    for code in ["9q8yyk8ytpxr", "9Q8YYK", "31UDQ4825111932", "\"u281z4x7\""] {
      #expect(parse(code) != .bad, "\(code)")
      #expect(parse(code, codes: .refused) == .bad, "\(code)")
    }
    // Where all are geohashes, they may be short, and letters or digits alone; elsewhere these are words and numbers.
    for code in ["u0qu4", "GCPVJD", "9", "123456", "z", "\"u0qu\""] {
      #expect(parse(code, codes: .geohashes) != .bad, "\(code)")
      #expect(parse(code) == .bad, "\(code)")
    }
    #expect(parse("s", codes: .geohashes) == .named(latitude: 22.5, longitude: 22.5))
    for text in ["Bonn", "u0qu4a", "0123456789bcd", "47.14"] {
      #expect(parse(text, codes: .geohashes) == .bad, "\(text)")
    }
    #expect(parse("37.77, -122.41", codes: .geohashes) == expected)
    for text in ["849VQHFJ+X6", "31U DQ 48251 11932", "+37.77-122.41/"] {
      #expect(parse(text, codes: .refused) == parse(text) && parse(text) != .bad, "\(text)")
    }
    for text in ["", "null", "\"\""] { #expect(parse(text) == .missing, "\(text)") }
    // As PostGIS writes ST_SetSRID(ST_MakePoint(-122.5, 37.75), 4326), then without a reference system, in the other
    // byte order, and with a height.
    let point = CombinedText.Value.named(latitude: 37.75, longitude: -122.5)
    for text in [
      "0101000020E61000000000000000A05EC00000000000E04240", "01010000000000000000a05ec00000000000e04240",
      "0000000001C05EA000000000004042E00000000000",
      "01010000A0E61000000000000000A05EC00000000000E042400000000000001440",
    ] {
      #expect(parse(text, codes: .refused) == point, "\(text)")
    }
    // A point in Web Mercator, and an empty one.
    #expect(parse("0101000020110F00000000000000A05EC00000000000E04240") == .bad)
    #expect(parse("0101000020E6100000000000000000F87F000000000000F87F") == .missing)
    #expect(parse("{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}") == .bad)
    for text in [
      "37.77", "LINESTRING(1 2, 3 4)", "1201 Bryant\n(somewhere)", "MULTIPOINT\n((1 2), (3 4))", "POINT EMPTY", "a,b",
      "1,2,3,4,5", "SRID=3857;POINT(1 2)", "37.77N 122.41N",
      "-37.77 S, 151", "37.77 -122.41 x", "37.5°30', 12",
    ] {
      #expect(parse(text) == .bad, "\(text)")
    }
  }

  @Test("a header below a title is found for the user, one above the table is not looked for again")
  func buriedHeader() async throws {
    func message(_ text: String) async throws -> String? {
      let workshop = try Workshop(text)
      let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
      return error?.message
    }
    let advice = ". Line 3 looks like the header: tail -n +3 FILE | geocode csv"
    #expect(try await message("Report of 2024\n\nid;lat;lon\n1;2;3\n")?.hasSuffix(advice) == true)
    #expect(
      try await message("# made by a tracker\r\n# a, b\r\nid,Latitude,Longitude\r\n1,2,3\r\n")?.hasSuffix(advice)
        == true)
    #expect(try await message("a,b\n1,2\n3,4\n")?.contains("looks like the header") == false)
    #expect(BuriedHeader.line(in: Array("lat,lon\n1,2\n".utf8)) == nil)
    #expect(BuriedHeader.line(in: Array((String(repeating: "x\n", count: 60) + "lat,lon\n").utf8)) == nil)
  }
}
