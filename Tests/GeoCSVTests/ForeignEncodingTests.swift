import Testing

@testable import GeoCSV

@Suite("Files in other encodings and packings")
struct ForeignEncodingTests {
  private func street(_ declaration: String, _ name: String, _ text: String) async throws -> String {
    let workshop = try Workshop(declaration + text, name: name)
    workshop.options.columns = [.city]
    return try await workshop.result()
  }

  @Test(
    "what a file's encoding may lack is written by its number, so that the file stays readable",
    arguments: [
      ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", "Z&#252;rich"),
      ("<?xml version='1.0' encoding = 'windows-1252' standalone='yes'?>\n", "Z&#252;rich"),
      ("<?xml version=\"1.0\" encoding=\"utf-8\"?>", "Zürich"), ("<?xml version=\"1.0\"?>", "Zürich"), ("", "Zürich"),
    ])
  func xml(declaration: String, city: String) async throws {
    let gpx = "<gpx><wpt lat=\"1\" lon=\"2\"></wpt></gpx>"
    #expect(try await street(declaration, "in.gpx", gpx).contains("<geocode:city>\(city)<"))
    let kml = "<kml><Placemark><Point><coordinates>2,1</coordinates></Point></Placemark></kml>"
    #expect(try await street(declaration, "in.kml", kml).contains("<value>\(city)<"))
  }

  @Test("new elements have names that a reader of XML takes")
  func elementNames() throws {
    func name(_ text: String, _ declaration: String) throws -> String {
      try #require(XMLNames(head: Array((declaration + "<gpx/>").utf8), roots: ["gpx"])).elementName(text)
    }
    #expect(try name("city", "") == "city" && name("_1", "") == "_1" && name("größe ½", "") == "größe__")
    #expect(try name("1_city", "") == "_1_city" && name("-a", "") == "_-a" && name("", "") == "_")
    #expect(try name("größe", "<?xml version=\"1.0\" encoding=\"latin1\"?>") == "gr__e")
  }

  @Test(
    "what no library here unpacks is told by its beginning",
    arguments: [
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], "a.csv.xz is packed by xz: xz -dc a.csv.xz | geocode csv -"),
      ([0x04, 0x22, 0x4D, 0x18, 0x64], "a.csv.xz is packed by LZ4: lz4 -dc a.csv.xz | geocode csv -"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0], "a.csv.xz is a 7z archive: 7z e -so a.csv.xz | geocode csv -"),
    ])
  func packed(start: [UInt8], sentence: String) {
    let error = #expect(throws: EnrichmentError.self) { try FormatDetection.format(of: start, name: "a.csv.xz") }
    #expect(error?.message == sentence)
  }
}
