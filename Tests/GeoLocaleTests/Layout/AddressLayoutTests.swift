import GeoModel
import GeoTestKit
import Testing

@testable import GeoLocale

@Suite("Layout of addresses")
struct AddressLayoutTests {
  private let sanFrancisco: Placemark = {
    var placemark = Address(
      "US", "10th Street", "465", "San Francisco", "94103", county: "San Francisco County", state: "California",
      code: "US-CA"
    ).placemark
    placemark.country = "United States"
    return placemark
  }()

  @Test("title, subtitle, lines and one line of an American address")
  func american() {
    #expect(AddressLayout.title(for: sanFrancisco) == "465 10th Street")
    #expect(AddressLayout.subtitle(for: sanFrancisco) == "San Francisco, CA 94103")
    #expect(AddressLayout.lines(for: sanFrancisco) == ["465 10th Street", "San Francisco, CA 94103", "United States"])
    #expect(AddressLayout.oneLine(for: sanFrancisco) == "465 10th Street, San Francisco, CA 94103, United States")
  }

  @Test("a state that stands alone is written out, also where addresses of the country have no state")
  func statesAlone() {
    func lines(_ country: String, _ state: String, _ code: String, city: String? = nil, county: String? = nil)
      -> [String]
    {
      var placemark = Address(country, nil, nil, city, county: county, state: state, code: code).placemark
      placemark.country = country
      return AddressLayout.lines(for: placemark)
    }
    #expect(lines("US", "Alaska", "US-AK") == ["Alaska", "US"])
    #expect(lines("US", "Alaska", "US-AK", city: "Nome") == ["Nome, AK", "US"])
    #expect(lines("BR", "Pernambuco", "BR-PE") == ["Pernambuco", "BR"])
    #expect(lines("AT", "Salzburg", "AT-5") == ["Salzburg", "AT"])
    #expect(lines("AT", "Salzburg", "AT-5", county: "Bezirk Zell am See") == ["Bezirk Zell am See", "AT"])
  }

  @Test("a city that is its own state is named once")
  func ownStates() {
    func line(_ country: String, _ state: String, _ city: String) -> String {
      AddressLayout.oneLine(for: Address(country, nil, nil, city, state: state).placemark)
    }
    #expect(line("JP", "東京都", "東京") == "東京都")
    #expect(line("CN", "北京市", "北京") == "北京市")
    #expect(line("KR", "서울특별시", "서울") == "서울특별시")
    #expect(line("JP", "京都府", "京都市") == "京都府京都市")
    #expect(line("JP", "大阪府", "大阪") == "大阪府大阪")
    #expect(line("TR", "İstanbul", "Istanbul") == "Istanbul")
    #expect(line("TR", "İstanbul", "Kadıköy") == "Kadıköy/İstanbul")
  }

  @Test("Latin letters and digits do not run together where a country writes no spaces")
  func bilingualStreets() {
    func line(_ country: String, _ street: String, _ number: String, _ city: String) -> String? {
      AddressLayout.lines(for: Address(country, street, number, city).placemark).first
    }
    #expect(line("HK", "皇后大道中 Queen's Road Central", "99", "香港") == "香港皇后大道中 Queen's Road Central 99號")
    #expect(line("JP", "豊玉北6", "12-1", "練馬区") == "練馬区豊玉北6 12-1")
    #expect(line("JP", "豊玉北6丁目", "12-1", "練馬区") == "練馬区豊玉北6丁目12-1")
  }

  @Test(
    "a word for number stands once, whether a map or the country's layout has it",
    arguments: ["5", "No:5", "No. 5", "nr 5", "№ 5", "#5"])
  func wordForNumber(_ number: String) {
    func street(_ country: String) -> String? {
      AddressLayout.title(for: Address(country, "X", number, "Y").placemark)
    }
    #expect(street("TR") == "X No:5")
    #expect(street("ID") == "X No. 5")
    #expect(street("CO") == "X # 5")
    #expect(street("RO") == "X nr. 5")
    #expect(street("DE") == "X " + number)
    #expect(AddressLayout.title(for: Address("TR", "X", "A Blok 5", "Y").placemark) == "X No:A Blok 5")
  }

