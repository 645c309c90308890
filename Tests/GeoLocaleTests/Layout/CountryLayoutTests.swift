import GeoLocale
import Testing

@Suite("Addresses as their country writes them")
struct CountryLayoutTests {
  @Test("Europe", arguments: europe)
  func inEurope(address: Address, lines: String) { check(address, lines) }

  @Test("Asia", arguments: asia)
  func inAsia(address: Address, lines: String) { check(address, lines) }

  @Test("Africa", arguments: africa)
  func inAfrica(address: Address, lines: String) { check(address, lines) }

  @Test("America", arguments: america)
  func inAmerica(address: Address, lines: String) { check(address, lines) }

  @Test("Oceania", arguments: oceania)
  func inOceania(address: Address, lines: String) { check(address, lines) }

  private func check(_ address: Address, _ lines: String) {
    #expect(AddressLayout.lines(for: address.placemark).joined(separator: "|") == lines)
  }

  static let europe: [(Address, String)] = [
    (
      Address("AD", "Avinguda Meritxell", "65", "Andorra la Vella", "AD500"),
      "Avinguda Meritxell, 65|AD500 Andorra la Vella"
    ),
    (Address("AL", "Rruga Reshit Çollaku", "4", "Tiranë", "1001"), "Rruga Reshit Çollaku 4|1001|Tiranë"),
    (Address("AT", "Stephansplatz", "3", "Wien", "1010", state: "Wien"), "Stephansplatz 3|1010 Wien"),
    (Address("BE", "Rue de la Loi", "16", "Bruxelles", "1000"), "Rue de la Loi 16|1000 Bruxelles"),
    (Address("BG", "бул. Витоша", "5", "София", "1000"), "бул. Витоша 5|1000 София"),
    (
      Address("BY", "праспект Незалежнасці", "10", "Мінск", "220050", state: "Мінская вобласць"),
      "праспект Незалежнасці, 10|220050, Мінск|Мінская вобласць"
    ),
    (Address("CH", "Bundesplatz", "3", "Bern", "3003", state: "Bern", code: "CH-BE"), "Bundesplatz 3|3003 Bern"),
    (Address("CZ", "Hradčanské náměstí", "1", "Praha", "119 08"), "Hradčanské náměstí 1|119 08 Praha"),
    (
      Address("DE", "Hauptstraße", "5", "Lauf an der Pegnitz", "91207", state: "Bayern"),
      "Hauptstraße 5|91207 Lauf an der Pegnitz"
    ),
    (Address("DK", "Nørregade", "12", "København K", "1165"), "Nørregade 12|1165 København K"),
    (Address("EE", "Pikk", "4", "Tallinn", "10123"), "Pikk 4|10123 Tallinn"),
    (
      Address("ES", "Calle Mayor", "5", "Las Rozas", "28232", county: "Madrid", state: "Comunidad de Madrid"),
      "Calle Mayor, 5|28232 Las Rozas (Madrid)"
    ),
    (Address("ES", "Calle Mayor", "5", "Madrid", "28013", county: "Madrid"), "Calle Mayor, 5|28013 Madrid"),
    (Address("FI", "Mannerheimintie", "30", "Helsinki", "00100"), "Mannerheimintie 30|00100 Helsinki"),
    (
      Address("FR", "Rue de Rivoli", "99", "Paris", "75001", county: "Paris", state: "Île-de-France"),
      "99 Rue de Rivoli|75001 Paris"
    ),
    (
      Address("GB", "Watling Street", "61", "London", "EC4M 9DD", suburb: "Clerkenwell", state: "England"),
      "61 Watling Street|London|EC4M 9DD"
    ),
    (
      Address("GB", "Watling Street", "61", nil, "EC4M 9DD", suburb: "Clerkenwell"),
      "61 Watling Street|Clerkenwell|EC4M 9DD"
    ),
    (Address("GR", "Ερμού", "12", "Αθήνα", "105 63"), "Ερμού 12|105 63 Αθήνα"),
    (Address("HR", "Ilica", "10", "Zagreb", "10000"), "Ilica 10|10000 Zagreb"),
    (Address("HU", "Honvéd utca", "13-15", "Budapest", "1055"), "Budapest|Honvéd utca 13-15|1055"),
    (
      Address("IE", "Main Street", "5", "Swords", "K67 X2P3", county: "County Dublin"),
      "5 Main Street|Swords|County Dublin|K67 X2P3"
    ),
    (
      Address("IE", "Bishop Street", "5", "Dublin", "D02 TD99", county: "County Dublin"),
      "5 Bishop Street|Dublin|D02 TD99"
    ),
    (Address("IS", "Laugavegur", "26", "Reykjavík", "101"), "Laugavegur 26|101 Reykjavík"),
    (Address("IT", "Via Veneto", "7", "Roma", "00187", state: "Lazio"), "Via Veneto 7|00187 Roma"),
    (Address("LI", "Im Duxer", "11", "Schaan", "9494", county: "Oberland"), "Im Duxer 11|9494 Schaan"),
    (Address("LT", "Gedimino prospektas", "7", "Vilnius", "01103"), "Gedimino prospektas 7|01103 Vilnius"),
    (Address("LU", "rue Mère Teresa", "2", "Luxembourg", "L-1234"), "2, rue Mère Teresa|L-1234 Luxembourg"),
    (Address("LV", "Brīvības iela", "15", "Rīga", "LV-1010"), "Brīvības iela 15|Rīga, LV-1010"),
    (Address("MC", "Boulevard d'Italie", "52", "Monaco", "98000"), "52 Boulevard d'Italie|98000 Monaco"),
    (Address("MT", "Triq Olaf Palme", "14", "Fgura", "FGR 1017"), "14, Triq Olaf Palme|Fgura FGR 1017"),
    (Address("NL", "Dam", "1", "Amsterdam", "1012 JS", state: "Noord-Holland"), "Dam 1|1012 JS Amsterdam"),
    (Address("NO", "Karl Johans gate", "22", "Oslo", "0026"), "Karl Johans gate 22|0026 Oslo"),
    (Address("PL", "ulica Nowy Świat", "6", "Warszawa", "00-400"), "ulica Nowy Świat 6|00-400 Warszawa"),
    (Address("PT", "Avenida dos Aliados", "62", "Porto", "4000-064"), "Avenida dos Aliados 62|4000-064 Porto"),
    (
      Address("RO", "Strada Lipscani", "12", "Sinaia", "106100", state: "Prahova"),
      "Strada Lipscani nr. 12|106100 Sinaia|Prahova"
    ),
    (Address("RS", "Кнез Михаилова", "1", "Београд", "11000"), "Кнез Михаилова 1|11000 Београд"),
    (
      Address("RU", "Большой Харитоньевский переулок", "8 с1", "Москва", "105062", state: "Москва"),
      "Большой Харитоньевский переулок, 8 с1|Москва|105062"
    ),
    (
      Address("RU", "улица Ленина", "3", "Гатчина", "188300", state: "Ленинградская область"),
      "улица Ленина, 3|Гатчина|Ленинградская область|188300"
    ),
    (Address("SE", "Drottninggatan", "5", "Stockholm", "111 51"), "Drottninggatan 5|111 51 Stockholm"),
    (Address("SK", "Obchodná", "1", "Bratislava", "811 06"), "Obchodná 1|811 06 Bratislava"),
    (Address("UA", "вулиця Хрещатик", "22", "Київ", "01001", state: "Київ"), "вулиця Хрещатик, 22|Київ|01001"),
    (
      Address("VA", "Via della Conciliazione", "1", "Città del Vaticano", "00120"),
      "Via della Conciliazione 1|00120 Città del Vaticano"
    ),
  ]

