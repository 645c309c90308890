import GeoModel

/// A named recipe for views: a class and a configuration.
struct ViewTemplate {
  /// The name, which is also the reuse identifier of its views.
  let name: String
  let type: AnnotationView.Type
  /// Puts a view in a known state.
  let configure: (AnnotationView) -> Void

  /// Makes a new view without annotation.
  func make() -> AnnotationView {
    let view = type.init(annotation: nil, reuseIdentifier: name)
    configure(view)
    return view
  }
}

/// A question for the view of an annotation that came into sight.
public struct ViewQuestion {
  /// The id on the map.
  public let id: AnnotationID
  /// The annotation itself: a program's own, a ``ColumnAnnotation``, ``ClusterAnnotation`` or ``UserLocation``.
  public let annotation: any Annotation
}

/// The answer of a delegate to a ``ViewQuestion``.
public enum ViewAnswer {
  /// This view.
  case view(AnnotationView)
  /// The view registered as the default, or else the standard one: a pin, a dot, or a balloon with the number of
  /// members.
  case standard
  /// Not yet known: nothing is shown until ``MapView/setView(_:for:)``.
  case later
}

/// The answer of a delegate to the question for an overlay's renderer.
public enum RendererAnswer {
  /// This renderer.
  case renderer(OverlayRenderer)
  /// None: the overlay is not shown.
  case none
  /// Not yet known: nothing is shown until ``MapView/setRenderer(_:for:)``.
  case later
}
