import GeoMap
import GeoWire

// What pages say of the tiles that they load and draw, which clients hear as MapKit's delegates do.
extension MapRoom {
  /// A page has begun to load tiles; or has loaded all but so many, which may be the first that it says of them.
  func loadTiles(_ failed: Int?, _ number: Int) {
    if screens[number]?.isLoading == false {
      recorder.add(.willStartLoadingMap) { $0.member("screen", number) }
      recorder.add(.willStartRenderingMap) { $0.member("screen", number) }
    }
    screens[number]?.isLoading = failed == nil
    guard let failed else { return }
    recorder.add(
      loadedOn: number, failed <= 0 ? nil : failed == 1 ? "a tile did not come" : "\(failed) tiles did not come")
  }
}

extension MapRecorder {
  /// A page has loaded and drawn its tiles, but for those that did not come for a reason.
  func add(loadedOn screen: Int, _ failure: String?) {
    add(failure == nil ? .didFinishLoadingMap : .didFailLoadingMap) { json in
      json.member("screen", screen)
      if let failure { json.member("error", failure) }
    }
    add(.didFinishRenderingMap) { json in
      json.member("fullyRendered", failure == nil)
      json.member("screen", screen)
    }
  }
}