  static let asia: [(Address, String)] = [
    (
      Address("AE", "Sheikh Zayed Road", "12", "Dubai", suburb: "Al Satwa", state: "Dubai"),
      "12 Sheikh Zayed Road|Al Satwa|Dubai"
    ),
    (
      Address("CN", "Century Avenue", "8", "Shanghai", "200120", suburb: "Pudong", state: "Shanghai"),
      "8 Century Avenue, Pudong|Shanghai 200120"
    ),
    (
      Address("CN", "深南大道", "6001号", "深圳市", "518000", suburb: "福田区", state: "广东省"), "518000|广东省深圳市福田区深南大道6001号"
    ),
    (Address("CN", "深南大道", "6001", "深圳市", state: "广东省"), "广东省深圳市深南大道6001号"),
    (Address("GE", "რუსთაველის გამზირი", "8", "თბილისი", "0108"), "რუსთაველის გამზირი 8|0108 თბილისი"),
    (
      Address("HK", "Queen's Road Central", "99", "Central", state: "Hong Kong Island"),
      "99 Queen's Road Central|Central|Hong Kong Island"
    ),
    (Address("HK", "皇后大道中", "99", "中環", state: "香港島"), "香港島中環皇后大道中99號"),
    (
      Address("ID", "Jalan Merdeka", "5", "Bandung", "40111", state: "Jawa Barat"),
      "Jalan Merdeka No. 5|Bandung 40111|Jawa Barat"
    ),
    (Address("IL", "רחוב יפו", "16", "ירושלים", "9414219"), "רחוב יפו 16|ירושלים 9414219"),
    (Address("IL", "Jaffa Street", "16", "Jerusalem", "9414219"), "16 Jaffa Street|Jerusalem 9414219"),
    (
      Address("IN", "MG Road", "12", "Bengaluru", "560001", suburb: "Ashok Nagar", state: "Karnataka"),
      "12, MG Road|Ashok Nagar|Bengaluru 560001|Karnataka"
    ),
    (Address("JP", "千代田", "1-1", "千代田区", "100-8111", state: "東京都"), "〒100-8111|東京都千代田区千代田1-1"),
    (Address("JP", "Chiyoda", "1-1", "Chiyoda", "100-8111", state: "Tokyo"), "1-1 Chiyoda|Chiyoda, Tokyo 100-8111"),
    (Address("KR", "세종대로", "110", "서울특별시", "04524", suburb: "중구", state: "서울특별시"), "서울특별시 중구 세종대로 110|04524"),
    (
      Address("KR", "Sejong-daero", "110", "Seoul", "04524", suburb: "Jung-gu", state: "Seoul"),
      "110, Sejong-daero, Jung-gu|Seoul 04524"
    ),
    (Address("KZ", "проспект Абая", "10", "Алматы", "050000", state: "Алматы"), "050000|Алматы|проспект Абая, 10"),
    (
      Address("MY", "Jalan Tun Razak", "5", "Kuala Lumpur", "50400", state: "Kuala Lumpur"),
      "5, Jalan Tun Razak|50400 Kuala Lumpur"
    ),
    (
      Address("PH", "Rizal Avenue", "123", "Manila", "1000", suburb: "Santa Cruz", state: "Metro Manila"),
      "123 Rizal Avenue, Santa Cruz, Manila|1000 Metro Manila"
    ),
    (
      Address("SA", "King Fahd Road", "8228", "Riyadh", "12271", suburb: "Al Olaya"),
      "8228 King Fahd Road, Al Olaya|Riyadh 12271"
    ),
    (Address("SG", "Marina Boulevard", "10", "Singapore", "018983"), "10 Marina Boulevard|Singapore 018983"),
    (
      Address("TH", "Sukhumvit Road", "25", "Bangkok", "10110", suburb: "Watthana", state: "Bangkok"),
      "25 Sukhumvit Road|Watthana|Bangkok 10110"
    ),
    (
      Address("TR", "Atatürk Caddesi", "50", "Çankaya", "06520", suburb: "Kızılay Mahallesi", state: "Ankara"),
      "Kızılay Mahallesi|Atatürk Caddesi No:50|06520 Çankaya/Ankara"
    ),
    (Address("TW", "市府路", "1號", "臺北市", "110", suburb: "信義區", state: "臺北市"), "110 臺北市信義區市府路1號"),
    (Address("TW", "市府路", "12之3", "臺北市", state: "臺北市"), "臺北市市府路12之3號"),
    (Address("TW", "市府路", "5號之1", "臺北市", state: "臺北市"), "臺北市市府路5號之1"),
    (Address("TW", "市府路", "甲棟", "臺北市", state: "臺北市"), "臺北市市府路甲棟"),
    (Address("TW", "Shifu Road", "1", "Taipei", "110", state: "Taipei"), "1, Shifu Road|Taipei 110"),
    (
      Address("VN", "Đường Lê Lợi", "8", "Huế", "530000", state: "Thừa Thiên Huế"),
      "8 Đường Lê Lợi|Huế|Thừa Thiên Huế 530000"
    ),
  ]

