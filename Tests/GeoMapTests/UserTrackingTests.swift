@testable import GeoMap
import GeoModel
import Testing

@Suite("The user's location of a map")
struct UserTrackingTests {
  @Test("it is known while it is shown, and forgotten with its heading; a heading without a number is unknown")
  func place() {
    var user = UserTracking()
    let here = Coordinate(clampingLatitude: 50, longitude: 8)
    user.update(UserLocation.Location(coordinate: here), heading: .nan)
    #expect(user.place == nil && user.location.heading == nil)
    user.isShown = true
    user.update(UserLocation.Location(coordinate: here), heading: 90)
    #expect(user.place == here && user.location.heading == 90)
    user.forgetPlace()
    #expect(user.place == nil && user.location.heading == nil)
  }
}
