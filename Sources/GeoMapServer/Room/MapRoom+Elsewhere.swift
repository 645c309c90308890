import GeoMap
import GeoModel
import GeoWire

// Pictures of another part of a map, in another size, or with more views than pages can have. They use a separate map
// with the annotations of that part, so the map that users see is not changed.
extension MapRoom {
  /// The maximum number of annotations in such a picture.
  private static let elsewhereLimit = 100_000
  /// The maximum number of views in such a picture: those nearest to its middle.
  private static let pictureViews = 20_000

  /// Whether visible annotations may lack views because of the maximum for pages; a picture can have more views.
  private var isCut: Bool { map.annotationViews.count >= map.maximumViewCount }

  /// Returns a map of another part, with its annotations and without overlays. Returns nil if the visible part is
  /// requested, and either no views are lacking or there are too many annotations.
  func elsewhere(_ json: MapParameters, annotations showsAnnotations: Bool) throws(WireError) -> MapView? {
    try elsewhere(try json.region("region"), try json.size(), annotations: showsAnnotations)
  }

  /// Does the same for a region and a size; nil for those of the map.
  func elsewhere(
    _ region: CoordinateRegion?, _ size: ScreenSize?, annotations showsAnnotations: Bool
  ) throws(WireError) -> MapView? {
    let isElsewhere = region != nil || size != nil
    guard isElsewhere || (showsAnnotations && isCut) else { return nil }
    let part = MapView()
    part.maximumViewCount = MapRoom.pictureViews
    part.size = size ?? map.size
    (part.languages, part.userInterfaceStyle) = (map.languages, map.userInterfaceStyle)
    if let region {
      part.setRegion(region, animated: false)
    } else {
      part.setCenter(map.centerCoordinate, level: map.level, animated: false)
    }
    guard showsAnnotations else { return part }
    // Views extend into the picture from beyond its edges, and clusters form there too.
    let margin = 256 / part.zoomScale
    let ids = map.annotations(in: part.visibleMapRect.insetBy(dx: -margin, dy: -margin))
    guard ids.count <= MapRoom.elsewhereLimit else {
      if !isElsewhere { return nil }
      throw WireError(
        .invalidQuery,
        "\(ids.count) annotations stand there, and a picture of another part may have \(MapRoom.elsewhereLimit); ask for a smaller 'region'"
      )
    }
    for (name, look) in templates { look.register(name, part, images) }
    let views = ElsewhereViews(self)
    part.delegate = views
    let selected = map.selectedAnnotations.first
    // The selected annotation stays selected even where others would cover or cluster it, as when a map is zoomed out.
    if let selected, ids.contains(selected) {
      add([selected], to: part)
      part.layout()
      part.selectAnnotation(selected, animated: false)
    }
    add(ids.filter { $0 != selected }, to: part)
    if map.showsUserLocation, let place = map.userLocation.location {
      part.showsUserLocation = true
      part.updateUserLocation(place, heading: map.userLocation.heading)
    }
    part.layout()
    // The selection is a cluster, or the user's position.
    if let selected, part.selectedAnnotations.isEmpty, part.selectAnnotation(selected, animated: false) {
      part.layout()
    }
    // The map holds its delegate weakly.
    withExtendedLifetime(views) {}
    return part
  }

  private func add(_ ids: [AnnotationID], to part: MapView) {
    for id in ids where id != .userLocation {
      guard let annotation = map.annotation(for: id) else { continue }
      part.addAnnotation(annotation, id: id, template: map.answeredTemplate(of: id))
    }
  }
}

/// Gives the views of a map's annotations and clusters to another map that shows the same annotations.
private final class ElsewhereViews: MapViewDelegate {
  private let room: MapRoom

  init(_ room: MapRoom) { self.room = room }

  func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer] {
    questions.map { question in
      guard let look = look(question) else { return .standard }
      return .view(look.view(of: question.annotation, mapView, room.images))
    }
  }

  /// A view that the map has now takes precedence over the annotation's own, because it was set later.
  private func look(_ question: ViewQuestion) -> MapViewLook? {
    if let cluster = question.annotation as? ClusterAnnotation { return look(of: cluster) }
    let known = (room.map.knownView(for: question.id) as? any WireView)?.look
    return known ?? (question.annotation as? WireAnnotation)?.view
  }

  /// A cluster of the same annotations as one of the map gets its title and view; any other cluster gets the default.
  private func look(of cluster: ClusterAnnotation) -> MapViewLook? {
    guard let id = cluster.memberIDs.first.flatMap({ room.map.cluster(of: $0) }),
      let same = room.map.annotation(for: id) as? ClusterAnnotation, same.memberCount == cluster.memberCount,
      Set(same.memberIDs) == Set(cluster.memberIDs)
    else { return nil }
    (cluster.title, cluster.subtitle) = (same.title, same.subtitle)
    return (room.map.knownView(for: id) as? any WireView)?.look
  }
}
