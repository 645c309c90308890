import GeoMap
import GeoModel
import GeoWire

// Requests for a map as a whole, and for its visible part.
extension MapRoom {
  func perform(_ method: MapMethod, _ json: MapParameters, _ client: ClientID) throws(WireError) -> MapResult {
    switch method {
    case .open: try open(json, client)
    case .close: MapRoom.done
    case .claim: claim(client)
    case .subscribe: try subscribe(json, client)
    case .state: try state(json)
    case .setBaseMap: try setBaseMap(json)
    case .setLimits: try setLimits(json)
    case .setRegion: try setRegion(json)
    case .showAnnotations: try showAnnotations(json)
    case .convert: try convert(json)
    case .registerTemplates: try registerTemplates(json)
    case .addAnnotations: try addAnnotations(json)
    case .moveAnnotations: try moveAnnotations(json)
    case .updateAnnotations: try updateAnnotations(json)
    case .removeAnnotations: try removeAnnotations(json)
    case .annotationsInMapRect: try annotationsInMapRect(json)
    case .selectAnnotation: try select(json)
    case .deselectAnnotation: try deselect(json)
    case .addOverlays: try addOverlays(json)
    case .insertOverlay: try insertOverlay(json)
    case .extendOverlay: try extendOverlay(json)
    case .exchangeOverlays: try exchangeOverlays(json)
    case .removeOverlays: try removeOverlays(json)
    case .setView: try setView(json)
    case .setDragState: try setDragState(json)
    case .setRenderer: try setRenderer(json)
    case .setNeedsDisplay: try setNeedsDisplay(json)
    case .addGeoJSON: try addGeoJSON(json)
    case .putImage: try putImage(json)
    case .hasImages: try hasImages(json)
    case .setShowsUserLocation: try setShowsUserLocation(json)
    case .updateUserLocation: try updateUserLocation(json)
    case .setUserTrackingMode: try setUserTrackingMode(json)
    case .gesture: try gesture(json, client)
    case .tapCalloutAccessory: try tapCalloutAccessory(json)
    case .setControls: try setControls(json)
    // It is drawn elsewhere, by the caller.
    case .snapshot: MapRoom.done
    }
  }

  private enum Role: String, CaseIterable {
    case delegate, observer
  }

  private func open(_ json: MapParameters, _ client: ClientID) throws(WireError) -> MapResult {
    // Everything is parsed before anything is changed.
    let size = try json.size()
    let stays = try json.number("stays", in: 0...MapRoom.longestStay)
    let role: Role? = try json.word("role")
    let baseMapChange = try baseMapChange(json)
    let change = try regionChange(json)
    let asks = try json.member("asks", "an array of 'views', 'renderers', 'clusters', 'drawing', 'tiles'") { node in
      node.strings.flatMap { names in
        let asks = names.map { MapQuestions.Kind(rawValue: $0) }
        return asks.contains(nil) ? nil : asks.compactMap(\.self)
      }
    }
    clients[client]?.asks = Set(asks ?? [])
    resize(size)
    if let stays { self.stays = stays }
    baseMapChange()
    if role != .observer, delegate == nil {
      delegate = client
      forgetGiven()
    }
    change?()
    let (number, name, isNew) = (client.number, seat.name, !wasOpened)
    let pages = rooms.pageAddress.map { (seat.page($0, seat.token), seat.page($0, seat.viewerToken)) }
    wasOpened = true
    return { json in
      json.object { json in
        json.member("mapView", number)
        json.member("name", name)
        json.member("created", isNew)
        json.member("page", pages?.0)
        json.member("viewerPage", pages?.1)
      }
    }
  }

  /// Makes a client the delegate, and notifies the previous one.
  private func claim(_ client: ClientID) -> MapResult {
    let old = delegate
    delegate = client
    if old != client {
      questions.reset()
      forgetGiven()
    }
    if let old, old != client { tell(old, MapEvent(.delegateDidChange) { _ in }) }
    return MapRoom.done
  }

  private func subscribe(_ json: MapParameters, _ client: ClientID) throws(WireError) -> MapResult {
    let names = try json.needed("callbacks", "an array of names such as 'regionDidChange'") { $0.strings }
    var kinds: Set<MapEvent.Kind> = []
    for name in names {
      guard let kind = MapEvent.Kind(rawValue: name) else {
        throw WireError(.invalidQuery, "there is no callback '\(name.prefix(60))'; names come without 'mapView.'")
      }
      kinds.insert(kind)
    }
    subscribe(client, to: kinds)
    return MapRoom.done
  }

