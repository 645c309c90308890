import GeoMap
import GeoWire

// Reports of pages about loading and drawing tiles, which clients get as MapKit's delegates do.
extension MapRoom {
  /// Notes that a page has begun to load tiles (nil), or has finished with a number of failed ones. The end may be its
  /// first report.
  func loadTiles(_ failed: Int?, _ number: Int) {
    if screens[number]?.isLoading == false {
      recorder.add(.willStartLoadingMap) { $0.member("screen", number) }
      recorder.add(.willStartRenderingMap) { $0.member("screen", number) }
    }
    screens[number]?.isLoading = failed == nil
    guard let failed else { return }
    let given = missingGivenTiles
    // The page will get the parts, or their failures, and will report again.
    guard given == 0 || !questions.awaitsTiles else {
      screens[number]?.isLoading = true
      return
    }
    let missing = max(0, failed) + given
    recorder.add(
      loadedOn: number, missing == 0 ? nil : missing == 1 ? "a tile did not come" : "\(missing) tiles did not come")
  }

  /// The number of visible tiles from clients that are missing. Pages show tiles of whole levels.
  private var missingGivenTiles: Int {
    let zoomScale = MapScale.zoomScale(level: map.level.rounded())
    return map.overlays.reduce(0) { sum, id in
      guard let renderer = map.renderer(for: id) as? LoadedTileRenderer else { return sum }
      return sum + map.visibleMapRect.worldParts.reduce(0) { $0 + renderer.missingCount(in: $1, zoomScale: zoomScale) }
    }
  }
}

extension MapRecorder {
  /// Records that a page has loaded and drawn its tiles, with the reason if some are missing.
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
