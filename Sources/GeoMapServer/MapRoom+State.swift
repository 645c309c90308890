import GeoMap
import GeoModel
import GeoWire

// The state of a map that clients may read: everything that they, or other clients, have set.
extension MapRoom {
  func state(_ json: MapParameters) throws(WireError) -> MapResult {
    let annotations = try listedAnnotations(json)
    let details = try listedOverlays(json)
    let listsOverlays = details == nil ? try json.bool("overlays") ?? false : false
    let overlays = listsOverlays ? map.overlays : nil
    let (region, rect, level, size) = (map.region, map.visibleMapRect, map.level, map.size)
    let (base, style, languages) = (baseMap, map.userInterfaceStyle, map.languages)
    let (limits, distance) = (limitsJSON, map.camera.centerCoordinateDistance)
    let (selected, count) = (map.selectedAnnotations, map.annotationCount)
    let screens = screens.compactMap { number, screen in screen.size.map { (number: number, size: $0) } }
      .sorted { $0.number < $1.number }
    let (user, mode, templates) = (map.showsUserLocation ? map.userLocation : nil, map.userTrackingMode, templates.keys)
    let map = map
    return { json in
      json.object { json in
        json.shown(region, rect, level)
        json.key("centerCoordinateDistance")
        json.rounded(distance)
        json.size(size)
        json.member("baseMap", base.rawValue)
        json.member("userInterfaceStyle", style.rawValue)
        json.member("languages", languages)
        if !limits.isEmpty { json.raw(limits) }
        json.member("selectedAnnotations", array: selected) { $0.annotationID($1) }
        json.member("annotationCount", count)
        json.member("overlayCount", map.overlays.count)
        if !templates.isEmpty { json.member("templates", templates.sorted()) }
        if !screens.isEmpty {
          json.member("screens", array: screens) { json, screen in
            json.object { json in
              json.member("screen", screen.number)
              json.size(screen.size)
            }
          }
        }
        if let user {
          json.member("showsUserLocation", true)
          json.member("userTrackingMode", mode.rawValue)
          json.location(of: user)
        }
        if let annotations { json.member("annotations", array: annotations) { $0.annotation($1, map) } }
        if let overlays { json.member("overlays", array: overlays) { $0.overlayID($1) } }
        if let details { json.member("overlays", array: details) { $0.overlay($1, map) } }
      }
    }
  }

  /// The annotations to list: all, or the existing ones of those named; nil for none.
  private func listedAnnotations(_ json: MapParameters) throws(WireError) -> [AnnotationID]? {
    let isNamed = json.value("annotations")?.isArray == true
    let named = isNamed ? try json.annotationIDs("annotations") : nil
    if !isNamed { guard try json.bool("annotations") == true else { return nil } }
    guard named?.count ?? map.annotationCount <= MapRoom.objects else {
      throw WireError(
        .invalidQuery,
        "more than \(MapRoom.objects) annotations are too many for a list; ask mapView.annotationsInMapRect for ids, and name some of them"
      )
    }
    return named?.filter { map.annotation(for: $0) != nil } ?? map.annotationIDs
  }

  /// The existing ones of the named overlays; nil if none are named.
  private func listedOverlays(_ json: MapParameters) throws(WireError) -> [OverlayID]? {
    guard json.value("overlays")?.isArray == true else { return nil }
    let named = try json.needed("overlays", "true or an array of ids") { node in node.all { $0.overlayID } }
    return named.prefix(MapRoom.objects).filter { map.overlay(for: $0) != nil }
  }
}

extension JSONWriter {
  /// Writes an annotation as it was given.
  fileprivate mutating func annotation(_ id: AnnotationID, _ map: MapView) {
    guard let annotation = map.annotation(for: id) else { return null() }
    object { json in
      json.annotationMembers(id, annotation)
      json.member("template", map.template(of: id))
    }
  }

  /// Writes an overlay without its vertices, which only its client needs.
  fileprivate mutating func overlay(_ id: OverlayID, _ map: MapView) {
    object { json in
      json.overlayMembers(id, map)
      json.member("level", map.level(of: id)?.rawValue)
    }
  }
}
