import GeoModel

/// How views of a name are made: a class, and what is done with each of them.
struct ViewTemplate {
  /// Its name and the reuse identifier of its views.
  let name: String
  let type: AnnotationView.Type
  /// Puts a view in a known state.
  let configure: (AnnotationView) -> Void

  /// A new view that shows nothing yet.
  func make() -> AnnotationView {
    let view = type.init(annotation: nil, reuseIdentifier: name)
    configure(view)
    return view
  }
}

/// What is asked about annotations that became visible.
public struct ViewQuestion {
  /// The id on the map.
  public let id: AnnotationID
  /// The annotation itself: a program's own, a ``ColumnAnnotation``, ``ClusterAnnotation`` or ``UserLocation``.
  public let annotation: any Annotation
}

/// What a delegate says to a ``ViewQuestion``.
public enum ViewAnswer {
  /// This view.
  case view(AnnotationView)
  /// The one that was registered for all, else the standard one: a pin, a dot, a balloon with the number of members.
  case standard
  /// Not known yet: nothing is shown until ``MapView/setView(_:for:)``.
  case later
}

/// What a delegate says when it is asked for the renderer of an overlay.
public enum RendererAnswer {
  /// This renderer.
  case renderer(OverlayRenderer)
  /// None: the overlay is not shown.
  case none
  /// Not known yet: nothing is shown until ``MapView/setRenderer(_:for:)``.
  case later
}
