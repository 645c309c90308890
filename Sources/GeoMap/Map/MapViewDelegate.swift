import GeoModel

/// The delegate of a map (`MKMapViewDelegate`). Every method is optional.
///
/// Each method is called inside the call that caused it. For a change of the region the order is: will change, did
/// change visible region, questions for views and renderers, added views, added renderers, did change. A delegate may
/// change the map in any of them. A region that it sets takes effect after the current change.
public protocol MapViewDelegate: AnyObject {
  /// The region is about to change; called once at the beginning, with `animated` as requested. Never nested.
  func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool)
  /// The visible region changed. During a gesture this is called at most ten times a second, and always for the last
  /// change.
  func mapViewDidChangeVisibleRegion(_ mapView: MapView)
  /// The region change ended; called once for each ``mapView(_:regionWillChangeAnimated:)``.
  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool)

  /// A batch of tiles is about to be loaded.
  func mapViewWillStartLoadingMap(_ mapView: MapView)
  /// All tiles of the batch were loaded.
  func mapViewDidFinishLoadingMap(_ mapView: MapView)
  /// Some tiles of the batch could not be loaded; `error` is that of the first.
  func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error)
  /// The map is about to be drawn.
  func mapViewWillStartRenderingMap(_ mapView: MapView)
  /// The map was drawn; `fullyRendered` is false when something is missing because of errors.
  func mapViewDidFinishRenderingMap(_ mapView: MapView, fullyRendered: Bool)

  /// Asks for the view of an annotation that comes into sight, which may be a ``UserLocation`` or a
  /// ``ClusterAnnotation``. Nil, the default, gives the standard view.
  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView?
  /// Asks for at most 500 views at once; return one answer per question. The default asks ``mapView(_:viewFor:)`` for
  /// each.
  func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer]
  /// Views were added and are in place.
  ///
  /// A layout calls this once for all of them, unless callbacks change the map again.
  func mapView(_ mapView: MapView, didAdd views: [AnnotationView])
  /// An accessory that is a control was tapped. The selection stays.
  func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: CalloutAccessory)
  /// A view was selected, by the user or by code.
  func mapView(_ mapView: MapView, didSelect view: AnnotationView)
  /// A view was deselected, for instance because another one was selected or its annotation is being removed.
  func mapView(_ mapView: MapView, didDeselect view: AnnotationView)
  /// Like ``mapView(_:didSelect:)-(_,AnnotationView)``, with the annotation.
  func mapView(_ mapView: MapView, didSelect annotation: any Annotation)
  /// Like ``mapView(_:didDeselect:)-(_,AnnotationView)``, with the annotation.
  func mapView(_ mapView: MapView, didDeselect annotation: any Annotation)
  /// A drag changed its state; called once per change. In the state `ending` the coordinate is already the new one.
  func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, didChange newState: DragState,
    fromOldState oldState: DragState)
  /// Asks for the annotation of a new cluster, which must have exactly these members. Nil, the default, gives a
  /// standard one. A delegate that gives its own is asked again when the members change.
  func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: ClusterMembers) -> ClusterAnnotation?

  /// `showsUserLocation` became true.
  func mapViewWillStartLocatingUser(_ mapView: MapView)
  /// `showsUserLocation` became false.
  func mapViewDidStopLocatingUser(_ mapView: MapView)
  /// The user's location changed while it is shown.
  func mapView(_ mapView: MapView, didUpdate userLocation: UserLocation)
  /// Locating failed; the last location stays.
  func mapView(_ mapView: MapView, didFailToLocateUserWithError error: any Error)
  /// The tracking mode changed, by code or because the user panned or zoomed.
  func mapView(_ mapView: MapView, didChange mode: UserTrackingMode, animated: Bool)

  /// Asks once for the renderer of an overlay, when its rectangle first meets the visible one. Nil, the default, hides
  /// the overlay.
  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer?
  /// Asks for many renderers at once. The default asks ``mapView(_:rendererFor:)`` for each.
  func mapView(_ mapView: MapView, renderersFor overlays: [(id: OverlayID, overlay: any Overlay)]) -> [RendererAnswer]
  /// Renderers were added.
  func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer])

  /// The user tapped where there is no view; not part of MapKit. The selection is already gone.
  func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate, point: ScreenPoint)
  /// The map refused a call that it cannot carry out, or found another problem; not part of MapKit.
  func mapView(_ mapView: MapView, didRefuse problem: MapError)
  /// A part of an overlay must be redrawn; not part of MapKit, for callers that keep pictures.
  func mapView(_ mapView: MapView, overlayNeedsDisplay id: OverlayID, in mapRect: MapRect?, zoomScale: ZoomScale?)
}
