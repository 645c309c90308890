import GeoConsole
import Testing

@Suite("The user's languages") struct UserLanguagesTests {
  private func list(_ variables: [String: String]) throws -> [String] {
    try UserLanguages { variables[$0] }.list()
  }

  @Test("GEOCODE_LANGUAGE is a list as behind --language")
  func own() throws {
    #expect(try list(["GEOCODE_LANGUAGE": "fr,de", "LANG": "ja_JP.UTF-8"]) == ["fr", "de"])
    #expect(try list(["GEOCODE_LANGUAGE": "native", "LANG": "ja_JP.UTF-8"]) == ["native"])
    let error = #expect(throws: UsageError.self) { try list(["GEOCODE_LANGUAGE": "deu%tsch"]) }
    #expect(error?.message.hasPrefix("the variable GEOCODE_LANGUAGE: “deu%tsch” is not a language") == true)
  }

  @Test(
    "the locale's language helps where local names cannot be read",
    arguments: [
      (["LANG": "de_CH.UTF-8"], "de-CH"), (["LANG": "de_DE", "LC_MESSAGES": "fr_FR.UTF-8"], "fr-FR"),
      (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "ja_JP"], "ja-JP"), (["LANG": "sr_RS@latin"], "sr-Latn-RS"),
      (["LANG": "de_DE@euro"], "de-DE"), (["LANG": "C.UTF-8"], "en"), (["LC_ALL": "POSIX"], "en"),
      (["LANG": "german"], "en"),
      ([:], "en"),
    ])
  func locale(_ variables: [String: String], _ expected: String) throws {
    #expect(try list(variables) == ["native", expected])
  }
}
