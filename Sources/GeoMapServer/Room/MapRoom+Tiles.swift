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
    let given = missingGivenTiles
    // The page will be shown what has come, or has not, and will say so again.
    guard given == 0 || !questions.awaitsTiles else {
      screens[number]?.isLoading = true
      return
    }
    let missing = max(0, failed) + given
    recorder.add(
      loadedOn: number, missing == 0 ? nil : missing == 1 ? "a tile did not come" : "\(missing) tiles did not come")
  }

  /// How many tiles that clients load belong to what is seen and are not there. Pages show those of whole levels.
  private var missingGivenTiles: Int {
    let zoomScale = MapScale.zoomScale(level: map.level.rounded())
    return map.overlays.reduce(0) { sum, id in
      guard let renderer = map.renderer(for: id) as? LoadedTileRenderer else { return sum }
      return sum + map.visibleMapRect.worldParts.reduce(0) { $0 + renderer.missingCount(in: $1, zoomScale: zoomScale) }
    }
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