  @Test("several numbers of one house have commas between, and stay as they are mapped elsewhere")
  func severalNumbers() {
    func street(_ country: String, _ number: String) -> String? {
      AddressLayout.title(for: Address(country, "X", number, "Y").placemark)
    }
    #expect(street("DE", "33;37") == "X 33, 37" && street("US", "33; 37 ;") == "33, 37 X")
    #expect(street("TR", "No:5;7") == "X No:5, 7" && street("DE", ";") == "X")
    #expect(Address("DE", "X", "33;37", "Y").placemark.subThoroughfare == "33;37")
  }

  @Test("an Italian address ends with the two letters of its province, however the map calls it")
  func provinces() {
    func line(_ county: String?) -> String? {
      AddressLayout.lines(for: Address("IT", "Via Dante", "5", "Monza", "20900", county: county).placemark).last
    }
    #expect(line("Monza e della Brianza") == "20900 Monza MB")
    #expect(line("Provincia di Monza e Brianza") == "20900 Monza MB")
    #expect(line("Città metropolitana di Milano") == "20900 Monza MI")
    #expect(line("L'Aquila") == "20900 Monza AQ")
    #expect(line("Provincia dell'Aquila") == "20900 Monza AQ")
    #expect(line("Bolzano - Bozen") == "20900 Monza BZ")
    #expect(line("Province of Milan") == "20900 Monza")
    #expect(line(nil) == "20900 Monza")
  }

  @Test("missing fields take their separators along")
  func missing() {
    func lines(_ number: String?, _ city: String?, _ code: String?, _ postalCode: String?) -> [String] {
      AddressLayout.lines(for: Address("US", "Main Street", number, city, postalCode, code: code).placemark)
    }
    #expect(lines(nil, "Reno", "US-NV", "89501") == ["Main Street", "Reno, NV 89501"])
    #expect(lines("1", nil, "US-NV", "89501") == ["1 Main Street", "NV 89501"])
    #expect(lines("1", "Reno", nil, "89501") == ["1 Main Street", "Reno 89501"])
    #expect(lines("1", "Reno", "US-NV", nil) == ["1 Main Street", "Reno, NV"])
    #expect(lines("1", nil, nil, nil) == ["1 Main Street"])
  }

  @Test("a placemark without a street is labelled by its finest name, with what is around it below")
  func withoutStreet() {
    var placemark = Address("LI", nil, nil, "Schaan", "9494", suburb: "Duxwald", state: "Oberland").placemark
    placemark.country = "Liechtenstein"
    #expect(AddressLayout.title(for: placemark) == "Duxwald")
    #expect(AddressLayout.subtitle(for: placemark) == "9494 Schaan")
    placemark.subLocality = nil
    #expect(AddressLayout.title(for: placemark) == "Schaan")
    #expect(AddressLayout.subtitle(for: placemark) == "Oberland, Liechtenstein")
    placemark.locality = nil
    placemark.administrativeArea = nil
    #expect(AddressLayout.title(for: placemark) == "Liechtenstein")
    #expect(AddressLayout.subtitle(for: placemark) == nil)
  }

  @Test("a label on water names the water")
  func water() {
    var placemark = Address("CH", nil, nil, nil, state: "Zürich").placemark
    placemark.match = .water
    placemark.inlandWater = "Zürichsee"
    placemark.country = "Schweiz"
    #expect(AddressLayout.title(for: placemark) == "Zürichsee")
    #expect(AddressLayout.subtitle(for: placemark) == "Schweiz")
  }

  @Test("a house numbered within its village has the village in the street's place")
  func villageNumbers() {
    var placemark = Address("DE", nil, "3", "Bindlach", "95463").placemark
    placemark.neighborhood = "Bremermühle"
    #expect(AddressLayout.lines(for: placemark) == ["Bremermühle 3", "95463 Bindlach"])
    #expect(AddressLayout.title(for: placemark) == "Bremermühle 3")
  }

