import GeoModel

// The annotations that programs made themselves.
extension AnnotationStore {
  /// The identity of an annotation or overlay that is an object; nil for a struct.
  static func object(of annotation: any Annotation) -> ObjectIdentifier? {
    guard Swift.type(of: annotation) is AnyObject.Type else { return nil }
    return ObjectIdentifier(annotation as AnyObject)
  }

  /// Sets a program's own annotation of a slot. The slot is found by it if it is an object.
  func setOwn(_ annotation: any Annotation, of slot: Int) {
    forgetObject(of: slot)
    setExtra(Extra(annotation: annotation), of: slot)
    if let object = AnnotationStore.object(of: annotation) { objectIDs[object] = ids[slot] }
    setTitle(nil, of: slot)
  }

  /// Forgets the object of a slot.
  func forgetObject(of slot: Int) {
    if let own = extra(of: slot)?.annotation, let object = AnnotationStore.object(of: own) { objectIDs[object] = nil }
  }

  /// Whether the annotation of a slot can be moved.
  func isMovable(_ slot: Int) -> Bool {
    guard ids[slot] != .userLocation else { return false }
    guard let own = extra(of: slot)?.annotation else { return true }
    return own is any MovableAnnotation
  }

  /// Sets coordinate and heading of what a slot stores apart from its record.
  ///
  /// - Parameter heading: the new heading; nil to keep it.
  /// - Returns: whether it can be moved, and the program's own annotation, if it has one.
  func setExtra(
    _ coordinate: Coordinate, heading: Double?, of slot: Int
  ) -> (isMovable: Bool, own: (any Annotation)?) {
    var extra = self[slot].extra == 0 ? nil : extra(of: slot)
    if let own = extra?.annotation {
      guard var movable = own as? any MovableAnnotation else { return (false, nil) }
      movable.coordinate = coordinate
      if let heading, var headed = movable as? any HeadedAnnotation {
        headed.heading = heading
        movable = headed
      }
      extra?.annotation = movable
      setExtra(extra, of: slot)
      return (true, movable)
    }
    if let heading {
      var extra = extra ?? Extra()
      extra.heading = heading
      setExtra(extra, of: slot)
    }
    return (true, nil)
  }
}
