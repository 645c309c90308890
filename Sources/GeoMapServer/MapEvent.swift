import GeoWire

/// An event of a map for its clients.
struct MapEvent: Sendable {
  /// The callbacks, by their names without `mapView.`.
  enum Kind: String, CaseIterable {
    case regionWillChange, didChangeVisibleRegion, regionDidChange
    case willStartLoadingMap, didFinishLoadingMap, didFailLoadingMap, willStartRenderingMap, didFinishRenderingMap
    case didAddAnnotationViews, didRecycleAnnotationViews, didAddOverlayRenderers
    case didSelectAnnotationView, didDeselectAnnotationView, calloutAccessoryControlTapped, didChangeDragState
    case willStartLocatingUser, didStopLocatingUser, didUpdateUserLocation, didFailToLocateUser
    case didChangeUserTrackingMode
    case didTap, delegateDidChange, didChangePlacemarks
    case screenDidConnect, screenDidDisconnect
    case didTapControl, didRefuse

    /// Whether a newer event of the kind replaces it while it waits to be sent.
    var isReplaceable: Bool {
      self == .didChangeVisibleRegion || self == .didUpdateUserLocation || self == .didFinishLoadingMap
    }

    /// The events that a client gets by default: all but the frequent ones.
    static let usual = Set(allCases).subtracting([
      .didChangeVisibleRegion, .didAddAnnotationViews, .didRecycleAnnotationViews, .didAddOverlayRenderers,
      .willStartLoadingMap, .didFinishLoadingMap, .willStartRenderingMap, .didFinishRenderingMap,
    ])
  }

  let kind: Kind
  /// Whether it belongs to an unanimated change of the region, and comes before the reply to the request for that
  /// change.
  var comesBeforeReply = false
  /// Its members as JSON, without braces and without `mapView` and `sequence`.
  let members: [UInt8]

  /// Creates an event; the closure writes its members.
  init(_ kind: Kind, comesBeforeReply: Bool = false, _ write: (inout JSONWriter) -> Void) {
    self.kind = kind
    self.comesBeforeReply = comesBeforeReply
    var writer = JSONWriter()
    writer.object(write)
    members = Array(writer.bytes.dropFirst().dropLast())
  }
}
