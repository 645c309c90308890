import GeoMap
import GeoModel

/// A map of 800 by 600 points with a recorder, over Vaduz at level 16.
///
/// Letters of a drawing are points of the screen.
final class Stage {
  let map: MapView
  let recorder = Recorder()

  init(level: Double = 16) throws {
    map = try Home.map()
    map.setCenter(try Coordinate(latitude: 47.14, longitude: 9.52), level: level, animated: false)
    map.delegate = recorder
  }

  deinit { Home.check(map) }

  /// Performs a user's gesture.
  func handle(_ gesture: Gesture) { Home.handle(gesture, on: map) }

  /// The coordinate that is now at a point of the screen.
  func at(_ x: Double, _ y: Double) -> Coordinate { map.coordinate(at: ScreenPoint(x: x, y: y)) }

  /// Adds an annotation at a point of the screen, under its title as id.
  @discardableResult
  func add(_ title: String, _ x: Double, _ y: Double) -> AnnotationID {
    map.addAnnotation(PointAnnotation(coordinate: at(x, y), title: title), id: .text(title))
  }

  /// Adds the letters of a drawing. Cells have this width in points, the first is at (100, 100), and north is up.
  func add(_ drawing: String, cell: Double) {
    for (row, line) in drawing.split(separator: "\n").enumerated() {
      for (column, letter) in line.split(separator: " ").enumerated() where letter != "." {
        add(String(letter), 100 + Double(column) * cell, 100 + Double(row) * cell)
      }
    }
  }

  /// Uses views of 20 by 20 points that all cluster with each other.
  func clusterAll(_ identifier: String = "all") {
    recorder.view = { map, annotation in
      guard !(annotation is ClusterAnnotation), !(annotation is UserLocation) else { return nil }
      let view = map.dequeueReusableAnnotationView(withIdentifier: identifier) ?? square(identifier)
      view.annotation = annotation
      view.clusteringIdentifier = identifier
      return view
    }
  }

  /// The letters that are shown individually.
  var letters: Set<String> {
    Set(map.annotationViews.compactMap { $0.annotation is ClusterAnnotation ? nil : $0.annotation?.title })
  }

  /// The letters of each shown cluster.
  var clusters: Set<Set<String>> {
    Set(
      map.annotationViews.compactMap { view in
        (view.annotation as? ClusterAnnotation).map { Set($0.memberAnnotations.compactMap(\.title)) }
      })
  }
}

/// A view of 20 by 20 points.
func square(_ identifier: String?, side: Double = 20) -> AnnotationView {
  let view = AnnotationView(annotation: nil, reuseIdentifier: identifier)
  view.size = ScreenSize(width: side, height: side)
  return view
}

/// An annotation that is an object.
final class Car: MovableAnnotation {
  var coordinate: Coordinate
  var title: String?
  init(_ coordinate: Coordinate, _ title: String) {
    self.coordinate = coordinate
    self.title = title
  }
}
