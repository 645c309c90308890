import GeoModel
import GeoWire
import Testing

/// Options as an object of the protocol.
private struct ObjectOptions: QueryOptionSource {
  let node: JSONNode
  func option(_ name: StaticString) -> QueryOptionValue? { node.member(name).map { .json($0) } }
}

@Suite("Options of a question")
struct QueryOptionsTests {
  /// The parsed query, or the error message.
  private enum Outcome: Equatable {
    case query(PlacemarkQuery, isList: Bool)
    case refused(String)
  }

  private func outcome(_ source: some QueryOptionSource) -> Outcome {
    do throws(WireError) {
      var query = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
      let isList = try source.readOptions(into: &query)
      return .query(query, isList: isList)
    } catch { return .refused(error.message) }
  }

  private func outcome(json: String) throws -> Outcome {
    var parser = JSONParser()
    return try parser.parse(Array(json.utf8)) { outcome(ObjectOptions(node: $0)) }
  }

  @Test(
    "mean the same as JSON and as text",
    arguments: [
      ("languages", #"["de","en"]"#, "de,en"), ("languages", #"["de-CH"]"#, "de_ch"), ("languages", "[]", ""),
      ("languages", #"["native"]"#, "native"), ("languages", #"["NATIVE","de"]"#, "native,de"),
      ("languages", #"["de","native"]"#, "de,native"), ("languages", #"["fr","de"]"#, "de;q=0.5,fr"),
      ("languages", #"["d!"]"#, "d!"),
      ("languages", #"["de-u-nu-latn-x-0123456789-0123456789-012"]"#, "de-u-nu-latn-x-0123456789-0123456789-012"),
      ("detail", #""city""#, "city"), ("detail", #""planet""#, "planet"), ("detail", #""""#, ""),
      ("maximumDistanceMeters", "12.5", "12.5"), ("maximumDistanceMeters", "1e3", "1e3"),
      ("maximumDistanceMeters", "-1", "-1"), ("maximumDistanceMeters", "20100001", "20100001"),
      ("maximumDistanceMeters", #""far""#, "far"), ("maximumDistanceMeters", #""nan""#, "nan"),
      ("worldview", #""in""#, "IN"), ("worldview", #""XX""#, "XX"), ("worldview", #""""#, ""),
      ("limit", "7", "7"), ("limit", "0", "0"), ("limit", "101", "101"), ("limit", "1.5", "1.5"),
      ("limit", #""many""#, "many"), ("areas", "true", "true"), ("explain", "true", "1"), ("overlay", "false", "0"),
      ("areas", #""yes""#, "yes"), ("explain", #""""#, ""), ("unknown", "1", "1"),
      ("with", #"["nearby","plus_code"]"#, "nearby,plusCode"), ("with", "[]", ""), ("with", #"["height"]"#, "height"),
      ("with", #"["county_fips","COUNTYFIPS"]"#, "countyFIPS,county-fips"), ("with", #"["city"]"#, "city"),
    ])
  func same(name: String, json: String, text: String) throws {
    let object = try outcome(json: "{\"\(name)\":\(json)}")
    #expect(object == outcome(TextOptions([(name, text)])))
  }

  @Test("are read into the query")
  func values() {
    let options = TextOptions([
      ("languages", "de-ch, en"), ("detail", "city"), ("maximumDistanceMeters", "12.5"), ("limit", "3"),
      ("areas", "true"), ("explain", "1"), ("overlay", "true"), ("limit", "4"),
    ])
    var expected = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0)))
    expected.languages = ["de-CH", "en"]
    expected.detail = .city
    expected.maximumDistanceMeters = 12.5
    expected.limit = 3
    expected.includesAreas = true
    expected.includesTrace = true
    expected.includesOverlay = true
    #expect(outcome(options) == .query(expected, isList: true))
  }

  @Test("are named in errors as they are called where they come from")
  func labels() {
    #expect(outcome(TextOptions([("limit", "0")])) == .refused("'limit' must be a whole number from 1 to 100"))
    let options = TextOptions([("limit", "0")], labels: ["limit": "--limit"])
    #expect(outcome(options) == .refused("'--limit' must be a whole number from 1 to 100"))
  }

  @Test("more than 16 languages are refused, whatever else they are")
  func tooManyLanguages() throws {
    let tags = Array(repeating: "de", count: 17)
    #expect(
      outcome(TextOptions([("languages", tags.joined(separator: ","))]))
        == .refused("'languages' may hold 16 language tags at most"))
    let list = "[" + tags.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    #expect(
      try outcome(json: "{\"languages\":\(list)}")
        == .refused("'languages' must be an array of up to 16 language tags, such as \"de\""))
  }

  @Test("more names of fields than there are fields are refused before any is looked up")
  func tooManyFields() throws {
    let names = Array(repeating: "geohash", count: 65)
    let texts = [
      outcome(TextOptions([("with", names.joined(separator: ","))])),
      try outcome(json: "{\"with\":[\(names.map { "\"\($0)\"" }.joined(separator: ","))]}"),
    ]
    for outcome in texts {
      guard case .refused(let sentence) = outcome else { return #expect(Bool(false), "it was accepted") }
      #expect(sentence.hasPrefix("'with' must be up to 64 names of fields"))
    }
  }

  @Test("text that may be any number of letters long is quoted in part")
  func longText() {
    guard case .refused(let sentence) = outcome(TextOptions([("languages", String(repeating: "x", count: 5000))]))
    else {
      return #expect(Bool(false), "it was accepted")
    }
    #expect(sentence.utf8.count < 250)
  }
}
