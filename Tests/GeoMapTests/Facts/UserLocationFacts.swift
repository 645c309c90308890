import GeoMap
import GeoModel
import Testing

@Suite("User location")
struct UserLocationFacts {
  struct NoSignal: Error {}

  @Test("76: shown, it is asked for, updated and forgotten, in this order")
  func shown() throws {
    let stage = try Stage()
    stage.map.updateUserLocation(.init(coordinate: stage.at(1, 1)))
    #expect(stage.recorder.take() == [], "nobody asked for it")
    stage.map.showsUserLocation = true
    stage.map.updateUserLocation(.init(coordinate: stage.at(300, 300), accuracyMeters: 50))
    #expect(stage.recorder.take() == ["locating", "located", "view? user", "added user"])
    #expect(stage.map.isUserLocationVisible)
    stage.map.updateUserLocation(.init(coordinate: stage.at(310, 300)), heading: 90)
    #expect(stage.recorder.take() == ["located"] && stage.map.userLocation.heading == 90)
    #expect(abs(stage.map.view(for: .userLocation)!.center.x - 310) < 0.01)
    stage.map.showsUserLocation = false
    #expect(stage.recorder.take() == ["stopped"] && stage.map.view(for: .userLocation) == nil)
  }

  @Test("the dot has an arrow that turns as the user heads, while that is known")
  func heading() throws {
    let stage = try Stage()
    stage.map.showsUserLocation = true
    func drawing(_ heading: Double?) throws -> Drawing {
      stage.map.updateUserLocation(.init(coordinate: stage.at(300, 300)), heading: heading)
      let view = try #require(stage.map.view(for: .userLocation))
      #expect(view.rotationDegrees == heading ?? 0)
      return view.drawing()
    }
    let without = try drawing(nil)
    let arrow = try drawing(90)
    #expect(arrow.steps.count == without.steps.count + 1)
    #expect(try drawing(225) == arrow, "the view turns, not what it draws")
    #expect(try drawing(nil) == without)
  }

  @Test("77: location is nil before the first update, and after it is no longer shown")
  func unknown() throws {
    let stage = try Stage()
    stage.map.showsUserLocation = true
    #expect(
      stage.map.userLocation.location == nil && stage.map.userLocation.isUpdating && !stage.map.isUserLocationVisible)
    #expect(stage.map.userLocation.title == "Current Location")
    stage.map.updateUserLocation(.init(coordinate: stage.at(300, 300)))
    #expect(stage.map.userLocation.location != nil)
    stage.map.showsUserLocation = false
    #expect(stage.map.userLocation.location == nil && !stage.map.userLocation.isUpdating)
  }

  @Test("78: a failure is told, and the last location stays")
  func failure() throws {
    let stage = try Stage()
    stage.map.failToLocateUser(NoSignal())
    stage.map.showsUserLocation = true
    stage.map.updateUserLocation(.init(coordinate: stage.at(300, 300)))
    _ = stage.recorder.take()
    stage.map.failToLocateUser(NoSignal())
    #expect(stage.recorder.take() == ["lost"] && stage.map.userLocation.location != nil)
  }

  @Test("79: following moves the map with each update; a pan by the user ends it")
  func following() throws {
    let stage = try Stage()
    stage.map.setUserTrackingMode(.follow, animated: true)
    #expect(stage.recorder.take() == ["locating", "track follow"] && stage.map.showsUserLocation)
    let place = stage.at(700, 100)
    stage.map.updateUserLocation(.init(coordinate: place))
    #expect(abs(stage.map.centerCoordinate.latitude - place.latitude) < 1e-9)
    #expect(
      stage.recorder.take() == ["located", "will true", "visible", "view? user", "added user", "did true"])
    stage.handle(.press(ScreenPoint(x: 200, y: 200), time: 0))
    stage.handle(.move(ScreenPoint(x: 250, y: 200), time: 0.1))
    stage.handle(.release(ScreenPoint(x: 250, y: 200), time: 0.2))
    #expect(stage.recorder.take() == ["track none", "will true", "visible", "did true"])
    #expect(stage.map.userTrackingMode == .none && stage.map.showsUserLocation)
  }
}
