import GeoModel
import Testing

@testable import GeoCSV

@Suite("What the user has under a new name stays as it is")
struct TakenNameTests {
  /// More objects than are examined before the first is written, and then one with members that no other has.
  private func objects(_ last: String) -> [String] {
    (0..<300).map { "{\"lat\":\($0 % 80),\"lon\":2}" } + ["{\"lat\":1,\"lon\":2,\(last)}"]
  }

  private func last(_ text: String, _ name: String) async throws -> (record: String, tally: Tally) {
    let workshop = try Workshop(text, name: name)
    let summary = try await workshop.run()
    let output = String(decoding: try workshop.outputBytes(), as: UTF8.self)
    return (output.split(separator: "\n").last.map(String.init) ?? "", summary.tally)
  }

  @Test("a late member of JSON: the user's stays, the new one is left out, and it is counted")
  func members() async throws {
    for (members, added, count) in [
      ("\"status\":\"open\"", ",\"street\":\"1 Street\"", 1), ("\"street\":1", ",\"status\":\"ok\"", 1),
      ("\"street\":1,\"status\":{}", "", 1), ("\"Street\":1", ",\"street\":\"1 Street\",\"status\":\"ok\"", 0),
      ("\"a\":{\"street\":1}", ",\"street\":\"1 Street\",\"status\":\"ok\"", 0),
    ] {
      let (record, tally) = try await last(objects(members).joined(separator: "\n"), "in.ndjson")
      #expect(record == "{\"lat\":1,\"lon\":2,\(members)\(added)}")
      #expect(tally[.takenNames] == count && tally[.rows] == 301)
    }
  }

  @Test("so it is in the properties of a late feature")
  func properties() async throws {
    func feature(_ properties: String) -> String {
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[7,12]},\"properties\":{\(properties)}}"
    }
    let features = (0..<300).map { _ in feature("") } + [feature("\"status\":\"open\"")]
    let (record, tally) = try await last(features.joined(separator: "\n"), "in.geojson")
    #expect(record == feature("\"status\":\"open\",\"street\":\"12 Street\""))
    #expect(tally[.takenNames] == 1)
  }

  @Test("data of KML: names of the first placemarks are not used again, a later one keeps its own")
  func data() async throws {
    func placemark(_ data: String) -> String {
      "<Placemark><ExtendedData>\(data)</ExtendedData><Point><coordinates>7,12</coordinates></Point></Placemark>\n"
    }
    let mine = "<Data name=\"street\"><value>mine</value></Data>"
    let status = "<Data name=\"status\"><value>ok</value></Data>"
    let early = try Workshop("<kml>\(placemark(mine))</kml>", name: "in.kml")
    let street = "<Data name=\"geocode_street\"><value>12 Street</value></Data>"
    #expect(try await early.result() == "<kml>\(placemark(mine + street + status))</kml>")
    #expect(early.notes.lines.count == 1)
    let late = try Workshop("<kml>\(placemark(""))\(placemark(mine))</kml>", name: "in.kml")
    late.options.tuning.sampleBytes = 30
    #expect(try await late.result().hasSuffix("\(placemark(mine + status))</kml>"))
  }

  @Test("--strict stops there, and where the encoding lacks characters")
  func strict() async throws {
    let workshop = try Workshop(objects("\"status\":1").joined(separator: "\n"), name: "in.ndjson")
    workshop.options.isStrict = true
    let taken = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(taken?.code == .data && taken?.message.contains("data row 301 has something under a new name") == true)
    let table = try Workshop("lat,lon\n1,2\n3,4\n")
    table.geocoder = FarGeocoder()
    table.options.columns = [.field(.city), .status]
    table.options.encoding = .windows1252
    #expect(try await table.run().tally[.lackingCharacters] == 1)
    #expect(
      try table.outputBytes() == Array("lat,lon,city,status\n1,2,Z".utf8) + [0xFC] + Array("rich,ok\n3,4,???,ok\n".utf8)
    )
    table.options.isStrict = true
    let lacking = await #expect(throws: EnrichmentError.self) { try await table.run(mode: .overwrite) }
    #expect(lacking?.code == .data && lacking?.message.contains("data row 2 gets a name that windows-1252") == true)
  }
}

/// Answers with a name in letters of western Europe, and farther north in others.
private struct FarGeocoder: ReverseGeocoding {
  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .area, source: nil)
    placemark.locality = query.coordinate.latitude < 2 ? "Zürich" : "東京都"
    return [placemark]
  }
}
