import GeoMap
import GeoModel
import GeoWire

/// The objects in the body of a picture's request, in the terms of a session: `params` of `mapView.open`,
/// `mapView.registerTemplates`, `mapView.addAnnotations` and `mapView.addOverlays` in one object. Ids are optional,
/// because nothing refers to them later.
struct PictureObjects: Sendable {
  /// The properties of the picture itself; nil where they are not given.
  private(set) var (size, scale): (ScreenSize?, Double?)
  private(set) var style: MapBase?
  private(set) var isDark: Bool?
  private(set) var languages: [String]?
  private(set) var frame: SceneFrame?
  /// The objects given as GeoJSON.
  private(set) var geojson: [GeoJSONObject] = []

  private var templates: [(name: String, look: MapViewLook)] = []
  private var images: [(key: String, picture: WirePicture)] = []
  private var annotations: [(annotation: WireAnnotation, template: String?)] = []
  private var overlays: [(overlay: WireOverlay, level: OverlayLevel)] = []

  /// The number of annotations and overlays.
  var count: Int { annotations.count + overlays.count }
  /// The bytes of everything.
  private(set) var heldBytes = 0
  /// The number of vertices in overlays.
  private(set) var vertexCount = 0

  /// The maximum bytes of everything, and the maximum number of vertices in overlays.
  private static let (byteLimit, vertexLimit) = (24 << 20, 1_000_000)

  /// Parses a body.
  ///
  /// - Throws: ``WireError`` that names the error.
  init(_ node: JSONNode) throws(WireError) {
    let json = MapParameters(node)
    let names = ["annotations", "columns", "overlays", "geojson"] as [StaticString]
    guard names.contains(where: { json.value($0) != nil }) else {
      throw WireError(
        .invalidQuery,
        "the body is not GeoJSON, which has a 'type', and has no 'annotations', 'columns', 'overlays' or 'geojson'")
    }
    try readPicture(json)
    try readViews(json)
    try readAnnotations(json)
    for element in try json.list("overlays") {
      let overlay = try WireOverlay(element, unnamed: .automatic(overlays.count + 1))
      vertexCount += overlay.vertexCount
      // Its drawing is not made yet, so the bytes of drawn vertices are left out.
      try hold(overlay.heldBytes - MapRoom.vertexBytes * overlay.vertexCount)
      overlays.append((overlay, try MapParameters(element).word("level") ?? .aboveLabels))
    }
    if let node = json.value("geojson") {
      do throws(GeoJSONError) { geojson = try GeoJSONDecoder().decode(Array(node.text)) } catch {
        throw WireError(.invalidQuery, "'geojson': \(error)")
      }
    }
  }

  /// Counts the memory of a picture's request while it is parsed.
  private mutating func hold(_ bytes: Int) throws(WireError) {
    heldBytes += bytes
    guard heldBytes <= PictureObjects.byteLimit, vertexCount <= PictureObjects.vertexLimit else {
      throw WireError(
        .invalidQuery,
        "the objects of a picture may take \(PictureObjects.byteLimit >> 20) MB of memory and have \(PictureObjects.vertexLimit) vertices; send fewer, or leave out what cannot be seen in it"
      )
    }
  }

  private mutating func readPicture(_ json: MapParameters) throws(WireError) {
    let sides = SceneWords.sides
    size = try json.member("size", "[width,height] in points, each from \(sides.lowerBound) to \(sides.upperBound)") {
      node in
      let ends = Double(sides.lowerBound)...Double(sides.upperBound)
      return node.size.flatMap { ends.contains($0.width) && ends.contains($0.height) ? $0 : nil }
    }
    scale = try json.number("scale", in: SceneWords.scales)
    style = try json.word("baseMap")
    isDark = try json.word("userInterfaceStyle", UserInterfaceStyle.self).map { $0 == .dark }
    languages = try json.languages()
    let rect = try json.mapRect("visibleMapRect")
    var region = try json.region("region") ?? rect.map { CoordinateRegion($0) }
    var center = try json.coordinate("center")
    if let middle = center, let around = try json.region(around: middle) { (region, center) = (around, nil) }
    let level = try json.number("level", in: SceneFrame.levels)
    guard region != nil || center != nil || level != nil else { return }
    do throws(SceneError) { frame = try SceneFrame(region: region, center: center, level: level) } catch {
      throw WireError(.invalidQuery, error.description)
    }
  }