  @Test("an Italian province is known by its name in two languages and by its code")
  func italianProvinces() {
    for (county, code) in [("BT", "BT"), ("Province of Treviso", "TV"), ("Provincia di Torino", "TO")] {
      let placemark = Address("IT", "Via Roma", "13", "Paese", "76121", county: county).placemark
      #expect(AddressLayout.lines(for: placemark) == ["Via Roma 13", "76121 Paese \(code)"])
    }
  }

  @Test("a city that is its own country is not written twice in a row")
  func cityState() {
    var placemark = Address("MC", nil, nil, "Monaco").placemark
    placemark.country = "Monaco"
    #expect(AddressLayout.lines(for: placemark) == ["Monaco"])
    placemark.postalCode = "98000"
    #expect(AddressLayout.oneLine(for: placemark) == "98000 Monaco")
    // A country is more than its capital of the same name.
    var luxembourg = Address("LU", nil, nil, "Luxembourg", "1234").placemark
    luxembourg.country = "Luxembourg"
    #expect(AddressLayout.oneLine(for: luxembourg) == "1234 Luxembourg, Luxembourg")
    #expect(AddressLayout.subtitle(for: placemark) == nil)
  }

  @Test("Japanese names run from large to small, and their label does too")
  func japanese() {
    var placemark = Address("JP", "千代田", "1-1", "千代田区", "100-8111", state: "東京都").placemark
    placemark.country = "日本"
    #expect(AddressLayout.title(for: placemark) == "千代田1-1")
    #expect(AddressLayout.subtitle(for: placemark) == "〒100-8111 東京都千代田区")
    #expect(AddressLayout.oneLine(for: placemark) == "〒100-8111 東京都千代田区千代田1-1 日本")
  }

  @Test("names in mixed scripts run from small to large")
  func mixedScripts() {
    let mixed = Address("JP", nil, nil, "طوكيو", "100-8111", state: "Tokyo").placemark
    #expect(AddressLayout.lines(for: mixed) == ["طوكيو, Tokyo 100-8111"])
  }

  @Test("an empty placemark has no lines and no label")
  func empty() {
    let placemark = Address("DE", nil, nil, nil).placemark
    #expect(AddressLayout.lines(for: placemark).isEmpty)
    #expect(AddressLayout.oneLine(for: placemark) == "")
    #expect(AddressLayout.title(for: placemark) == nil && AddressLayout.subtitle(for: placemark) == nil)
  }

  @Test("every country and territory has a rule that shows street, number and city")
  func complete() {
    for code in ISOCountries.all {
      #expect(LayoutTable.hasRule(for: code), "\(code)")
      let rule = LayoutTable.rule(for: code)
      for template in [rule.latin, rule.native].compactMap({ $0 }) {
        for fields in [[LayoutTemplate.Field.houseNumber], [.street], [.city, .postalTown]] {
          #expect(template.lines.joined().filter { fields.contains($0.field) }.count == 1, "\(code)")
        }
      }
    }
  }

  @Test("whatever is missing, no line begins or ends with a separator")
  func noStraySeparators() {
    for code in ISOCountries.all {
      for mask in 0..<64 {
        func set(_ bit: Int, _ text: String) -> String? { mask >> bit & 1 == 1 ? text : nil }
        let address = Address(
          code, set(0, "Street"), set(1, "1"), set(2, "City"), set(3, "12345"), suburb: set(4, "Suburb"),
          state: set(5, "State"))
        for line in AddressLayout.lines(for: address.placemark) {
          #expect(!",-/#،(".contains(line.first!) && !",-/#،(:".contains(line.last!), "\(code): \(line)")
          #expect(!line.contains("  ") && line.first != " " && line.last != " ", "\(code): \(line)")
        }
      }
    }
  }
}
