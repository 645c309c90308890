import Testing

@testable import GeoCSV

@Suite("JSON files that were joined, and objects one after the other")
struct JoinedFileTests {
  private static let object = "{\"lat\":1,\"lon\":2}"
  private static let answered = "{\"lat\":1,\"lon\":2,\"status\":\"ok\"}"
  private static let feature =
    "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[2,1]},\"properties\":{}}"

  private func workshop(_ text: String, _ name: String = "in.json", chunk: Int = 20) throws -> Workshop {
    let workshop = try Workshop(text, name: name)
    workshop.options.columns = [.status]
    workshop.options.tuning.chunkBytes = chunk
    return workshop
  }

  @Test(
    "what begins behind the array, the collection or the objects ends the run, once what is before is written",
    arguments: [
      ("[\(object)]\n[\(object)]\n", "array"), ("[\(object)]oops", "array"), ("[\(object)] \(object)", "array"),
      ("\(object)\n[\(object)]\n", "other than an object"),
      ("{\n\"lat\":1,\"lon\":2}}\(object)", "other than an object"),
      ("{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}{\"features\":[\(feature)]}", "collection"),
    ])
  func excess(text: String, word: String) async throws {
    for chunk in [1, 20, 10_000] {
      let workshop = try workshop(text, chunk: chunk)
      let error = await #expect(throws: EnrichmentError.self, "\(text)") { try await workshop.run() }
      #expect(error?.code == .data)
      #expect(error?.message.contains(word) == true && error?.message.contains("behind data row 1,") == true)
      // The name of the output until it is complete.
      workshop.outputName = "out.partial"
      let written = String(decoding: try workshop.outputBytes(), as: UTF8.self)
      #expect(written.contains("\"status\":\"ok\""), "\(text)")
    }
  }

  @Test("what belongs to the end of a file does not", arguments: ["", "\n", " \r\n\n", "\u{FEFF}"])
  func ends(end: String) async throws {
    let collection = "{\"type\":\"FeatureCollection\",\"features\":[\(Self.feature)],\"a\":[{}]}"
    for text in ["[\(Self.object)]", collection] {
      #expect(try await workshop(text + end).run().tally[.rows] == 1)
    }
  }

  @Test("an element of an array that is no object is a bad record, and costs no other its answer")
  func otherElements() async throws {
    let others = ["7", "null", "\"a{b,]\"", "[1,[2]]", "[\(Self.object)]"]
    for chunk in [1, 20, 10_000] {
      let workshop = try workshop("[" + others.joined(separator: " ,") + ",\(Self.object), true\n]", chunk: chunk)
      let summary = try await workshop.run()
      #expect(summary.tally[.rows] == 7 && summary.tally[RowStatus.badRecord] == 6, "\(chunk)")
      let written = String(decoding: try workshop.outputBytes(), as: UTF8.self)
      #expect(written == "[" + others.joined(separator: " ,") + ",\(Self.answered), true\n]")
    }
    let strict = try workshop("[\(Self.object),7]")
    strict.options.isStrict = true
    await #expect(throws: EnrichmentError.self) { try await strict.run() }
  }

  @Test("objects over several lines are answered one after the other, as jq writes them")
  func pretty() async throws {
    let pretty = "{\n  \"lat\": 1,\n  \"lon\": 2\n}\n"
    let two = try await workshop(pretty + pretty).result()
    #expect(two.split(separator: "ok").count == 3)
    #expect(try await workshop(pretty + pretty, "in").result() == two)
    #expect(try await workshop(Self.object + Self.object, "in").result() == Self.answered + Self.answered)
    let lines = try workshop(pretty + pretty, "in.ndjson")
    let error = await #expect(throws: EnrichmentError.self) { try await lines.run() }
    #expect(error?.message.contains("--format json") == true)
  }

  @Test("an array of records within an object is named, with the command that takes them out")
  func envelope() async throws {
    let workshop = try workshop("{\"version\":1,\"data\":{\"tags\":[1],\"elements\":[\(Self.object)]}}")
    let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(error?.message.contains("jq -c '.data.elements[]?' FILE | geocode csv") == true)
  }

  @Test("the command that takes records out begins where the objects are, in an array too")
  func envelopesInArray() async throws {
    let workshop = try workshop("[{\"visit\":{\"place\":\"geo:1,2\"}},{\"path\":[{\"point\":\"geo:1,2\"}]}]", "in.json")
    let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(error?.message.contains("jq -c '.[].path[]?' FILE | geocode csv") == true)
  }

  @Test("a coordinate that lies deep is found for the user, who names the way to it")
  func deepCoordinate() async throws {
    let record = "{\"placeVisit\":{\"location\":{\"latitudeE7\":10000000,\"longitudeE7\":20000000}}}\n"
    let workshop = try workshop(record + record, "in.ndjson")
    let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(
      error?.message.contains(
        "--latitude \"placeVisit.location.latitudeE7\" --longitude \"placeVisit.location.longitudeE7\"") == true)
  }

  @Test("where nothing looks like a coordinate the keys of all levels are named")
  func deepKeys() async throws {
    let workshop = try workshop("{\"visit\":{\"top\":{\"place\":{\"spot\":\"geo:1,2\"}}}}\n", "in.ndjson")
    let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(error?.message.contains("The columns are: visit.top.place.spot") == true)
  }
}
