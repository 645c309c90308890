import GeoSupport
import Testing

@testable import GeoLocale

@Suite("Names without articles and prepositions")
struct SmallWordsTests {
  @Test(
    "have the key of their other words, with a space between them",
    arguments: [
      ("Carrer del Prat Gran", ["Carrer", "Prat", "Gran"]), ("Rue de l’Église", ["Rue", "Église"]),
      ("Rue de l´Église", ["Rue", "Église"]), ("Via dell'Arco", ["Via", "dell", "Arco"]),
      ("Av.Príncep Benlloch", ["Av.", "Príncep", "Benlloch"]), ("J.F. Kennedy-Str.", ["J.", "F.", "Kennedy", "Str."]),
      ("St.St.St.St.Ü.ß.", ["St.", "St.", "St.", "St.", "Ü.", "ß."]),
      ("Haupt-Straße", ["Haupt", "Straße"]), ("  An der  Lake ", ["An", "der", "Lake"]),
      ("Calle E", ["Calle"]), ("De La", ["De La"]), ("´", ["´"]), ("", [""]), ("улица Ленина", ["улица", "Ленина"]),
      ("東京 一丁目", ["東京", "一丁目"]), ("St. John's Ave", ["St.", "John", "s", "Ave"]), ("Foo … Bar", ["Foo", "…", "Bar"]),
    ])
  func keys(name: String, rest: [String]) {
    let key = rest.map(NameFolding.key).joined(separator: " ")
    #expect(SmallWords.keyWithout(name) == key)
    #expect(SmallWords.keyHashWithout(name) == Hashing.mix(Hashing.fnv1a(key.utf8)))
    #expect(NameFolding.keyHash(for: name) == Hashing.mix(Hashing.fnv1a(NameFolding.key(for: name).utf8)))
  }
}