  /// The visible part of the map, as the result of a request.
  private func shown() -> MapResult {
    let (region, rect, level) = (map.region, map.visibleMapRect, map.level)
    return { json in json.object { $0.shown(region, rect, level) } }
  }

  /// The change that `region`, `visibleMapRect`, or `center` with `level`, `span`, meters or `centerCoordinateDistance`
  /// request; nil if there are none of them. Without `center` the middle stays where it is.
  private func regionChange(_ json: MapParameters) throws(WireError) -> (() -> Void)? {
    let animated = try json.bool("animated") ?? false
    let extents: [StaticString] = ["level", "span", "latitudinalMeters", "centerCoordinateDistance"]
    try json.atMostOne(of: ["region", "visibleMapRect", "center"])
    try json.atMostOne(of: ["region", "visibleMapRect"] + extents)
    let padding = try json.insets("edgePadding") ?? .zero
    let map = map
    func show(_ region: CoordinateRegion) -> () -> Void {
      if padding == .zero { return { map.setRegion(region, animated: animated) } }
      return { map.setVisibleMapRect(MapRect(region), edgePadding: padding, animated: animated) }
    }
    if let region = try json.region("region") { return show(region) }
    if let rect = try json.mapRect("visibleMapRect") {
      return { map.setVisibleMapRect(rect, edgePadding: padding, animated: animated) }
    }
    let middle = (extents + ["longitudinalMeters"]).contains { json.value($0) != nil } ? map.centerCoordinate : nil
    guard let center = try json.coordinate("center") ?? middle else { return nil }
    if let region = try json.region(around: center) { return show(region) }
    guard padding == .zero else {
      throw WireError(
        .invalidQuery, "'edgePadding' is for a 'region', a 'visibleMapRect', or a 'center' with 'span' or meters")
    }
    if let distance = try json.number("centerCoordinateDistance", in: 1...1_000_000_000) {
      let camera = MapCamera(centerCoordinate: center, centerCoordinateDistance: distance)
      return { map.setCamera(camera, animated: animated) }
    }
    guard let level = try json.number("level", in: 0...30) else { return { map.setCenter(center, animated: animated) } }
    return { map.setCenter(center, level: level, animated: animated) }
  }

  /// Pages report their own sizes, which take precedence.
  private func resize(_ size: ScreenSize?) { if let size, screens.isEmpty { map.size = size } }

  private func setRegion(_ json: MapParameters) throws(WireError) -> MapResult {
    let size = try json.size()
    let change = try regionChange(json)
    guard change != nil || size != nil else {
      throw WireError(.invalidQuery, "'region' is missing, or 'center', 'level' or 'visibleMapRect'")
    }
    resize(size)
    change?()
    return shown()
  }

  private func showAnnotations(_ json: MapParameters) throws(WireError) -> MapResult {
    map.showAnnotations(
      try json.annotationIDs("ids"), edgePadding: try json.insets("edgePadding") ?? EdgeInsets(all: 48),
      animated: try json.bool("animated") ?? false)
    return shown()
  }

  private func convert(_ json: MapParameters) throws(WireError) -> MapResult {
    let map = map
    if let coordinates = try json.member("coordinates", "an array of coordinates", { $0.all { $0 } }) {
      var places: [ScreenPoint] = []
      for (index, node) in coordinates.enumerated() {
        do throws(WireError) { places.append(map.point(for: try RequestParameters.coordinate(node))) } catch {
          throw WireError(.invalidQuery, "'coordinates[\(index)]': \(error.message)")
        }
      }
      return { [places] json in json.object { $0.member("points", array: places) { $0.point($1) } } }
    }
    if json.value("regions") != nil {
      let expected = "an array of {\"south\":…,\"west\":…,\"north\":…,\"east\":…}"
      let rects = try json.needed("regions", expected) { $0.all { $0.region } }.map { map.rect(for: $0) }
      return { json in json.object { $0.member("rects", array: rects) { $0.rect($1) } } }
    }
    if json.value("rects") != nil {
      let regions = try json.needed("rects", "an array of [x,y,width,height], not empty, that meet the world") {
        $0.all { $0.rect.map { map.region(in: $0) }.flatMap { $0.isValid ? $0 : nil } }
      }
      return { json in json.object { $0.member("regions", array: regions) { $0.region($1) } } }
    }
    let points = try json.needed("points", "an array of [x,y], unless 'coordinates', 'regions' or 'rects' are given") {
      $0.all { $0.point }
    }
    let coordinates = points.map { map.coordinate(at: $0) }
    return { json in json.object { $0.member("coordinates", array: coordinates) { $0.coordinate($1) } } }
  }
}
