import GeoModel

extension MapView {
  /// Whether the user's location is shown (`showsUserLocation`). Default false. Setting true asks the delegate for the
  /// location, which ``updateUserLocation(_:heading:)`` then supplies; false discards it.
  public var showsUserLocation: Bool {
    get { user.isShown }
    set {
      guard newValue != user.isShown else { return }
      user.isShown = newValue
      user.location.isUpdating = newValue
      if newValue {
        delegate?.mapViewWillStartLocatingUser(self)
      } else {
        if user.mode != .none { setTrackingMode(.none, animated: false) }
        user.forgetPlace()
        if let slot = layer.store.slot(of: .userLocation) { remove(slot) }
        delegate?.mapViewDidStopLocatingUser(self)
      }
    }
  }

  /// The annotation of the user's location (`userLocation`). Its title and subtitle can be set.
  public var userLocation: UserLocation {
    get { user.location }
    set {
      user.location.title = newValue.title
      user.location.subtitle = newValue.subtitle
      if let slot = layer.store.slot(of: .userLocation) { replace(slot, user.location) }
    }
  }

  /// Whether the location is known and inside the visible rectangle (`isUserLocationVisible`).
  public var isUserLocationVisible: Bool {
    guard let place = user.place else { return false }
    return window.mapRect.containsOnGlobe(MapPoint(place))
  }

  /// Updates the user's location; ignored while it is not shown. The map moves along if it follows the user.
  public func updateUserLocation(_ place: UserLocation.Location, heading: Double? = nil) {
    guard user.isShown else { return }
    user.update(place, heading: heading)
    if let slot = layer.store.slot(of: .userLocation) {
      replace(slot, user.location)
    } else {
      let slot = layer.store.insert(.userLocation, place.coordinate, title: nil, kind: 0)
      layer.store.setExtra(AnnotationStore.Extra(annotation: user.location), of: slot)
      layer.settle(slot)
    }
    delegate?.mapView(self, didUpdate: user.location)
    if user.mode == .follow { setCenter(place.coordinate, animated: true) }
    layout()
  }

  /// Reports why locating failed; ignored while the location is not shown. The last location stays.
  public func failToLocateUser(_ error: any Error) {
    guard user.isShown else { return }
    journal?.failure = "\(error)"
    delegate?.mapView(self, didFailToLocateUserWithError: error)
  }

  /// Whether the map follows the user (`userTrackingMode`).
  public var userTrackingMode: UserTrackingMode {
    get { user.mode }
    set { setUserTrackingMode(newValue, animated: false) }
  }

  /// Starts or stops following the user (`setUserTrackingMode(_:animated:)`). Following also shows the location, and
  /// ends when the user pans or zooms.
  public func setUserTrackingMode(_ mode: UserTrackingMode, animated: Bool) {
    guard mode != user.mode else { return }
    if mode == .follow { showsUserLocation = true }
    setTrackingMode(mode, animated: animated)
    if mode == .follow, let place = user.location.location { setCenter(place.coordinate, animated: animated) }
  }

  func setTrackingMode(_ mode: UserTrackingMode, animated: Bool) {
    user.mode = mode
    delegate?.mapView(self, didChange: mode, animated: animated)
  }
}
