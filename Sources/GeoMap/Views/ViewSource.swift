import GeoModel

/// Makes the views of a map: from the reuse queues, from templates and registered classes, or standard ones.
///
/// It is a class, because programs' own views and templates may call the map while a view is made.
final class ViewSource {
  var templates = ViewTemplates()
  var queues = ReuseQueues()

  /// A view from the queue of an identifier, or else of its template; nil without one.
  func dequeue(_ identifier: String) -> AnnotationView? { queues.take(identifier) ?? templates[identifier]?.make() }

  /// The default view, used where the delegate gave none.
  func standardView(for annotation: any Annotation) -> AnnotationView {
    let isCluster = annotation is ClusterAnnotation
    let isUser = annotation is UserLocation
    let registered =
      isCluster
      ? MapView.defaultClusterAnnotationViewReuseIdentifier : MapView.defaultAnnotationViewReuseIdentifier
    if !isUser, templates[registered] != nil, let view = dequeue(registered) {
      view.annotation = annotation
      return view
    }
    let identifier = isCluster ? "standard cluster" : isUser ? "standard user location" : "standard pin"
    if let view = queues.take(identifier) {
      view.annotation = annotation
      (view as? ClusterView)?.prepare()
      return view
    }
    if isCluster { return ClusterView(annotation: annotation, reuseIdentifier: identifier) }
    if isUser { return UserLocationView(annotation: annotation, reuseIdentifier: identifier) }
    return PinAnnotationView(annotation: annotation, reuseIdentifier: identifier)
  }

  /// The view of a template for an annotation.
  func view(ofTemplate number: Int, for annotation: any Annotation) -> AnnotationView {
    let template = templates[number]
    let view: AnnotationView
    if let waiting = queues.take(template.name), type(of: waiting) == template.type {
      view = waiting
      view.annotation = annotation
    } else {
      view = template.type.init(annotation: annotation, reuseIdentifier: template.name)
    }
    template.configure(view)
    return view
  }

  /// The view kind of a template; 0 without one, nil for a name that is not registered. The empty name is used without
  /// a template. Normally no template has it, so the delegate is asked.
  func kind(ofTemplate name: String?) -> Int? { templates.kind(of: name ?? "") ?? (name ?? "" == "" ? 0 : nil) }
}
