import GeoSupport
import Synchronization
import Testing

@testable import GeoLocale

@Suite("Many threads")
struct ThreadTests {
  private static let names = [
    "Hauptstraße", "улица Ленина", "Πλατεία Συντάγματος", "Đường Lê Lợi", "שד׳ רוטשילד", "千代田",
  ]

  @Test("keys, transliterations and names of countries are the same on every thread")
  func sameEverywhere() {
    let expected = Self.answers()
    let differing = Mutex(0)
    SystemThread.perform(onThreads: 64) {
      if Self.answers() != expected { differing.withLock { $0 += 1 } }
    }
    #expect(differing.withLock { $0 } == 0)
  }

  @Test("what is kept of a character is what was worked out, whichever thread was first")
  func folding() {
    // Accents, which are removed, and syllables that no other test folds.
    let scalars = Array(0x300..<0x380) + Array(0x1400..<0x1500)
    let expected = scalars.map { ScalarFolding.compute(UInt32($0)) }
    let differing = Mutex(0)
    SystemThread.perform(onThreads: 8) {
      for _ in 0..<2 where scalars.map({ ScalarFolding.folded(UInt32($0)) }) != expected {
        differing.withLock { $0 += 1 }
      }
    }
    #expect(differing.withLock { $0 } == 0)
  }

  private static func answers() -> [String] {
    let chooser = NameChooser(languages: ["de", "sr-Latn"])
    return names.map(NameFolding.key)
      + names.map { chooser.choose(local: $0, countryCode: "RU", translation: { _ in nil }).text }
      + ["CH", "RU", "JP"].compactMap { CountryNames.name(ofCountry: $0, language: "fr") }
  }
}
