import GeoMap
import GeoModel

// The three programs of MAP.md, line by line. ProgramTests checks that they are the same, and what they do.

enum Programs {}

final class Answers: MapViewDelegate {
  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
    guard annotation is Placemark else { return nil }  // the asked point: the standard pin
    let view =
      mapView.dequeueReusableAnnotationView(withIdentifier: "answer")
      ?? MarkerAnnotationView(annotation: annotation, reuseIdentifier: "answer")
    view.annotation = annotation
    view.displayPriority = .required  // shown also where it covers the pin
    view.canShowCallout = true
    view.rightCalloutAccessory = .button(.detailDisclosure, id: "details")
    return view
  }

  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
    let renderer = ShapeRenderer(overlay: overlay)
    renderer.strokeColor = .systemBlue
    renderer.fillColor = .systemBlue.withAlpha(0.15)
    renderer.lineWidth = 3
    return renderer
  }
}

extension Programs {
  static func answers(_ asked: Coordinate, _ placemarks: [Placemark], _ delegate: Answers) throws -> MapView {
    let map = MapView(size: ScreenSize(width: 800, height: 600), scale: 2)
    map.delegate = delegate
    map.addAnnotation(PointAnnotation(coordinate: asked, title: "asked"))
    for placemark in placemarks {
      map.addAnnotation(placemark)
      map.addOverlay(try Polyline([asked, placemark.coordinate], title: "\(placemark.distanceMeters) m"))
      if let street = placemark.overlay { map.addOverlay(street, level: .aboveRoads) }
    }
    map.showAnnotations(animated: false)
    return map
  }
}

final class Fleet: MapViewDelegate {
  var selected: [AnnotationID] = []

  func mapView(_ mapView: MapView, didSelect view: AnnotationView) {
    if let id = view.annotationID { selected.append(id) }
  }
}

extension Programs {
  static func fleet(_ map: MapView, _ fleet: Fleet, _ positions: AnnotationColumns) throws {
    map.delegate = fleet
    map.registerTemplate("vehicle", MarkerAnnotationView.self) { view in
      view.glyphText = "V"
      view.clusteringIdentifier = "vehicle"
      view.displayPriority = .defaultHigh
      view.canShowCallout = true
    }
    try map.addAnnotations(positions, template: "vehicle")  // adding is replacing, so call it with each batch
    map.layout()
    for view in map.annotationViews {
      let text = (view.annotation as? ClusterAnnotation).map { "\($0.memberCount) vehicles" } ?? view.annotation?.title
      print(text ?? "", "at", view.center.x.rounded(), view.center.y.rounded())
    }
  }
}

final class Trails: MapViewDelegate {
  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
    guard let line = overlay as? Polyline else { return nil }  // other shapes are not shown
    let renderer = GradientPolylineRenderer(polyline: line)
    renderer.setColors([.systemGreen, .systemOrange, .systemRed], locations: [0, 0.5, 1])
    renderer.lineWidth = 4
    return renderer
  }
}

extension Programs {
  static func trails(_ bytes: [UInt8], _ delegate: Trails) throws -> [OverlayDrawing] {
    let map = MapView()
    map.delegate = delegate
    for case .feature(let feature) in try GeoJSONDecoder().decode(bytes) {
      map.addOverlays(feature.geometry.compactMap(\.overlay))
    }
    let everything = map.overlays.compactMap { map.overlay(for: $0) }.reduce(MapRect.null) {
      $0.union($1.boundingMapRect)
    }
    map.setVisibleMapRect(everything, edgePadding: EdgeInsets(all: 20), animated: false)
    return map.overlayDrawings()
  }
}
