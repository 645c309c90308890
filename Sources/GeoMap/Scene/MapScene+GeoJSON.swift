import GeoModel
import GeoWire

extension MapScene {
  /// Shows the content of a GeoJSON text. Its features choose their style by these properties of the simplestyle
  /// specification: `stroke`, `stroke-opacity`, `stroke-width`, `fill`, `fill-opacity`, `marker-color`,
  /// `marker-opacity`, and `title` or `name`.
  package func add(_ objects: [GeoJSONObject]) { for object in objects { add(object, FeatureStyle()) } }

  private func add(_ object: GeoJSONObject, _ style: FeatureStyle) {
    switch object {
    case .feature(let feature):
      let style = FeatureStyle(feature.properties)
      for part in feature.geometry { add(part, style) }
    case .point(let point): addMarker(point.coordinate, title: style.title, style.marker ?? .systemRed)
    case .multiPoint(let points):
      for coordinate in points.coordinates { addMarker(coordinate, title: style.title, style.marker ?? .systemRed) }
    default:
      if let overlay = object.overlay { add(overlay, style.look) }
    }
  }
}
