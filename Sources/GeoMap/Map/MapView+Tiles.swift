import GeoModel

extension MapView {
  /// Loads all missing tiles of the visible map concurrently. Notifies the delegate that loading starts, then that it
  /// finished or failed. Does nothing when no tile is missing.
  ///
  /// A tile that fails or times out counts as a failure of that tile alone, and is not retried before `reloadData()`.
  public nonisolated(nonsending) func loadTiles() async {
    let missing = overlayList.missingTiles(in: window, scale)
    guard !missing.isEmpty else { return }
    delegate?.mapViewWillStartLoadingMap(self)
    let failure = await TileJob.load(missing)
    if let failure {
      delegate?.mapViewDidFailLoadingMap(self, withError: failure)
    } else {
      delegate?.mapViewDidFinishLoadingMap(self)
    }
  }
}
