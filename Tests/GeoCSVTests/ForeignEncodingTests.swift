import Testing

@testable import GeoCSV

@Suite("Files in other encodings and packings")
struct ForeignEncodingTests {
  private func street(_ declaration: String, _ name: String, _ text: String) async throws -> String {
    let workshop = try Workshop(declaration + text, name: name)
    workshop.options.columns = [.field(.city)]
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

  @Test(
    "XML in UTF-16 comes out as UTF-8 and says so, whatever it said before",
    arguments: [
      ("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"),
      (
        "<?xml version='1.0' encoding = 'utf-16le' standalone='yes'?>",
        "<?xml version='1.0' encoding = 'UTF-8' standalone='yes'?>"
      ),
      ("<?xml version=\"1.0\"?>", "<?xml version=\"1.0\"?>"), ("", ""),
    ])
  func wideXML(declaration: String, expected: String) async throws {
    let gpx = "<gpx><wpt lat=\"1\" lon=\"2\"><name>encoding=\"UTF-16\"?></name></wpt></gpx>"
    let wide = "\u{FEFF}\(declaration)\(gpx)".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let workshop = try Workshop(wide, name: "in.gpx")
    workshop.options.columns = [.field(.city)]
    let result = try await workshop.result()
    #expect(
      result.hasPrefix("\u{FEFF}\(expected)<gpx>") && result.contains("encoding=\"UTF-16\"?></name>"), "\(result)")
    #expect(result.contains("<geocode:city>Zürich<"))
  }

  @Test("columns are found by names in Windows-1252, which stay as they are")
  func oldSpreadsheet() async throws {
    let head = Array("Breite;L".utf8) + [0xE4] + Array("nge".utf8)
    let workshop = try Workshop(head + Array("\n1,0;2,0\n".utf8), name: "in.csv")
    workshop.options.columns = [.field(.city)]
    workshop.options.encoding = .windows1252
    try await workshop.run()
    let row = Array("1,0;2,0;Z".utf8) + [0xFC] + Array("rich\n".utf8)
    #expect(try workshop.outputBytes() == head + Array(";city\n".utf8) + row)
  }

  @Test("a declaration that comes in pieces is made true, and a file that ends in it is whole")
  func declarationInPieces() {
    let text = Array("<?xml version=\"1.0\" encoding=\"UTF-16\"?><gpx/>".utf8)
    var (declaration, result) = (XMLDeclaration(), [UInt8]())
    for byte in text { result += declaration.corrected([byte]) }
    result += declaration.rest()
    #expect(String(decoding: result, as: UTF8.self) == "<?xml version=\"1.0\" encoding=\"UTF-8\"?><gpx/>")
    var cut = XMLDeclaration()
    #expect(cut.corrected(Array(text[..<20])) + cut.rest() == Array(text[..<20]))
    var table = XMLDeclaration()
    #expect(table.corrected(Array("lat,lon\n".utf8)) == Array("lat,lon\n".utf8))
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

  @Test(
    "what is no table says what it is and what makes one of it",
    arguments: [
      ("\u{FEFF}%PDF-", nil), ("name,lat,lon\n%PDF-", nil), ("$PRICE,LAT,LON\n", nil), ("<gpx>", nil), ("<htm", nil),
      ("%PDF-1.7\n", "x.dat is a PDF document: copy its table to a spreadsheet and save that as \"CSV UTF-8\""),
      (" \n<!DOCTYPE html><html>", "x.dat is a web page: perhaps the download wants a login; give the table itself"),
      ("<HTML><body>", "x.dat is a web page: perhaps the download wants a login; give the table itself"),
      (
        "$GNRMC,123519,A,4708.352,N,00931.368,E,,,,,\n",
        "x.dat is a receiver's log (NMEA 0183): gpsbabel -i nmea -f x.dat -o gpx -F x.gpx"
      ),
      (
        "\u{0E}\u{10}abcdef.FIT",
        "x.dat is a watch's or bicycle computer's log (.fit): gpsbabel -i garmin_fit -f x.dat -o gpx -F x.gpx"
      ),
      (
        "<?xml version=\"1.0\"?>\n<!-- a -->\n<TrainingCenterDatabase>",
        "x.dat is a watch's log (.tcx): gpsbabel -i gtrnctr -f x.dat -o gpx -F x.gpx"
      ),
      (
        "<?xml version='1.0'?><osm version=\"0.6\">",
        "x.dat is a part of OpenStreetMap, which places are looked up in: geocode import x.dat"
      ),
      (
        "\0\0\0\u{0E}\n\tOSMHeader",
        "x.dat is a part of OpenStreetMap, which places are looked up in: geocode import x.dat"
      ),
      (
        "\0\0\0\u{18}ftypheic",
        "x.dat is a picture: exiftool -csv -n -GPSLatitude -GPSLongitude x.dat | geocode csv -"
      ),
      (
        "\0\0\0\u{18}ftypqt  \0\0\0\0",
        "x.dat is a film: exiftool -csv -n -GPSLatitude -GPSLongitude x.dat | geocode csv -"
      ),
      (
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">",
        "x.dat is what a program keeps beside a picture (.xmp): exiftool -csv -n -GPSLatitude -GPSLongitude x.dat | geocode csv -"
      ),
    ])
  func noTable(start: String, sentence: String?) {
    #expect(ForeignFile(head: Array(start.utf8), name: "x.dat")?.message("x.dat") == sentence)
  }

  @Test("photographs of all kinds are pictures")
  func pictures() {
    for start in [[0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50, 0x4E, 0x47], [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]] {
      #expect(ForeignFile(head: start.map { UInt8($0) }, name: "a.jpg")?.what == "a picture")
    }
    for start in ["\0\0\0\u{18}ftypcrx ", "IIRO\u{8}", "FUJIFILMCCD-RAW", "RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8 "] {
      #expect(ForeignFile(head: Array(start.utf8), name: "a.raw")?.what == "a picture")
    }
    #expect(ForeignFile(head: Array("RIFF\u{1}\u{1}\u{1}\u{1}WAVE".utf8), name: "a.wav") == nil)
  }

  @Test("bytes that no text has are not read out as the names of columns")
  func binary() async throws {
    let workshop = try Workshop([7, 0, 0, 1, 9, 0, 10, 1, 2])
    let error = await #expect(throws: EnrichmentError.self) { try await workshop.run() }
    #expect(error?.code == .data && error?.message.hasPrefix("the file is not text") == true)
  }
}
