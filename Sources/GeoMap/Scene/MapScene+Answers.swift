import GeoModel

extension MapScene {
  /// Returns the query whose result ``show(answers:to:explains:)`` can show.
  ///
  /// - Parameter explains: whether to show other candidates beside the answer.
  package static func query(_ coordinate: Coordinate, languages: [String], explains: Bool) -> PlacemarkQuery {
    var query = PlacemarkQuery(coordinate: coordinate)
    query.languages = languages
    query.limit = explains ? 5 : 1
    query.includesOverlay = true
    return query
  }

  /// Asks for what a picture shows. If the fonts lack letters of a text, it asks again for English names or, where there
  /// are none, for local ones in Latin letters, so that no boxes are drawn.
  ///
  /// - Parameters:
  ///   - query: see ``query(_:languages:explains:)``.
  ///   - canWrite: whether the fonts have all letters of a text.
  ///   - ask: the geocoder.
  /// - Throws: what the geocoder throws.
  package static func answers<Failure: Error>(
    to query: PlacemarkQuery, canWrite: (String) -> Bool, ask: (PlacemarkQuery) throws(Failure) -> [Placemark]
  ) throws(Failure) -> [Placemark] {
    let answers = try ask(query)
    if answers.allSatisfy({ canWrite(title(of: $0)) && canWrite(subtitle(of: $0) ?? "") }) { return answers }
    var latin = query
    latin.languages = ["en", LanguageList.latin]
    return try ask(latin)
  }

  private static func title(of placemark: Placemark) -> String { placemark.title ?? placemark.name ?? "" }

  private static func subtitle(of placemark: Placemark) -> String? { placemark.subtitle ?? placemark.country }

  /// Shows an answer: the queried point, the answer's place, and its street or area.
  ///
  /// When explaining, numbers all candidates and shows lines to them. Without any answer only the queried point is
  /// shown.
  package func show(answers placemarks: [Placemark], to coordinate: Coordinate, explains: Bool) {
    if let answer = placemarks.first {
      show(answer, asked: coordinate)
    } else {
      notes.append("nothing is known at \(coordinate.latitude) \(coordinate.longitude)")
    }
    for (number, placemark) in placemarks.enumerated() {
      let isAnswer = number == 0
      if explains || placemark.distanceMeters > 1 {
        if let line = try? Polyline([coordinate, placemark.coordinate]) {
          add(
            line,
            Look(
              stroke: isAnswer ? .systemBlue : .systemGray, width: isAnswer ? 2.5 : 1.8, fill: nil,
              dash: isAnswer ? nil : [5, 4]))
        }
      }
      let title = MapScene.title(of: placemark)
      var annotation = PointAnnotation(coordinate: placemark.coordinate, title: title)
      if explains {
        annotation.title = "\(title.isEmpty ? "" : title + ", ")\(MapScene.meters(placemark.distanceMeters))"
      } else {
        annotation.subtitle = MapScene.subtitle(of: placemark)
      }
      // Candidates are often close to each other, so their texts give way to that of the answer.
      add(
        annotation,
        ViewLook(
          color: isAnswer ? .systemBlue : .systemGray,
          glyph: explains ? "\(number + 1)" : placemark.subThoroughfare.flatMap { $0.count <= 4 ? $0 : nil },
          isAnswer: isAnswer), isAnswer ? .answer : .candidate, distanceMeters: placemark.distanceMeters)
    }
    add(PointAnnotation(coordinate: coordinate), .asked) { [unowned self] in askedView(of: $0) }
  }

  /// A pin. If an answer is closer than 14 points, its balloon would hide the pin, and a dot takes its place.
  private func askedView(of annotation: any Annotation) -> AnnotationView {
    let place = map.point(for: annotation.coordinate)
    let isHidden = items.contains { item in
      item.distanceMeters != nil && map.point(for: item.annotation.coordinate).distance(to: place) < 14
    }
    let view: AnnotationView =
      isHidden
      ? AskedDotView(annotation: annotation, reuseIdentifier: nil)
      : PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
    view.displayPriority = .required
    return view
  }

  /// Shows the street or area of an answer.
  ///
  /// It affects the region only if it is at most 2.5 km wide and high and the answer is neither an address nor a
  /// building.
  private func show(_ answer: Placemark, asked: Coordinate) {
    guard let overlay = answer.overlay else { return }
    let reach = 2_500 * MapScale.mapPointsPerMeter(atLatitude: asked.latitude)
    let isSmall = max(overlay.boundingMapRect.width, overlay.boundingMapRect.height) <= reach
    let isWhole = isSmall && answer.match != .address && answer.match != .building
    // An area that extends beyond the picture would only tint it.
    add(
      overlay,
      Look(stroke: .systemBlue.withAlpha(0.55), width: 5, fill: isWhole ? .systemBlue.withAlpha(0.1) : nil),
      level: .aboveRoads, decidesRegion: isWhole)
  }

  /// Formats a distance for display.
  private static func meters(_ meters: Double) -> String {
    if meters < 0.5 { return "here" }
    if meters < 9.95 { return "\((meters * 10).rounded() / 10) m" }
    return meters < 9_950 ? "\(Int(meters.rounded())) m" : "\(Int((meters / 1_000).rounded())) km"
  }

  // MARK: Markers, lines and circles

  /// Shows a marker.
  package func add(_ marker: SceneMarker) {
    addMarker(marker.coordinate, title: marker.title, marker.color ?? .systemRed)
  }

  /// Shows a point with a text.
  package func addMarker(_ coordinate: Coordinate, title: String?, _ color: Color) {
    add(PointAnnotation(coordinate: coordinate, title: title), ViewLook(color: color), .marker)
  }

  /// Shows a path, crossing the antimeridian where that is shorter; nothing for fewer than two points.
  package func addLine(_ coordinates: [Coordinate], _ color: Color) {
    var points: [MapPoint] = []
    for coordinate in coordinates { points.append(MapPoint(coordinate).near(points.last)) }
    guard let line = try? Polyline(points: points) else { return }
    add(line, Look(stroke: color, width: 4, fill: nil))
  }

  /// Shows a circle.
  package func add(_ circle: SceneCircle) {
    let color = circle.color ?? .systemBlue
    guard let shape = try? Circle(center: circle.center, radiusMeters: circle.radiusMeters) else { return }
    add(shape, Look(stroke: color, width: 2, fill: color.withAlpha(0.15)))
  }
}
