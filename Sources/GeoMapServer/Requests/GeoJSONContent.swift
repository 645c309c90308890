import GeoMap
import GeoModel
import GeoWire

/// The annotations and overlays of a GeoJSON text.
///
/// Their ids are those of the features. Things without an id get a number that counts up from one text of a map to the
/// next, so they replace nothing.
struct GeoJSONContent {
  /// How lines and areas are drawn; nil for the style in their features.
  let look: RendererLook?
  /// Whether a template gives points their appearance, instead of their features.
  let hasTemplate: Bool
  private(set) var annotations: [WireAnnotation] = []
  private(set) var overlays: [WireOverlay] = []
  /// The number of things without the properties of their feature, which are too long to be stored.
  private(set) var withoutData = 0
  /// The number of things that earlier texts have put on the map.
  private let before: Int
  /// The used ids of features: features of one text with the same id are different things.
  private var taken: Set<String> = []

  init(look: RendererLook?, hasTemplate: Bool, before: Int) {
    (self.look, self.hasTemplate, self.before) = (look, hasTemplate, before)
  }

  /// The number of things.
  var count: Int { annotations.count + overlays.count }

  mutating func add(_ object: GeoJSONObject) {
    guard case .feature(let feature) = object else { return add(object, nil, FeatureStyle(), isOne: true) }
    let style = FeatureStyle(feature.properties)
    let before = (annotations.count, overlays.count)
    for shape in feature.geometry { add(shape, feature.identifier, style, isOne: feature.geometry.count == 1) }
    guard let data = feature.properties else { return }
    guard data.count <= MapParameters.dataBytes else {
      withoutData += annotations.count - before.0 + overlays.count - before.1
      return
    }
    for index in annotations[before.0...].indices { annotations[index].data = data }
    for index in overlays[before.1...].indices { overlays[index].data = data }
  }

  /// - Parameter isOne: whether the feature has no other shapes, which would get the same id.
  private mutating func add(_ object: GeoJSONObject, _ id: String?, _ style: FeatureStyle, isOne: Bool) {
    switch object {
    case .feature: add(object)
    case .point(let point): add([point.coordinate], id, style, isOne: isOne)
    case .multiPoint(let points): add(points.coordinates, id, style, isOne: isOne)
    default:
      guard let shape = object.overlay else { return }
      overlays.append(
        WireOverlay(
          id: .text(name(id, isOne: isOne)), shape, vertexCount: GeoJSONContent.vertices(object), title: style.title,
          look: look ?? RendererLook(style)))
    }
  }

  private mutating func add(_ places: [Coordinate], _ id: String?, _ style: FeatureStyle, isOne: Bool) {
    for place in places {
      let name = name(id, isOne: isOne && places.count == 1)
      var annotation = WireAnnotation(id: .text(name), coordinate: place, title: style.title)
      annotation.view = hasTemplate ? nil : style.marker.map { MapViewLook(marker: $0) }
      annotations.append(annotation)
    }
  }

  private mutating func name(_ id: String?, isOne: Bool) -> String {
    guard let id else { return "geojson:\(before + count + 1)" }
    return isOne && taken.insert(id).inserted ? id : "\(id):\(count + 1)"
  }

  private static func vertices(_ object: GeoJSONObject) -> Int {
    func count(_ polygon: Polygon) -> Int {
      polygon.points.count + (polygon.interiorPolygons ?? []).reduce(0) { $0 + $1.points.count }
    }
    return switch object {
    case .feature, .point, .multiPoint: 1
    case .polyline(let shape): shape.points.count
    case .multiPolyline(let shape): shape.polylines.reduce(0) { $0 + $1.points.count }
    case .polygon(let shape): count(shape)
    case .multiPolygon(let shape): shape.polygons.reduce(0) { $0 + count($1) }
    }
  }
}
