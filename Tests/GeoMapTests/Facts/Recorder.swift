import GeoMap
import GeoModel

/// A delegate that records its calls and answers with closures.
final class Recorder: MapViewDelegate {
  var log: [String] = []
  var asked: [String] = []
  var refused: [MapError] = []
  var view: (MapView, any Annotation) -> AnnotationView? = { _, _ in nil }
  var renderer: (any Overlay) -> OverlayRenderer? = { _ in nil }
  var cluster: (ClusterMembers) -> ClusterAnnotation? = { _ in nil }
  var didChange: (MapView) -> Void = { _ in }

  /// The records since the last call.
  func take() -> [String] {
    defer { log = [] }
    return log
  }

  private func name(_ annotation: any Annotation) -> String {
    if let cluster = annotation as? ClusterAnnotation { return "cluster of \(cluster.memberCount)" }
    return annotation is UserLocation ? "user" : annotation.title ?? "-"
  }

  func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool) { log.append("will \(animated)") }
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) { log.append("visible") }
  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {
    log.append("did \(animated)")
    didChange(mapView)
  }
  func mapViewWillStartLoadingMap(_ mapView: MapView) { log.append("loading") }
  func mapViewDidFinishLoadingMap(_ mapView: MapView) { log.append("loaded") }
  func mapViewDidFailLoadingMap(_ mapView: MapView, withError error: any Error) { log.append("failed \(error)") }
  func mapViewWillStartRenderingMap(_ mapView: MapView) { log.append("drawing") }
  func mapViewDidFinishRenderingMap(_ mapView: MapView, fullyRendered: Bool) { log.append("drawn \(fullyRendered)") }
  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
    log.append("view? \(name(annotation))")
    asked.append(name(annotation))
    return view(mapView, annotation)
  }
  func mapView(_ mapView: MapView, didAdd views: [AnnotationView]) {
    log.append("added " + views.compactMap { $0.annotation.map(name) }.joined(separator: " "))
  }
  func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: CalloutAccessory
  ) { log.append("tapped \(control.id)") }
  func mapView(_ mapView: MapView, didSelect view: AnnotationView) { log.append("select \(name(view.annotation!))") }
  func mapView(_ mapView: MapView, didDeselect view: AnnotationView) {
    log.append("deselect \(name(view.annotation!))")
  }
  func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, didChange newState: DragState,
    fromOldState oldState: DragState
  ) { log.append("drag \(newState) from \(oldState)") }
  func mapView(
    _ mapView: MapView, clusterAnnotationForMemberAnnotations members: ClusterMembers
  ) -> ClusterAnnotation? {
    log.append("cluster? \(members.count)")
    return cluster(members)
  }
  func mapViewWillStartLocatingUser(_ mapView: MapView) { log.append("locating") }
  func mapViewDidStopLocatingUser(_ mapView: MapView) { log.append("stopped") }
  func mapView(_ mapView: MapView, didUpdate userLocation: UserLocation) { log.append("located") }
  func mapView(_ mapView: MapView, didFailToLocateUserWithError error: any Error) { log.append("lost") }
  func mapView(_ mapView: MapView, didChange mode: UserTrackingMode, animated: Bool) { log.append("track \(mode)") }
  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
    log.append("renderer? \(overlay.title ?? "-")")
    return renderer(overlay)
  }
  func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer]) {
    log.append("rendering " + renderers.map { $0.overlay.title ?? "-" }.joined(separator: " "))
  }
  func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate, point: ScreenPoint) { log.append("tap") }
  func mapView(_ mapView: MapView, didRefuse problem: MapError) { refused.append(problem) }
}
