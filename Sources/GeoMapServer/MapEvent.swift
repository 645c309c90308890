import GeoWire

/// Something that clients are told about a map.
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

    /// Whether a newer one replaces one that was not sent yet.
    var isReplaceable: Bool {
      self == .didChangeVisibleRegion || self == .didUpdateUserLocation || self == .didFinishLoadingMap
    }

    /// Those that a client gets unless it chooses: all but the frequent ones.
    static let usual = Set(allCases).subtracting([
      .didChangeVisibleRegion, .didAddAnnotationViews, .didRecycleAnnotationViews, .didAddOverlayRenderers,
      .willStartLoadingMap, .didFinishLoadingMap, .willStartRenderingMap, .didFinishRenderingMap,
    ])
  }

  let kind: Kind
  /// Whether it belongs to a change of the region that is not animated, and comes before the reply to the request for it.
  var comesBeforeReply = false
  /// Its members as JSON, without braces, `mapView` and `sequence`.
  let members: [UInt8]

  /// An event; the body writes its members.
  init(_ kind: Kind, comesBeforeReply: Bool = false, _ write: (inout JSONWriter) -> Void) {
    self.kind = kind
    self.comesBeforeReply = comesBeforeReply
    var writer = JSONWriter()
    writer.object(write)
    members = Array(writer.bytes.dropFirst().dropLast())
  }
}
