import GeoConsole
import GeoEngine
import GeoMap
import GeoModel
import GeoStore

extension Scene {
  /// Asks the geocoder and shows its answer: the asked point, the place of the answer, and its street or area; or all candidates with
  /// lines to them, nearest first.
  ///
  /// - Throws: ``StoreError`` when the store cannot be opened.
  func ask(
    _ coordinate: Coordinate, _ database: String, languages: [String], explains: Bool
  ) throws(StoreError) {
    let engine = try PlacemarkEngine(database: database)
    var query = PlacemarkQuery(coordinate: coordinate)
    query.languages = languages
    query.limit = explains ? 5 : 1
    query.includesOverlay = true
    let placemarks: [Placemark]
    do throws(GeocodingError) {
      placemarks = try engine.placemarks(for: query)
    } catch {
      note("nothing is known at \(coordinate.latitude) \(coordinate.longitude)")
      placemarks = []
    }
    if let answer = placemarks.first { show(answer, asked: coordinate) }
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
      let title = placemark.title ?? placemark.name ?? ""
      var annotation = PointAnnotation(coordinate: placemark.coordinate, title: title)
      if explains {
        annotation.title = "\(title.isEmpty ? "" : title + ", ")\(Scene.meters(placemark.distanceMeters))"
      } else {
        annotation.subtitle = placemark.subtitle ?? placemark.country
      }
      // Candidates are often close to each other: their texts then make room for that of the answer.
      add(
        annotation,
        ViewLook(
          color: isAnswer ? .systemBlue : .systemGray,
          glyph: explains ? "\(number + 1)" : placemark.subThoroughfare.flatMap { $0.count <= 4 ? $0 : nil },
          isAnswer: isAnswer))
    }
    add(PointAnnotation(coordinate: coordinate), ViewLook(isPin: true))
  }

  /// The street or area of an answer. It decides the region only if the asked point can still be seen in it.
  private func show(_ answer: Placemark, asked: Coordinate) {
    guard let overlay = answer.overlay else { return }
    let reach = 2_500 * MapScale.mapPointsPerMeter(atLatitude: asked.latitude)
    let isSmall = max(overlay.boundingMapRect.width, overlay.boundingMapRect.height) <= reach
    let isWhole = isSmall && answer.match != .address && answer.match != .building
    // An area that reaches beyond the picture would only tint it.
    add(
      overlay,
      Look(stroke: .systemBlue.withAlpha(0.55), width: 5, fill: isWhole ? .systemBlue.withAlpha(0.1) : nil),
      level: .aboveRoads, decidesRegion: isWhole)
  }

  /// A distance for a person.
  static func meters(_ meters: Double) -> String {
    if meters < 0.5 { return "here" }
    if meters < 9.95 { return "\((meters * 10).rounded() / 10) m" }
    return meters < 9_950 ? "\(Int(meters.rounded())) m" : "\(Int((meters / 1_000).rounded())) km"
  }
}
