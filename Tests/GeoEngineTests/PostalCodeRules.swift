import GeoLocale
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoEngine

@Suite("Where a postal code is lent from") struct PostalCodeRules {
  @Test("a house without a code takes that of its own street before a nearer one around the corner")
  func sameStreet() throws {
    var town = Town(
      """
      s  n          a        t
         o
      """)
    town.area("Land", "snao", level: 2, country: "DE")
    town.street("Long Street", "st")
    town.house("1", "Long Street", at: "n")
    town.house("9", "Long Street", at: "t", postalCode: "10002")
    town.house("2", "Corner Street", at: "o", postalCode: "10001")
    #expect(try town.ask("n").postalCode == "10001")
    town.house("5", "Long Street", at: "a", postalCode: "10003")
    // 110 m along the street and 10 m around the corner: too far to use another code.
    #expect(try town.ask("n").postalCode == "10001")
  }

  @Test("within 100 m the street's own house decides")
  func nearOnStreet() throws {
    var town = Town(
      """
      s  n      a            t
         o
      """)
    town.street("Long Street", "st")
    town.house("1", "Long Street", at: "n")
    town.house("5", "Long Street", at: "a", postalCode: "10003")
    town.house("2", "Corner Street", at: "o", postalCode: "10001")
    #expect(try town.ask("n").postalCode == "10003")
    let trace = try #require(try town.ask("n") { $0.includesTrace = true }.trace)
    #expect(trace.first { $0.field == "postalCode" }?.rule == "of the nearest house of the street")
  }

  @Test(
    "where streets have codes of their own, none comes from far away", arguments: [("GB", "EC1A 7BA"), ("DE", "10001")])
  func farAway(country: String, code: String) throws {
    func lent(meters: Int) throws -> String? {
      var town = Town(
        """
        a\(String(repeating: " ", count: 60))b
        s    n\(String(repeating: " ", count: meters / 10 - 1))h      t
        d\(String(repeating: " ", count: 60))c
        """)
      town.area("Land", "abcd", level: 2, country: country)
      town.street("Long Street", "st")
      town.house("1", "Long Street", at: "n")
      town.house("2", "Other Street", at: "h", postalCode: code)
      return try town.ask("n").postalCode
    }
    #expect(try lent(meters: 250) == code)
    #expect(try lent(meters: 400) == (country == "DE" ? code : nil))
  }

  @Test("half a code, a list and nonsense give way to a whole code that agrees with them")
  func doubtfulCodes() throws {
    func code(_ own: String, near lent: String, _ country: String) throws -> String? {
      var town = Town(
        """
        a                b
        s    p     h     t
        d                c
        """)
      town.area("Land", "abcd", level: 2, country: country)
      town.street("Street", "st")
      town.house("1", "Street", at: "p", postalCode: own)
      town.house("3", "Street", at: "h", postalCode: lent)
      return try town.ask("p").postalCode
    }
    #expect(try code("EC1A", near: "EC1A 7BA", "GB") == "EC1A 7BA")
    #expect(try code("EC1A", near: "EC4V 3DB", "GB") == "EC1A")
    #expect(try code("00100; 00120", near: "00120", "FI") == "00120")
    #expect(try code("00100; 00120", near: "00530", "FI") == "00100")
    #expect(try code("00500", near: "AD500", "AD") == "AD500")
    // In Malta many people omit the letters of the town; a code of another street is wrong.
    #expect(try code("34064 MONTPELLIER CEDEX 2", near: "34000", "FR") == "34064")
    #expect(try code("1010", near: "VLT 1186", "MT") == "1010")
    #expect(try code("1010", near: "VLT 1010", "MT") == "VLT 1010")
    #expect(try code("Malta", near: "VLT 1186", "MT") == "VLT 1186")
  }

