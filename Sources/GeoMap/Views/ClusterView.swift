/// The standard view of a cluster: a balloon with the number of members.
///
/// Other views never hide it.
final class ClusterView: MarkerAnnotationView {
  required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    displayPriority = .required
    prepare()
  }

  /// Writes the number of members.
  func prepare() { glyphText = (annotation as? ClusterAnnotation)?.countText }
}