  private mutating func readViews(_ json: MapParameters) throws(WireError) {
    for (name, view) in try json.named("templates") {
      let look = try MapViewLook(view)
      try hold(name.heldBytes + look.registeredBytes)
      templates.append((name, look))
    }
    for (name, image) in try json.named("images") {
      let picture = try WirePicture(MapParameters(image))
      try hold(name.heldBytes + picture.bytes.storageBytes + MemoryLayout<WirePicture>.stride)
      images.append((name, picture))
    }
    for (_, look) in templates { try check(look) }
  }

  /// Checks that a view's picture is among those of the request. A view without its picture would be invisible.
  private func check(_ look: MapViewLook?) throws(WireError) {
    guard let key = look?.image, !images.contains(where: { $0.key == key }) else { return }
    throw WireError(.invalidQuery, "no picture is called '\(key)'; give it in 'images'")
  }

  private mutating func readAnnotations(_ json: MapParameters) throws(WireError) {
    let common = try template(json)
    // As in a session, an annotation with a known id replaces the earlier one.
    var places: [AnnotationID: Int] = [:]
    func add(_ annotation: WireAnnotation, _ template: String?, _ list: inout [(WireAnnotation, String?)]) {
      if let place = places[annotation.id] {
        list[place] = (annotation, template)
      } else {
        places[annotation.id] = list.count
        list.append((annotation, template))
      }
    }
    var list: [(WireAnnotation, String?)] = []
    for (index, element) in try json.list("annotations").enumerated() {
      let annotation = try WireAnnotation(element, unnamed: .automatic(index + 1))
      let own = try template(MapParameters(element)) ?? common
      try check(annotation.view)
      try hold(annotation.heldBytes - (annotation.view?.clusterBytes ?? 0) + MapRoom.rowBytes)
      add(annotation, annotation.view == nil ? own : nil, &list)
    }
    if let node = json.value("columns") {
      let columns = try AnnotationColumns(wire: MapParameters(node))
      for row in 0..<columns.count {
        var annotation = WireAnnotation(
          id: columns.ids[row],
          coordinate: Coordinate(clampingLatitude: columns.latitudes[row], longitude: columns.longitudes[row]),
          title: columns.titles?[row])
        annotation.subtitle = columns.subtitles?[row]
        annotation.heading = columns.headings?[row]
        try hold(annotation.heldBytes + MapRoom.rowBytes)
        add(annotation, common, &list)
      }
    }
    annotations = list
  }

  /// The template that is named; nil for none.
  private func template(_ json: MapParameters) throws(WireError) -> String? {
    guard let name = try json.string("template") else { return nil }
    guard templates.contains(where: { $0.name == name }) else {
      throw WireError(.invalidQuery, "no template is called '\(name)'; say in 'templates' what it looks like")
    }
    return name
  }

  /// Adds everything to a map except the GeoJSON. There is no client to ask for renderers, so an overlay without one is
  /// drawn in the default style.
  ///
  /// - Throws: ``WireError`` for invalid pictures, and for overlays that a client would draw.
  func show(in scene: MapScene, on map: MapView, _ layers: MapLayers) throws(WireError) {
    let pictures = MapImages()
    for (key, picture) in images { _ = try pictures.put(picture, key: key) }
    for (name, look) in templates { look.register(name, map, pictures) }
    for (annotation, template) in annotations {
      scene.add(
        annotation, .marker, id: annotation.id.said, template: template,
        view: annotation.view.map { look in { [unowned map] in look.view(of: $0, map, pictures) } })
    }
    for (overlay, level) in overlays {
      let overlay = try overlay.showing(layers)
      let look = overlay.look ?? RendererLook.usual
      guard !look.isCustom, overlay.shape != nil || overlay.shapeOverlay is LayerOverlay else {
        throw WireError(
          .invalidQuery, "overlay '\(overlay.id)' is drawn by a client, and a picture of objects has none")
      }
      scene.add(overlay, id: overlay.id.isClients ? overlay.id : nil, level: level) { _ in
        look.renderer(of: overlay, ask: { _ in })
      }
    }
  }
}

extension MapParameters {
  /// The elements of an optional array.
  fileprivate func list(_ name: StaticString) throws(WireError) -> [JSONNode] {
    try member(name, "an array of objects") { $0.all { $0.isObject ? $0 : nil } } ?? []
  }

  /// The members of an optional object, each with its own name.
  fileprivate func named(_ name: StaticString) throws(WireError) -> [(name: String, value: JSONNode)] {
    try member(name, "an object: names and what they stand for") { node in
      node.isObject && node.members.allSatisfy { !$0.name.isEmpty } ? node.members : nil
    } ?? []
  }
}

extension AnnotationID {
  /// The id if the request gave one; nil if the map is to make one.
  fileprivate var said: AnnotationID? { if case .automatic = self { nil } else { self } }
}
