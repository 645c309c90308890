import GeoModel

extension MapView {
  /// Whether the user's location is shown (`showsUserLocation`). Default false. Setting true asks the delegate for the
  /// location, which ``updateUserLocation(_:heading:)`` then supplies; false discards it.
  public var showsUserLocation: Bool {
    get { showsLocation }
    set {
      guard newValue != showsLocation else { return }
      showsLocation = newValue
      location.isUpdating = newValue
      if newValue {
        delegate?.mapViewWillStartLocatingUser(self)
      } else {
        if trackingMode != .none { setTrackingMode(.none, animated: false) }
        location.location = nil
        location.heading = nil
        if let slot = store.slot(of: .userLocation) { remove(slot) }
        delegate?.mapViewDidStopLocatingUser(self)
      }
    }
  }

  /// The annotation of the user's location (`userLocation`). Its title and subtitle can be set.
  public var userLocation: UserLocation {
    get { location }
    set {
      location.title = newValue.title
      location.subtitle = newValue.subtitle
      if let slot = store.slot(of: .userLocation) { replace(slot, location) }
    }
  }

  /// Whether the location is known and inside the visible rectangle (`isUserLocationVisible`).
  public var isUserLocationVisible: Bool {
    guard showsLocation, let place = location.location?.coordinate else { return false }
    return visibleMapRect.containsOnGlobe(MapPoint(place))
  }

  /// Updates the user's location; ignored while it is not shown. The map moves along if it follows the user.
  public func updateUserLocation(_ place: UserLocation.Location, heading: Double? = nil) {
    guard showsLocation else { return }
    location.location = place
    location.heading = heading.flatMap { $0.isFinite ? $0 : nil }
    if let slot = store.slot(of: .userLocation) {
      replace(slot, location)
    } else {
      let slot = store.insert(.userLocation, place.coordinate, title: nil, kind: 0)
      store.setExtra(AnnotationStore.Extra(annotation: location), of: slot)
      settle(slot)
    }
    delegate?.mapView(self, didUpdate: location)
    if trackingMode == .follow { setCenter(place.coordinate, animated: true) }
    layout()
  }

  /// Reports why locating failed; ignored while the location is not shown. The last location stays.
  public func failToLocateUser(_ error: any Error) {
    guard showsLocation else { return }
    journal?.failure = "\(error)"
    delegate?.mapView(self, didFailToLocateUserWithError: error)
  }

  /// Whether the map follows the user (`userTrackingMode`).
  public var userTrackingMode: UserTrackingMode {
    get { trackingMode }
    set { setUserTrackingMode(newValue, animated: false) }
  }

  /// Starts or stops following the user (`setUserTrackingMode(_:animated:)`). Following also shows the location, and
  /// ends when the user pans or zooms.
  public func setUserTrackingMode(_ mode: UserTrackingMode, animated: Bool) {
    guard mode != trackingMode else { return }
    if mode == .follow { showsUserLocation = true }
    setTrackingMode(mode, animated: animated)
    if mode == .follow, let place = location.location { setCenter(place.coordinate, animated: animated) }
  }

  func setTrackingMode(_ mode: UserTrackingMode, animated: Bool) {
    trackingMode = mode
    delegate?.mapView(self, didChange: mode, animated: animated)
  }
}