  static let africa: [(Address, String)] = [
    (Address("CI", "Boulevard de la République", "20", "Abidjan"), "20 Boulevard de la République|Abidjan"),
    (Address("DZ", "Rue de l'Indépendance", "2", "Alger", "16000"), "2, Rue de l'Indépendance|16000 Alger"),
    (Address("EG", "Talaat Harb Street", "7", "Cairo", "11511", state: "Cairo"), "7 Talaat Harb Street|Cairo|11511"),
    (Address("KE", "Moi Avenue", "20", "Nairobi", "00100"), "20 Moi Avenue|Nairobi|00100"),
    (Address("MA", "Rue Ibn Sina", "12", "Rabat", "10000"), "12, Rue Ibn Sina|10000 Rabat"),
    (
      Address("NG", "Broad Street", "14", "Lagos Island", "102273", state: "Lagos"),
      "14 Broad Street|Lagos Island 102273|Lagos"
    ),
    (Address("RE", "Rue de Paris", "9", "Saint-Denis", "97400"), "9 Rue de Paris|97400 Saint-Denis"),
    (
      Address("ZA", "Long Street", "100", "Cape Town", "8001", suburb: "Gardens"),
      "100 Long Street|Gardens|Cape Town|8001"
    ),
  ]

  static let america: [(Address, String)] = [
    (
      Address("AR", "Avenida Corrientes", "348", "Rosario", "2000", state: "Santa Fe"),
      "Avenida Corrientes 348|2000 Rosario|Santa Fe"
    ),
    (
      Address(
        "BR", "Avenida Paulista", "1578", "São Paulo", "01310-200", suburb: "Bela Vista", state: "São Paulo",
        code: "BR-SP"),
      "Avenida Paulista, 1578|Bela Vista|São Paulo - SP|01310-200"
    ),
    (
      Address("CA", "Rue Sherbrooke Ouest", "1000", "Montréal", "H3A 3G4", state: "Québec", code: "CA-QC"),
      "1000 Rue Sherbrooke Ouest|Montréal QC H3A 3G4"
    ),
    (
      Address("CL", "Avenida Providencia", "1208", "Providencia", "7500000", state: "Región Metropolitana"),
      "Avenida Providencia 1208|7500000 Providencia|Región Metropolitana"
    ),
    (
      Address("CO", "Calle 12", "34-56", "Medellín", "050010", state: "Antioquia"),
      "Calle 12 # 34-56|Medellín, Antioquia, 050010"
    ),
    (
      Address("CR", "Avenida Central", "10", "Escazú", "10201", state: "San José"),
      "Avenida Central 10|San José, Escazú|10201"
    ),
    (Address("EC", "Avenida Amazonas", "24", "Quito", "170515"), "Avenida Amazonas 24|170515|Quito"),
    (
      Address("MX", "Avenida Juárez", "44", "Ciudad de México", "06010", suburb: "Centro", state: "Ciudad de México"),
      "Avenida Juárez 44|Centro|06010 Ciudad de México"
    ),
    (
      Address("PE", "Avenida Larco", "400", "Miraflores", "15074", state: "Lima"),
      "Avenida Larco 400|Miraflores 15074|Lima"
    ),
    (Address("PR", "Calle Fortaleza", "63", "San Juan", "00901"), "63 Calle Fortaleza|San Juan, PR 00901"),
    (
      Address(
        "US", "10th Street", "465", "San Francisco", "94103", county: "San Francisco County", state: "California",
        code: "US-CA"),
      "465 10th Street|San Francisco, CA 94103"
    ),
    (
      Address("US", "10th Street", "465", "San Francisco", "94103", state: "California"),
      "465 10th Street|San Francisco, California 94103"
    ),
    (
      Address("UY", "18 de Julio", "1360", "Montevideo", "11200", state: "Montevideo"),
      "18 de Julio 1360|11200 Montevideo"
    ),
  ]

  static let oceania: [(Address, String)] = [
    (
      Address(
        "AU", "Crown Street", "12", "Surry Hills", "2010", county: "City of Sydney", state: "New South Wales",
        code: "AU-NSW"),
      "12 Crown Street|Surry Hills NSW 2010"
    ),
    (
      Address("AU", "Fifth Street", nil, "Sydney", "2193", suburb: "Ashbury", state: "New South Wales", code: "AU-NSW"),
      "Fifth Street|Ashbury NSW 2193"
    ),
    (
      Address("NZ", "Vogel Street", "43", "Lower Hutt", "5010", suburb: "Woburn"),
      "43 Vogel Street|Woburn|Lower Hutt 5010"
    ),
    (Address("NC", "Rue de l'Alma", "3", "Nouméa", "98800"), "3 Rue de l'Alma|98800 Nouméa"),
    (Address("FJ", "Victoria Parade", "2", "Suva"), "2 Victoria Parade|Suva"),
    (Address("GU", "Marine Corps Drive", "1", "Hagåtña", "96910"), "1 Marine Corps Drive|Hagåtña, GU 96910"),
  ]
}
