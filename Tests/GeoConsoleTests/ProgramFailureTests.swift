import ArgumentParser
import GeoConsole
import GeoModel
import GeoStore
import Testing

@Suite struct ProgramFailureTests {
  @Test(
    "a store that cannot be used ends all programs with the same number",
    arguments: [
      (.missing, 66), (.unreadable, 66), (.foreign, 65), (.outdated, 65), (.damaged, 65),
      (.unwritable, 73),
    ] as [(StoreError.Code, Int32)])
  func store(code: StoreError.Code, status: Int32) {
    let failure = ProgramFailure(known: StoreError(code, "the sentence"))
    #expect(failure?.status.rawValue == status && failure?.message == "the sentence")
  }

  @Test(
    "a query that is not answered ends all programs with the same number",
    arguments: [
      (.placemarkNotFound, 1), (.invalidQuery, 64), (.cancelled, 130), (.timeout, 69),
      (.loadingThrottled, 69), (.serverFailure, 65),
    ] as [(GeocodingError.Code, Int32)])
  func query(code: GeocodingError.Code, status: Int32) {
    #expect(ProgramFailure(known: GeocodingError(code, "the sentence"))?.status.rawValue == status)
  }

  @Test("what the argument parser says is left to it")
  func parser() {
    #expect(ProgramFailure(known: ValidationError("--threads takes 1 to 256")) == nil)
    #expect(ProgramFailure(known: CleanExit.helpRequest()) == nil)
  }
}
