import GeoModel

extension MapView {
  /// Moves an annotation (`setCoordinate:`). Its view moves along, and the delegate is not asked again while it stays
  /// in sight.
  ///
  /// - Throws: ``MapError/unknownAnnotation(_:)``, or ``MapError/notMovable(_:)`` when its type does not adopt
  ///   ``MovableAnnotation``.
  public func move(_ id: AnnotationID, to coordinate: Coordinate) throws(MapError) {
    guard let slot = layer.store.slot(of: id) else { throw .unknownAnnotation(id) }
    guard layer.setCoordinate(coordinate, of: slot) else { throw .notMovable(id) }
    journal?.note(.moved, id)
  }

  /// Moves many annotations at once.
  ///
  /// - Parameter headings: the new headings in degrees clockwise from north, for annotations that have one
  ///   (``HeadedAnnotation``); nil to keep them.
  /// - Returns: the ids that are unknown or cannot be moved; the others were moved.
  /// - Throws: ``MapError`` naming the column of a different length, or the first row without a valid coordinate. Then
  ///   nothing is moved.
  @discardableResult
  public func moveAnnotations(
    _ ids: [AnnotationID], latitudes: [Double], longitudes: [Double], headings: [Double]? = nil
  ) throws(MapError) -> [AnnotationID] {
    guard latitudes.count == ids.count else { throw .columnLengths("latitudes") }
    guard longitudes.count == ids.count else { throw .columnLengths("longitudes") }
    guard headings?.count ?? ids.count == ids.count else { throw .columnLengths("headings") }
    for row in 0..<ids.count where !(abs(latitudes[row]) <= 90 && abs(longitudes[row]) <= 180) {
      do throws(CoordinateError) {
        _ = try Coordinate(latitude: latitudes[row], longitude: longitudes[row])
      } catch {
        throw .invalidRow(row, error)
      }
    }
    let layer = layer, store = layer.store
    var refused: [AnnotationID] = []
    // Batches are small enough that the slots just looked up are still in the cache when they are changed.
    for start in stride(from: 0, to: ids.count, by: 512) {
      let rows = start..<min(ids.count, start + 512)
      var moves: [(slot: Int, coordinate: Coordinate)] = []
      moves.reserveCapacity(rows.count)
      for (row, slot) in zip(rows, store.slots(of: ids[rows])) {
        let coordinate = Coordinate(clampingLatitude: latitudes[row], longitude: longitudes[row])
        let slot = Int(slot)
        if slot >= 0, headings == nil, store[slot].isPlain {
          moves.append((slot, coordinate))
        } else if slot < 0 || !layer.setCoordinate(coordinate, heading: headings?[row], of: slot) {
          refused.append(ids[row])
        }
      }
      layer.place(moves)
    }
    journal?.note(.moved, ids)
    return refused
  }

  /// Updates an annotation: takes coordinate, title and subtitle from the new value, and keeps the view.
  ///
  /// - Throws: ``MapError/unknownAnnotation(_:)``.
  public func update(_ id: AnnotationID, _ annotation: any Annotation) throws(MapError) {
    guard id != .userLocation, let slot = layer.store.slot(of: id) else { throw .unknownAnnotation(id) }
    replace(slot, annotation)
  }

  /// Updates an object after it has changed; MapKit learns this by key-value observing.
  ///
  /// - Throws: ``MapError/unknownAnnotation(_:)`` when it is not on the map.
  public func update(_ annotation: any Annotation & AnyObject) throws(MapError) {
    guard let id = layer.store.objectIDs[ObjectIdentifier(annotation)], let slot = layer.store.slot(of: id) else {
      throw .unknownAnnotation(.text("\(Swift.type(of: annotation))"))
    }
    replace(slot, annotation)
  }
}
