import GeoMap
import GeoModel
import GeoWire

// Encodes the looks of views and renderers for a daemon.
extension JSONWriter {
  /// Writes a view.
  ///
  /// A subclass of the pin or marker is written as a pin or marker. Any other view of a program's own class is written
  /// as a drawing or an image.
  ///
  /// - Parameter image: returns the key of an image that the daemon stores; nil for an image that the daemon cannot
  ///   show.
  mutating func view(_ view: AnnotationView, image: (MapImage) -> String?) {
    object { json in
      switch view {
      case let pin as PinAnnotationView:
        json.member("kind", word: "pin")
        json.member("pinColor", pin.pinTintColor.text)
        json.flag("animatesDrop", pin.animatesDrop)
      case let marker as MarkerAnnotationView:
        json.member("kind", word: "marker")
        json.member("markerTintColor", marker.markerTintColor.text)
        json.member("glyphText", marker.glyphText)
        json.member("glyphImage", marker.glyphImage.flatMap(image))
        json.member("selectedGlyphImage", marker.selectedGlyphImage.flatMap(image))
        json.member("glyphTintColor", marker.glyphTintColor.text)
        json.member("titleVisibility", marker.titleVisibility.rawValue)
        json.member("subtitleVisibility", marker.subtitleVisibility.rawValue)
        json.flag("animatesWhenAdded", marker.animatesWhenAdded)
      default:
        if let drawing = view.ownDrawing {
          json.member("kind", word: "drawing")
          json.key("drawing")
          json.drawing(drawing) { _ in nil }
        } else {
          json.member("kind", word: "image")
          json.member("image", view.image.flatMap(image))
        }
      }
      json.member("reuseIdentifier", view.reuseIdentifier)
      if view.size.width > 0, view.size.height > 0 {
        json.key("size")
        json.point(ScreenPoint(x: view.size.width, y: view.size.height))
      }
      json.key("centerOffset")
      json.point(view.centerOffset)
      json.key("calloutOffset")
      json.point(view.calloutOffset)
      switch view.rotation {
      case .heading: json.member("rotation", word: "heading")
      case .degrees: if view.rotationDegrees != 0 { json.member("rotation", number: view.rotationDegrees) }
      }
      if !view.isEnabled { json.flag("enabled", false, unless: true) }
      json.flag("draggable", view.canBeDragged)
      json.flag("handlesDragState", !view.isOfMap && view.canBeDragged)
      json.flag("canShowCallout", view.canShowCallout)
      json.accessory("leftCalloutAccessory", view.leftCalloutAccessory, image)
      json.accessory("rightCalloutAccessory", view.rightCalloutAccessory, image)
      json.accessory("detailCalloutAccessory", view.detailCalloutAccessory, image)
      if view.hasOwnPriority { json.member("displayPriority", number: Double(view.displayPriority.rawValue)) }
      json.member("zPriority", number: Double(view.zPriority.rawValue))
      json.member("selectedZPriority", number: Double(view.selectedZPriority.rawValue))
      json.member("collisionMode", view.collisionMode.rawValue)
      json.member("clusteringIdentifier", view.clusteringIdentifier)
    }
  }

  private mutating func accessory(
    _ name: StaticString, _ accessory: CalloutAccessory?, _ image: (MapImage) -> String?
  ) {
    guard let accessory else { return }
    switch accessory.kind {
    case .image(let picture):
      guard let key = image(picture) else { return }
      member(name) { json in
        json.member("kind", word: "image")
        json.member("image", key)
      }
    case .text(let text):
      member(name) { json in
        json.member("kind", word: "text")
        json.member("title", text)
      }
    case .button(let symbol):
      member(name) { json in
        json.member("id", accessory.id)
        json.member("symbol", symbol.rawValue)
      }
    case .textButton(let title):
      member(name) { json in
        json.member("id", accessory.id)
        json.member("title", title)
      }
    }
  }

  /// Writes a renderer. One without fill and stroke draws nothing.
  mutating func renderer(_ renderer: OverlayRenderer) {
    object { json in
      if renderer.alpha != 1 { json.member("alpha", number: max(0, min(1, renderer.alpha))) }
      if renderer.blendMode != .normal { json.member("blendMode", renderer.blendMode.rawValue) }
      if renderer.isDrawnByProgram { return json.member("kind", word: "custom") }
      guard let path = renderer as? PathRenderer else { return }
      json.member("fillColor", path.fillColor?.text)
      json.member("strokeColor", path.strokeColor?.text)
      json.member("lineWidth", number: max(0, min(1_000, path.lineWidth)))
      json.member("lineJoin", path.lineJoin.rawValue)
      json.member("lineCap", path.lineCap.rawValue)
      json.member("miterLimit", number: max(0, min(1_000, path.miterLimit)))
      if let pattern = path.lineDashPattern?.prefix(100), pattern.contains(where: { $0 > 0 }) {
        json.member("lineDashPattern", array: pattern) { $0.number(max(0, $1)) }
        json.member("lineDashPhase", number: path.lineDashPhase)
      }
      guard let line = path as? PolylineRenderer, let shape = line.polyline, !(shape is Polygon) else { return }
      if line.strokeStart > 0 || line.strokeEnd < 1 {
        json.member("strokeStart", number: max(0, min(1, line.strokeStart)))
        json.member("strokeEnd", number: max(0, min(1, line.strokeEnd)))
      }
      if let gradient = line as? GradientPolylineRenderer, !gradient.colors.isEmpty {
        let stops = JSONWriter.spread(gradient.colors.count)
        json.member("colors", array: stops) { $0.string(gradient.colors[$1].text) }
        json.member("locations", array: stops) { $0.number(gradient.locations[$1]) }
      }
    }
  }

