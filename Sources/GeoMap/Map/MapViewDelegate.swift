import GeoModel

/// Who is asked and told by a map (`MKMapViewDelegate`). Every method is optional.
///
/// All are called inside of the call that caused them, in this order for a change of the region: will change, did change visible region,
/// questions for views and renderers, added views, added renderers, did change. A delegate may change the map in any of them; regions that
/// it sets come into effect after the change that is going on.
public protocol MapViewDelegate: AnyObject {
  /// The region is about to change; once at the beginning of a change, `animated` as asked. Never nested.
  func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool)
  /// The visible region has changed, perhaps in the middle of a gesture; then ten times a second at most, the last one always.
  func mapViewDidChangeVisibleRegion(_ mapView: MapView)
  /// The change is over; once for each ``mapView(_:regionWillChangeAnimated:)``.
  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool)

  /// A group of tiles is about to be loaded.
  func mapViewWillStartLoadingMap(_ mapView: MapView)
  /// All tiles of the group are there.
  func mapViewDidFinishLoadingMap(_ mapView: MapView)
  /// Some tiles of the group could not be loaded; `error` is that of the first.
  func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error)
  /// The map is about to be drawn.
  func mapViewWillStartRenderingMap(_ mapView: MapView)
  /// The map was drawn; false when errors kept tiles from it.
  func mapViewDidFinishRenderingMap(_ mapView: MapView, fullyRendered: Bool)

  /// Asks for the view of an annotation that is about to be seen; perhaps a ``UserLocation`` or a ``ClusterAnnotation``. Nil, the default:
  /// the standard view.
  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView?
  /// Asks for many views at once, 500 at most; as many answers as questions. The default asks ``mapView(_:viewFor:)`` for each.
  func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer]
  /// Views were added and are in place. Once for all that one call made visible.
  func mapView(_ mapView: MapView, didAdd views: [AnnotationView])
  /// An accessory that is a control was tapped. The selection stays.
  func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: CalloutAccessory)
  /// A view was selected, by the user or by code.
  func mapView(_ mapView: MapView, didSelect view: AnnotationView)
  /// A view was deselected, also because another one was selected, or its annotation is being removed.
  func mapView(_ mapView: MapView, didDeselect view: AnnotationView)
  /// ``mapView(_:didSelect:)-(_,AnnotationView)`` by annotation.
  func mapView(_ mapView: MapView, didSelect annotation: any Annotation)
  /// ``mapView(_:didDeselect:)-(_,AnnotationView)`` by annotation.
  func mapView(_ mapView: MapView, didDeselect annotation: any Annotation)
  /// A drag went on; each change once. The coordinate is the new one when the state is `ending`.
  func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, didChange newState: DragState,
    fromOldState oldState: DragState)
  /// Asks for the annotation of a new cluster, which must have exactly these members. Nil, the default: a standard one. Who gives one is
  /// asked again when the members change.
  func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: ClusterMembers) -> ClusterAnnotation?

  /// `showsUserLocation` became true.
  func mapViewWillStartLocatingUser(_ mapView: MapView)
  /// `showsUserLocation` became false.
  func mapViewDidStopLocatingUser(_ mapView: MapView)
  /// A new location, while it is shown.
  func mapView(_ mapView: MapView, didUpdate userLocation: UserLocation)
  /// Locating failed; the last location stays.
  func mapView(_ mapView: MapView, didFailToLocateUserWithError error: any Error)
  /// The mode changed, by code or by a pan of the user.
  func mapView(_ mapView: MapView, didChange mode: UserTrackingMode, animated: Bool)

  /// Asks for the renderer of an overlay whose rectangle first meets the visible one; once for each. Nil, the default: it is not shown.
  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer?
  /// Asks for many renderers at once. The default asks ``mapView(_:rendererFor:)`` for each.
  func mapView(_ mapView: MapView, renderersFor overlays: [(id: OverlayID, overlay: any Overlay)]) -> [RendererAnswer]
  /// Renderers were added.
  func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer])

  /// The user tapped where there is no view; our own. The selection is gone by then.
  func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate, point: ScreenPoint)
  /// Something was asked of the map that it cannot do; our own. The map stayed as it was.
  func mapView(_ mapView: MapView, didRefuse problem: MapError)
  /// A part of an overlay is to be drawn anew; our own, for keepers of pictures.
  func mapView(_ mapView: MapView, overlayNeedsDisplay id: OverlayID, in mapRect: MapRect?, zoomScale: ZoomScale?)
}
