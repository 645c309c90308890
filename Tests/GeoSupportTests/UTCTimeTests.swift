import GeoSupport
import Testing

@Suite struct UTCTimeTests {
  @Test("a moment that is written is read again", arguments: [0, 86_399, 1_671_139_313, 4_102_444_800])
  func writtenAndRead(seconds: Int) {
    #expect(UTCTime.seconds(of: UTCTime(seconds: seconds).iso8601) == seconds)
  }

  @Test("a date alone is the beginning of its day, and change files escape their colons")
  func otherForms() {
    #expect(UTCTime.seconds(of: "1970-01-02") == 86_400)
    #expect(UTCTime.seconds(of: #"2022-12-15T21\:21\:53Z"#) == 1_671_139_313)
  }

  @Test("what is no moment is none", arguments: ["", "some day", "2022-12", "2022-13-15T00:00:00Z", "2022-12-00"])
  func wrong(text: String) { #expect(UTCTime.seconds(of: text) == nil) }

  @Test("a year that nobody will see is written without harm")
  func farYears() {
    #expect(UTCTime(seconds: 67_768_036_191_676_799).iso8601 == "2147485547-12-31T23:59:59Z")
  }
}
