import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoEngine

@Suite("Addresses that are not street and number") struct AddressPartRules {
  /// A house in a country and a state, as mapped, and its address.
  struct House: CustomTestStringConvertible {
    var country: (code: String, name: String)
    var state: (code: String, name: String)
    var tags: [String: String]
    var lines: [String]
    var testDescription: String { country.code + " " + tags.values.sorted().joined(separator: " ") }

    init(_ country: (String, String), _ state: (String, String), _ tags: [String: String], _ lines: [String]) {
      self.country = country
      self.state = state
      self.tags = Dictionary(uniqueKeysWithValues: tags.map { ("addr:" + $0, $1) })
      self.lines = lines
    }

    /// The answer at the house, beside a street that its tags need not name.
    func answer(street: String, _ adjust: (inout PlacemarkQuery) -> Void = { _ in }) throws -> Placemark {
      let grid = Grid(
        """
        a . . b
        . h . .
        s . . t
        d . . c
        """, unitMeters: 20)
      let letters = "abcdhst"
      let nodes = letters.map { letter in
        OSMNode(
          id: House.id(letter), x: grid[letter].x, y: grid[letter].y, tags: letter == "h" ? tags : [:])
      }
      let ways = [
        OSMWay(id: 1, refs: "st".map(House.id), tags: ["highway": "residential", "name": street]),
        OSMWay(id: 2, refs: "abcda".map(House.id), tags: [:]),
      ]
      func area(_ id: Int64, _ tags: [String: String]) -> OSMRelation {
        let common = ["type": "boundary", "boundary": "administrative"]
        return OSMRelation(
          id: id, members: [OSMMember(.way, 2, role: "outer")], tags: tags.merging(common) { $1 })
      }
      let relations = [
        area(1, ["admin_level": "2", "name": country.name, "ISO3166-1": country.code]),
        area(2, ["admin_level": "4", "name": state.name, "ISO3166-2": state.code]),
      ]
      let folder = TemporaryFolder()
      let path = folder.file("drawn.osm.pbf")
      try OSMFileWriter.write(path: path, nodes: nodes, ways: ways, relations: relations)
      let extract = try ImportedExtract(paths: [path])
      var query = PlacemarkQuery(coordinate: Coordinate(grid["h"]))
      adjust(&query)
      return try withExtendedLifetime((folder, extract)) {
        try PlacemarkEngine(database: extract.path).placemarks(for: query)[0]
      }
    }

    private static func id(_ letter: Character) -> Int64 { Int64(letter.unicodeScalars.first!.value) }
  }