  @Test("of a code with more in it the code counts, if there is one alone")
  func codeWithin() {
    let codes = [
      ("34064 MONTPELLIER CEDEX 2", "FR", "34064"), ("1010 Wien", "AT", "1010"), ("Praha 1 11000", "CZ", "110 00"),
      ("110 00 Praha 1", "CZ", "110 00"), ("London EC1A 7BA", "GB", "EC1A 7BA"),
      ("Lungomare VLT 1010", "MT", "VLT 1010"),
    ]
    for (text, country, code) in codes {
      #expect(PostalCodeFormat.code(within: text, inCountry: country) == code, "\(text)")
    }
    let others = [
      ("75001 75020", "FR"), ("CEDEX 2", "FR"), ("34064", "FR"), ("34064;34065 Montpellier", "FR"),
      ("EC1 London", "GB"),
      ("1010 Wien", "XX"),
    ]
    for (text, country) in others { #expect(PostalCodeFormat.code(within: text, inCountry: country) == nil, "\(text)") }
  }

  @Test("codes are written as their country writes them")
  func written() {
    #expect(PostalCodeFormat.whole("STJ3013", inCountry: "MT") == "STJ 3013")
    #expect(PostalCodeFormat.whole("fgr 2131", inCountry: "MT") == "FGR 2131")
    #expect(PostalCodeFormat.whole("EC1A7BA", inCountry: "GB") == "EC1A 7BA")
    #expect(PostalCodeFormat.whole("w1a 1aa", inCountry: "GB") == "W1A 1AA")
    #expect(PostalCodeFormat.whole("11000", inCountry: "CZ") == "110 00")
    #expect(PostalCodeFormat.whole("D6WXY00", inCountry: "IE") == "D6W XY00")
    #expect(PostalCodeFormat.whole("4050-066", inCountry: "PT") == "4050-066")
    #expect(PostalCodeFormat.whole("9490", inCountry: "LI") == "9490")
    #expect(PostalCodeFormat.whole("949", inCountry: "LI") == nil)
    #expect(PostalCodeFormat.whole("94901", inCountry: "LI") == nil)
    #expect(PostalCodeFormat.whole("9490;9491", inCountry: "LI") == nil)
    #expect(PostalCodeFormat.whole("as mapped", inCountry: "ZZ") == "as mapped")
    // Five digits since 2018.
    #expect(PostalCodeFormat.whole("10000", inCountry: "VN") == "10000")
    #expect(PostalCodeFormat.whole("100000", inCountry: "VN") == "100000")
  }

  @Test("where a parish or a country has only one code, it answers although no house has one")
  func soleCodes() throws {
    var town = Town(
      """
      a       b       c
      s   p       q   t
      f       e       d
      """)
    town.area("Andorra", "acdf", level: 2, country: "AD")
    town.area("Ordino", "abef", level: 7, subdivision: "AD-05")
    town.street("Street", "st")
    #expect(try town.ask("p").postalCode == "AD300")
    #expect(try town.ask("q").postalCode == nil)
    // The neighbor in the next parish is nearer than any house of this one.
    town.house("1", "Other Street", at: "q", postalCode: "AD400")
    #expect(try town.ask("p").postalCode == "AD300")
    #expect(try town.ask("q").postalCode == "AD400")
  }

  @Test("of a coarse parish houses know better which one it is")
  func coarseSoleCode() throws {
    var town = Town(
      """
      a       b       c
      s     p q       t
      f       e       d
      """)
    town.area("Andorra", "acdf", level: 2, country: "AD")
    town.area("Ordino", "abef", level: 7, subdivision: "AD-05", isCoarse: true)
    town.street("Street", "st")
    #expect(try town.ask("p").postalCode == "AD300")
    town.house("1", "Other Street", at: "q", postalCode: "AD400")
    #expect(try town.ask("p").postalCode == "AD400")
  }

  @Test("an object without a number lends its code, and is not a house")
  func lenders() throws {
    var town = Town(
      """
      s   h k p                  t
            l
      """)
    town.area("Land", "shtl", level: 2, country: "DE")
    town.street("Street", "st")
    town.house("7", "Street", at: "h")
    town.lender("10001", at: "l", city: "Ort")
    let found = try town.ask("p")
    #expect(found.postalCode == "10001")
    #expect(found.locality == "Ort")
    #expect(found.subThoroughfare == "7")
    // An object of the street beats a nearer one without a street, and a house beats both.
    town.lender("10002", "Street", at: "k")
    #expect(try town.ask("p").postalCode == "10002")
    town.house("9", "Street", at: "p", postalCode: "10003")
    #expect(try town.ask("p").postalCode == "10003")
    let nearest = town.lender("10004", at: "l")
    #expect(try town.ask("l").source != nearest)
  }

  @Test("a municipality with a single code lends it where no house next door and no postal area does")
  func municipality() throws {
    var town = Town(
      """
      ae                                    f    b
      s  n                                h      t
      dl                                    m    c
      """)
    town.area("Land", "abcd", level: 2, country: "FR")
    town.area("Commune", "abcd")
    town.area("03100", "abcd", kind: .postal)
    town.content.areas[2].level = 8
    town.street("Rue Longue", "st")
    town.house("1", "Rue Longue", at: "n")
    #expect(try town.ask("n").postalCode == "03100")
    let trace = try #require(try town.ask("n") { $0.includesTrace = true }.trace)
    #expect(trace.first { $0.field == "postalCode" }?.rule == "of the municipality around the point")
    #expect(
      try town.ask("n") { $0.includesAreas = true }.areas?.map(\.kind) == [.administrative, .administrative, .postal])
    // The municipality may have got a second code since.
    town.house("2", "Autre Rue", at: "h", postalCode: "03200")
    #expect(try town.ask("t").postalCode == "03200")
    #expect(try town.ask("n").postalCode == "03100")
    town.area("03300", "efml", kind: .postal)
    #expect(try town.ask("n").postalCode == "03300")
  }

  @Test("an import finds the code at the boundary")
  func municipalityOfExtract() throws {
    let corners = [(0, 0), (0, 9_000), (9_000, 9_000), (9_000, 0)]
    var nodes = corners.enumerated().map { index, corner in
      OSMNode(id: Int64(index + 1), x: 25_000_000 + Int32(corner.0), y: 463_000_000 + Int32(corner.1))
    }
    nodes.append(
      OSMNode(id: 9, x: 25_004_000, y: 463_004_000, tags: ["addr:housenumber": "4", "addr:street": "Rue du Bourg"]))
    let commune = OSMRelation(
      id: 1, members: [OSMMember(.way, 1, role: "outer")],
      tags: [
        "type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Commune", "postal_code": "03100",
      ])
    let folder = TemporaryFolder()
    let path = folder.file("commune.osm.pbf")
    try OSMFileWriter.write(
      path: path, nodes: nodes, ways: [OSMWay(id: 1, refs: [1, 2, 3, 4, 1], tags: [:])], relations: [commune])
    let extract = try ImportedExtract(paths: [path])
    let query = PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 25_004_000, y: 463_004_000)))
    let found = try PlacemarkEngine(database: extract.path).placemarks(for: query)
    #expect(found.first?.postalCode == "03100" && found.first?.subThoroughfare == "4")
  }
}
