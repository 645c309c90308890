import Testing

@testable import GeoImport

struct SimilarNamesTests {
  @Test(
    "careless spellings of one name are similar",
    arguments: [
      ("schellenberger strasse", "schellenbergerstrasse"), ("rua de 31 de janeiro", "rua 31 de janeiro"),
      ("im troxle", "im troexle"), ("rose street", "rose steet"), ("avenida vimara peres", "avenida de vimara peres"),
      ("gampelw", "gampelnw"), ("marktplatzw", "marktplazw"),
    ])
  func similar(_ a: String, _ b: String) {
    let (a, b) = (SimilarNames.Key(a), SimilarNames.Key(b))
    #expect(SimilarNames.areSimilar(a, b) && SimilarNames.areSimilar(b, a))
  }

  @Test(
    "names that differ in a number, a short word or more than a letter are not",
    arguments: [
      ("avenue a", "avenue b"), ("5th street", "6th street"), ("osterstrasse", "westerstrasse"),
      ("east road", "west road"),
      ("street 12345", "street 12346"), ("old north road", "old south road"), ("", "de la"), ("upper lane", "lane"),
      // Gampgasse and Gampweg, Widumweg and Widum, as keys.
      ("gampg", "gampw"), ("widumw", "widum"),
    ])
  func different(_ a: String, _ b: String) {
    let (a, b) = (SimilarNames.Key(a), SimilarNames.Key(b))
    #expect(!SimilarNames.areSimilar(a, b) && !SimilarNames.areSimilar(b, a))
  }
}
