import Testing

@testable import GeoLocale

@Suite("Keys of names")
struct NameFoldingTests {
  @Test(
    "spellings of one street have one key",
    arguments: [
      ["St. John's Ave", "Saint Johns Avenue", "ST JOHN’S AVE."],
      ["Hauptstraße", "Hauptstr.", "hauptstrasse", "Haupt-Straße", "HAUPTSTRASSE"],
      ["Karl-Marx-Straße", "Karl-Marx-Str.", "Karl Marx Str"],
      ["Kerkstraat", "Kerkstr."],
      ["10th Street", "10th St", "10TH STREET"],
      ["North Main Street", "N Main St", "N. Main St."],
      ["10th Street Northwest", "10th St NW"],
      ["Dr Martin Luther King Jr Drive", "Dr. Martin Luther King Junior Dr"],
      ["Rua Oliveira e Silva", "R. Oliveira e Silva"],
      ["Avenida dos Aliados", "Av. dos Aliados"],
      ["Plaça Guillemó", "Pl. Guillemo", "Placa Guillemó"],
      ["Praça da Liberdade", "Pç. da Liberdade"],
      ["Calle Mayor", "C/ Mayor", "C. Mayor"],
      ["Boulevard d'Italie", "Bd d’Italie", "Blvd. d'Italie"],
      ["Rue du Faubourg Saint-Honoré", "Rue du Fbg St Honoré"],
      ["улица Ленина", "ул. Ленина", "Ленина улица", "УЛИЦА ЛЕНИНА"],
      ["Чистопрудный бульвар", "бульвар Чистопрудный", "Чистопрудный б-р"],
      ["Невский проспект", "пр-т Невский", "Невский пр."],
      ["Piazza Navona", "P.zza Navona"],
      ["First Avenue", "1st Ave"],
      ["Łódzka", "Lodzka"], ["Strandvænget", "Strandvaenget"], ["Fjällgatan", "Fjallgatan"],
      ["Straße", "strasse"],
      ["Marktplatz", "Marktpl."], ["Kirchweg", "Kirchw."], ["Mariahilfer Gasse", "Mariahilfer-Gasse"],
      ["Storgata", "Storgt."],
      ["Bürgermeister-Werner-Weick-Straße", "Bgm. Werner-Weick-Str."], ["Sankt-Martin-Straße", "St.-Martin-Straße"],
      ["Route de Lyon", "Rte de Lyon"], ["Chemin des Vignes", "Chem. des Vignes", "Ch. des Vignes"],
      ["Viale Europa", "V.le Europa"], ["Corso Italia", "C.so Italia"], ["Via San Francesco", "V. S. Francesco"],
      ["Carrer de Mallorca", "C/ de Mallorca"], ["Passeig de Gràcia", "Pg. de Gràcia"],
      ["Carretera General", "Ctra. General"],
      ["ulica Długa", "ul. Długa", "UL. DLUGA"], ["Aleje Jerozolimskie", "Al. Jerozolimskie"],
      ["náměstí Míru", "nám. Míru"],
      ["Kossuth utca", "Kossuth u."], ["Atatürk Caddesi", "Atatürk Cad."], ["Jalan Merdeka", "Jl. Merdeka"],
      ["Λεωφόρος Συγγρού", "Λεωφ. Συγγρού", "ΛΕΩΦΟΡΟΣ ΣΥΓΓΡΟΥ"], ["שדרות רוטשילד", "שד׳ רוטשילד", "שד' רוטשילד"],
      ["вулиця Хрещатик", "вул. Хрещатик", "Хрещатик вулиця"], ["Большая Ордынка", "Б. Ордынка"],
      ["paral·lel", "parallel"],
      ["Avinguda del Paral·lel", "Av. del Parallel"], ["Lambert-Str.", "Lambertstraße"],
    ])
  func sameKey(spellings: [String]) {
    let keys = Set(spellings.map(NameFolding.key))
    #expect(keys.count == 1, "\(spellings.map(NameFolding.key))")
  }

  @Test(
    "different streets have different keys",
    arguments: [
      ("10th Street", "10th Avenue"), ("St John Street", "St John Avenue"), ("1 1st Street", "11st Street"),
      ("Foo Place", "Foo Plaza"), ("Hauptstraße", "Hauptweg"), ("улица Ленина", "переулок Ленина"),
      ("Rua Nova", "Avenida Nova"), ("Main Street North", "Main Street South"), ("Dr King Street", "King Drive"),
    ])
  func otherKey(a: String, b: String) { #expect(NameFolding.key(for: a) != NameFolding.key(for: b)) }

  @Test("a name without letters or digits has an empty key")
  func empty() {
    #expect(NameFolding.key(for: "") == "")
    #expect(NameFolding.key(for: " -–- ") == "")
  }
}
