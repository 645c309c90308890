import GeoNominatim
@testable import GeoStore
import Testing

@Suite("Status")
struct StatusTests {
  @Test("text says OK, or what is missing")
  func text() throws {
    let info = StatusTests.info
    #expect(try NominatimResponder.status(info, parameters: []).text == "OK")
    let missing = try NominatimResponder.status(nil, parameters: [])
    #expect(missing.status == 500)
    #expect(missing.text == "ERROR: No database")
  }

  @Test("json has the date of the data")
  func json() throws {
    let response = try NominatimResponder.status(StatusTests.info, parameters: parameters("format=json"))
    #expect(response.status == 200)
    #expect(
      response.text.hasPrefix(
        #"{"status":0,"message":"OK","data_updated":"2021-01-06T15:53:42+00:00","software_version":""#))
    let missing = try NominatimResponder.status(nil, parameters: parameters("format=json"))
    #expect(missing.status == 200)
    #expect(missing.text.hasPrefix(#"{"status":700,"message":"No database""#))
  }

  @Test("another format is refused")
  func unknown() {
    #expect(throws: NominatimProblem.self) { try NominatimResponder.status(nil, parameters: parameters("format=xml")) }
  }

  private static var info: StoreInfo {
    var metadata = StoreMetadata()
    metadata.dataDate = "2021-01-06T15:53:42Z"
    return StoreInfo(
      formatVersion: 1, writtenBy: "", metadata: metadata, counts: [], bounds: nil, fileSize: 0)
  }
}