  private static let houses = [
    House(
      ("JP", "日本"), ("JP-13", "東京都"),
      [
        "province": "東京都", "city": "千代田区", "quarter": "丸の内", "neighbourhood": "1丁目", "block_number": "9",
        "housenumber": "1", "postcode": "100-0005",
      ], ["〒100-0005", "東京都千代田区丸の内1丁目9-1", "日本"]),
    // Wards of other cities lie between the city and the quarter.
    House(
      ("JP", "日本"), ("JP-01", "北海道"),
      [
        "city": "札幌市", "suburb": "中央区", "quarter": "北1条西", "neighbourhood": "2丁目", "block_number": "1",
        "housenumber": "6",
      ],
      ["北海道札幌市中央区北1条西2丁目1-6", "日本"]),
    // If no quarter is mapped, there is no street instead, and the city appears once.
    House(
      ("JP", "日本"), ("JP-13", "東京都"), ["city": "千代田区", "block_number": "9", "housenumber": "1"],
      ["東京都千代田区9-1", "日本"]),
    House(("JP", "日本"), ("JP-13", "東京都"), ["city": "千代田区", "housenumber": "1"], ["東京都千代田区1", "日本"]),
    House(
      ("KR", "대한민국"), ("KR-11", "서울특별시"),
      ["city": "서울특별시", "district": "중구", "subdistrict": "명동", "street": "세종대로", "housenumber": "110"],
      ["서울특별시 중구 세종대로 110", "대한민국"]),
    House(
      ("KR", "대한민국"), ("KR-41", "경기도"),
      ["province": "경기도", "city": "수원시", "district": "영통구", "street": "광교로", "housenumber": "107"],
      ["경기도 수원시 영통구 광교로 107", "대한민국"]),
    House(
      ("TW", "臺灣"), ("TW-TPE", "臺北市"),
      ["city": "臺北市", "district": "中正區", "street": "重慶南路一段", "housenumber": "122號", "postcode": "100"],
      ["100 臺北市中正區重慶南路一段122號", "臺灣"]),
    House(
      ("BR", "Brasil"), ("BR-RJ", "Rio de Janeiro"),
      [
        "city": "Rio de Janeiro", "suburb": "Catete", "street": "Rua Silveira Martins", "housenumber": "68",
        "postcode": "22221-000",
      ], ["Rua Silveira Martins, 68", "Catete", "Rio de Janeiro - RJ", "22221-000", "Brasil"]),
    House(
      ("IT", "Italia"), ("IT-25", "Lombardia"),
      ["city": "Milano", "province": "MI", "street": "Via Dante", "housenumber": "3", "postcode": "20121"],
      ["Via Dante 3", "20121 Milano MI", "Italia"]),
    House(
      ("TR", "Türkiye"), ("TR-34", "İstanbul"),
      [
        "city": "İstanbul", "district": "Kadıköy", "neighbourhood": "Caferağa Mahallesi", "street": "Moda Caddesi",
        "housenumber": "5", "postcode": "34710",
      ], ["Caferağa Mahallesi", "Moda Caddesi No:5", "34710 Kadıköy/İstanbul", "Türkiye"]),
    House(
      ("CZ", "Česko"), ("CZ-20", "Středočeský kraj"),
      ["place": "Lhota", "conscriptionnumber": "12", "city": "Křivoklát", "postcode": "270 23"],
      ["Lhota 12", "270 23 Křivoklát", "Česko"]),
    House(
      ("SK", "Slovensko"), ("SK-BL", "Bratislavský kraj"),
      ["street": "Obchodná", "conscriptionnumber": "123", "streetnumber": "4", "city": "Bratislava"],
      ["Obchodná 123/4", "Bratislava", "Slovensko"]),
    // A hamlet replaces the missing street.
    House(
      ("PL", "Polska"), ("PL-14", "województwo mazowieckie"),
      ["hamlet": "Nowa Wieś", "housenumber": "7", "city": "Mrozy"],
      ["Nowa Wieś 7", "Mrozy", "Polska"]),
    // Houses without numbers of their own have the number of the block.
    House(
      ("JP", "日本"), ("JP-26", "京都府"),
      ["city": "京都市", "suburb": "中京区", "neighbourhood": "上本能寺前町", "block_number": "488", "postcode": "604-8571"],
      ["〒604-8571", "京都府京都市中京区上本能寺前町488", "日本"]),
    House(
      ("MX", "México"), ("MX-CMX", "Ciudad de México"),
      [
        "city": "Ciudad de México", "neighbourhood": "Roma Norte", "street": "Calle Durango", "housenumber": "21",
        "postcode": "06700",
      ], ["Calle Durango 21", "Roma Norte", "06700 Ciudad de México", "México"]),
  ]

  @Test("are written as is usual in the country", arguments: houses)
  func written(house: House) throws {
    #expect(try house.answer(street: house.tags["addr:street"] ?? "Some Road").formattedAddress == house.lines)
  }

  @Test("fill the fields of an answer, and a trace says by which tag")
  func fields() throws {
    let tokyo = try Self.houses[0].answer(street: "永代通り") { $0.includesTrace = true }
    #expect(tokyo.thoroughfare == "丸の内1丁目" && tokyo.subThoroughfare == "9-1")
    #expect(tokyo.neighborhood == "丸の内" && tokyo.locality == "千代田区" && tokyo.administrativeArea == "東京都")
    let istanbul = try Self.houses[9].answer(street: "Moda Caddesi") { $0.includesTrace = true }
    #expect(istanbul.subLocality == "Caferağa Mahallesi" && istanbul.locality == "Kadıköy")
    #expect(istanbul.trace?.contains { $0.field == "suburb" && $0.rule == "addr:neighbourhood of the house" } == true)
    let milan = try Self.houses[8].answer(street: "Via Dante")
    #expect(milan.subAdministrativeArea == "Milano" && milan.administrativeArea == "Lombardia")
  }

  @Test("of which floor and unit are kept, but not shown")
  func hidden() throws {
    let house = House(
      ("US", "United States"), ("US-CA", "California"),
      ["street": "Main Street", "housenumber": "1", "unit": "12B", "floor": "3", "city": "Springfield"],
      ["1 Main Street", "Springfield, CA", "United States"])
    let found = try house.answer(street: "Main Street")
    #expect(found.formattedAddress == house.lines)
    #expect(found.neighborhood == nil && found.subLocality == nil)
  }
}
