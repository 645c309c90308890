import GeoModel

extension MapViewDelegate {
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapViewWillStartLoadingMap(_ mapView: MapView) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapViewDidFinishLoadingMap(_ mapView: MapView) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapViewWillStartRenderingMap(_ mapView: MapView) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapViewDidFinishRenderingMap(_ mapView: MapView, fullyRendered: Bool) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? { nil }
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer] {
    questions.map { self.mapView(mapView, viewFor: $0.annotation).map { .view($0) } ?? .standard }
  }
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didAdd views: [AnnotationView]) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: CalloutAccessory
  ) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didSelect view: AnnotationView) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didDeselect view: AnnotationView) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didSelect annotation: any Annotation) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didDeselect annotation: any Annotation) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, didChange newState: DragState,
    fromOldState oldState: DragState
  ) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(
    _ mapView: MapView, clusterAnnotationForMemberAnnotations members: ClusterMembers
  ) -> ClusterAnnotation? { nil }
  /// Does nothing, or returns the default described at the requirement.
  public func mapViewWillStartLocatingUser(_ mapView: MapView) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapViewDidStopLocatingUser(_ mapView: MapView) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didUpdate userLocation: UserLocation) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didFailToLocateUserWithError error: any Error) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didChange mode: UserTrackingMode, animated: Bool) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? { nil }
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(
    _ mapView: MapView, renderersFor overlays: [(id: OverlayID, overlay: any Overlay)]
  ) -> [RendererAnswer] {
    overlays.map { self.mapView(mapView, rendererFor: $0.overlay).map { .renderer($0) } ?? .none }
  }
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer]) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate, point: ScreenPoint) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(_ mapView: MapView, didRefuse problem: MapError) {}
  /// Does nothing, or returns the default described at the requirement.
  public func mapView(
    _ mapView: MapView, overlayNeedsDisplay id: OverlayID, in mapRect: MapRect?, zoomScale: ZoomScale?
  ) {}
}