  /// The indexes of the colors to send for a line: all, or as many as the daemon accepts, always including the first
  /// and the last. A line with a color for each of its points may have more colors than a picture can show.
  private static func spread(_ count: Int) -> [Int] {
    let most = 1_000
    return count <= most ? Array(0..<count) : (0..<most).map { $0 * (count - 1) / (most - 1) }
  }

  /// Writes the shape of an overlay; for an overlay without one, its tiles or its position.
  mutating func shape(of overlay: any Overlay) {
    if let pieces = ShapePieces(overlay, most: JSONWriter.placesAtOnce) { return shape(pieces) }
    if let shape = overlay.shape { return self.shape(shape) }
    if let tiles = overlay as? TileOverlay { return self.tiles(tiles) }
    if let layer = overlay as? LayerOverlay { return object { $0.member("layer", layer.layer) } }
    object { json in
      json.member("custom") { json in
        json.key("boundingMapRect")
        json.exactMapRect(overlay.boundingMapRect)
        json.key("coordinate")
        json.exactCoordinate(overlay.coordinate)
      }
    }
  }

  /// Writes an overlay of tiles that the program loads.
  private mutating func tiles(_ overlay: TileOverlay) {
    func side(_ points: Double) -> Double { max(64, min(2_048, points)) }
    object { json in
      json.member("tiles") { json in
        json.member("minimumZ", max(0, min(30, overlay.minimumZ)))
        json.member("maximumZ", max(0, min(30, overlay.maximumZ)))
        json.flag("flipped", overlay.isGeometryFlipped)
        json.flag("canReplaceMapContent", overlay.canReplaceMapContent)
        json.key("tileSize")
        json.point(ScreenPoint(x: side(overlay.tileSize.width), y: side(overlay.tileSize.height)))
        json.key("boundingMapRect")
        json.exactMapRect(overlay.boundingMapRect.intersection(.world))
      }
    }
  }

  /// The largest number of points of an overlay in a request, which keeps the request below a megabyte. Further
  /// requests send the rest.
  static let placesAtOnce = 8_000

  mutating func longitudeFirst(_ point: MapPoint) {
    longitudeFirst(point.unwrappedLongitude, point.coordinate.latitude)
  }

  private mutating func shape(_ shape: OverlayShape) {
    object { json in
      switch shape {
      case .circle(let center, let radius):
        json.member("circle") { json in
          json.key("center")
          json.exactCoordinate(center)
          json.member("radiusMeters", number: radius)
        }
      case .polyline(let line): json.member("polyline", array: line) { $0.longitudeFirst($1) }
      case .geodesicPolyline(let line): json.member("geodesicPolyline", array: line) { $0.longitudeFirst($1) }
      case .multiPolyline(let lines): json.member("multiPolyline", array: lines) { $0.places($1) }
      case .polygon(let rings): json.member("polygon", array: rings) { $0.places($1) }
      case .multiPolygon(let polygons): json.member("multiPolygon", array: polygons) { $0.rings($1) }
      }
    }
  }

  private mutating func rings(_ rings: [[Coordinate]]) {
    beginArray()
    for ring in rings { places(ring) }
    endArray()
  }

  private mutating func places(_ places: [Coordinate]) {
    beginArray()
    for place in places { longitudeFirst(place) }
    endArray()
  }

  private mutating func longitudeFirst(_ place: Coordinate) { longitudeFirst(place.longitude, place.latitude) }

  private mutating func longitudeFirst(_ longitude: Double, _ latitude: Double) {
    beginArray()
    number(longitude)
    number(latitude)
    endArray()
  }

  mutating func flag(_ name: StaticString, _ value: Bool, unless usual: Bool = false) {
    guard value != usual else { return }
    key(name)
    bool(value)
  }
}

extension OverlayRenderer {
  /// Whether its class is one of the program's own, which may draw anything.
  var isDrawnByProgram: Bool {
    let known: [OverlayRenderer.Type] = [
      OverlayRenderer.self, ShapeRenderer.self, CircleRenderer.self, PolygonRenderer.self,
      MultiPolygonRenderer.self, PolylineRenderer.self, MultiPolylineRenderer.self, GradientPolylineRenderer.self,
      TileOverlayRenderer.self, LayerRenderer.self,
    ]
    return !known.contains { $0 == type(of: self) }
  }

  /// Whether the daemon asks the program for the content.
  var isGivenByProgram: Bool { isDrawnByProgram || overlay is TileOverlay }
}

extension Overlay {
  /// Whether the overlay is sent to the daemon. Overlays without extent and tiles without a level are not drawn.
  var isSaid: Bool {
    if let tiles = self as? TileOverlay {
      return tiles.minimumZ <= tiles.maximumZ && tiles.boundingMapRect.intersects(.world)
    }
    return shape != nil || boundingMapRect.width > 0 && boundingMapRect.height > 0
  }
}

extension AnnotationView {
  /// The drawing of a view of the program's own class; nil when it is only its image, or empty.
  var ownDrawing: Drawing? {
    guard !isOfMap, size.width > 0, size.height > 0 else { return nil }
    let drawing = drawing()
    let plain = AnnotationView(annotation: nil, reuseIdentifier: nil)
    plain.image = image
    plain.size = size
    return drawing.isEmpty || drawing == plain.drawing() ? nil : drawing
  }
}
