import GeoMap
import GeoModel
import GeoWire

extension MapRoom {
  func addOverlays(_ json: MapParameters) throws(WireError) -> MapResult {
    let level: OverlayLevel = try json.word("level") ?? .aboveLabels
    guard let list = json.value("overlays"), list.isArray else {
      throw WireError(.invalidQuery, "'overlays' must be an array of objects")
    }
    var overlays: [WireOverlay] = []
    var count = 0
    for element in list.elements {
      overlays.append(try WireOverlay(element).showing(rooms.layers))
      count += overlays.last?.vertexCount ?? 0
      guard count <= rooms.options.verticesPerMap else { throw tooManyVertices }
    }
    try makeRoom(for: overlays)
    for overlay in overlays { put(overlay, level, at: nil) }
    return counted(overlays.count)
  }

  func insertOverlay(_ json: MapParameters) throws(WireError) -> MapResult {
    guard let node = json.value("overlay") else { throw WireError(.invalidQuery, "'overlay' is missing") }
    let overlay = try WireOverlay(node).showing(rooms.layers)
    let chosen: OverlayLevel? = try json.word("level")
    var level = chosen ?? map.level(of: overlay.id) ?? .aboveLabels
    // Without a position, an existing overlay stays where it is, unless it changes its level.
    var index = try json.number("at", in: 0...1e9).map { Int($0) }
    if index == nil, let chosen, chosen != map.level(of: overlay.id) { index = .max }
    for (name, offset) in [("above" as StaticString, 1), ("below", 0)] where json.value(name) != nil {
      let sibling = try json.overlayID(name)
      guard sibling != overlay.id else { throw MapParameters.wrong(name, "the id of another overlay") }
      let others = map.level(of: sibling).map { level in (level, map.overlays(in: level).filter { $0 != overlay.id }) }
      guard let (found, ids) = others, let place = ids.firstIndex(of: sibling) else {
        throw WireError(.invalidQuery, MapError.unknownOverlay(sibling).description)
      }
      (level, index) = (found, place + offset)
    }
    try makeRoom(for: [overlay])
    put(overlay, level, at: index)
    return MapRoom.done
  }

  private func put(_ overlay: WireOverlay, _ level: OverlayLevel, at index: Int?) {
    if let index {
      map.insertOverlay(overlay, at: index, level: level, id: overlay.id)
    } else {
      map.addOverlay(overlay, level: level, id: overlay.id)
    }
    vertices[overlay.id] = overlay.vertexCount
    chosenLooks.removeValue(forKey: overlay.id)
    overlaysChanged()
  }

  /// Shows the current areas of layers of the user's own areas. A layer that is gone stays as it was.
  func drawLayersAgain() {
    var isChanged = false
    for id in map.overlays {
      guard let old = map.overlay(for: id) as? WireOverlay, old.shapeOverlay is LayerOverlay,
        let new = try? old.showing(rooms.layers)
      else { continue }
      let look = chosenLooks[id] ?? new.look
      map.replaceOverlay(id, with: new) { _ in look?.renderer(of: new, ask: recorder.asksPart) }
      isChanged = true
    }
    guard isChanged else { return }
    overlaysChanged()
    settle()
  }

  /// Extends an overlay.
  func extendOverlay(_ json: MapParameters) throws(WireError) -> MapResult {
    let id = try json.overlayID("overlay")
    guard let old = map.overlay(for: id) as? WireOverlay else {
      throw WireError(.invalidQuery, MapError.unknownOverlay(id).description)
    }
    let more = try OverlayExtension(json)
    guard let longer = try old.extended(by: more) else {
      throw WireError(.invalidQuery, "the shape of overlay '\(id)' cannot go on by '\(more.name)'")
    }
    try checkRoom(for: [longer])
    // The shorter one is released, unless a waiting picture shows it.
    try reserve(max(0, longer.heldBytes - (isKnownUniquelyReferenced(&content) ? old.heldBytes : 0)))
    // It keeps its style, so the delegate is not asked and clients are not notified.
    let look = chosenLooks[id] ?? longer.look
    map.replaceOverlay(id, with: longer) { _ in look?.renderer(of: longer, ask: recorder.asksPart) }
    vertices[id] = longer.vertexCount
    overlaysChanged()
    return counted(longer.vertexCount)
  }

  /// Checks whether overlays may be added.
  private func checkRoom(for overlays: [WireOverlay]) throws(WireError) {
    var all = vertices
    for overlay in overlays { all[overlay.id] = overlay.vertexCount }
    let options = rooms.options
    guard all.count <= options.overlaysPerMap else {
      throw WireError(.loadingThrottled, "a map may have \(options.overlaysPerMap) overlays; remove some first")
    }
    guard all.values.reduce(0, +) <= options.verticesPerMap else { throw tooManyVertices }
  }

  private var tooManyVertices: WireError {
    WireError(
      .loadingThrottled, "the overlays of a map may have \(rooms.options.verticesPerMap) vertices; remove some first")
  }

  private func makeRoom(for overlays: [WireOverlay]) throws(WireError) {
    try checkRoom(for: overlays)
    try reserve(overlays.reduce(0) { $0 + $1.heldBytes })
  }

  func setRenderer(_ json: MapParameters) throws(WireError) -> MapResult {
    let id = try json.overlayID("overlay")
    let look = try json.value("renderer").map { (node) throws(WireError) in try RendererLook(node) }
    try setRenderer(look, of: id)
    return MapRoom.done
  }

  /// Sets the style of an overlay; nil hides it.
  func setRenderer(_ look: RendererLook?, of id: OverlayID) throws(WireError) {
    guard let overlay = map.overlay(for: id) as? WireOverlay else {
      throw WireError(.invalidQuery, MapError.unknownOverlay(id).description)
    }
    try look?.check(for: overlay)
    try reserve((look?.heldBytes ?? 0) + MemoryLayout<RendererLook>.stride)
    do throws(MapError) { try map.setRenderer(look?.renderer(of: overlay, ask: recorder.asksPart), for: id) } catch {
      throw WireError(.invalidQuery, error.description)
    }
    chosenLooks.updateValue(look, forKey: id)
    overlaysChanged()
  }

  func addGeoJSON(_ json: MapParameters) throws(WireError) -> MapResult {
    guard let node = json.value("geojson"), node.isObject else {
      throw WireError(.invalidQuery, "'geojson' must be an object: a FeatureCollection, a Feature or a geometry")
    }
    let template = try template(json)
    let look = try json.value("renderer").map { (node) throws(WireError) in try RendererLook(node) }
    let objects: [GeoJSONObject]
    do throws(GeoJSONError) { objects = try GeoJSONDecoder().decode(Array(node.text)) } catch {
      throw WireError(.invalidQuery, "'geojson': \(error)")
    }
    var made = GeoJSONContent(look: look, hasTemplate: template != nil, before: geoJSONCount)
    for object in objects { made.add(object) }
    try makeRoom(for: made.annotations.map(\.id))
    try reserve(bytes(of: made.annotations.map { ($0, template) }))
    try makeRoom(for: made.overlays)
    put(made.annotations.map { ($0, template) })
    for overlay in made.overlays { put(overlay, .aboveLabels, at: nil) }
    geoJSONCount += made.count
    return { json in
      json.object { json in
        json.member("annotations", array: made.annotations) { $0.annotationID($1.id) }
        json.member("overlays", array: made.overlays) { $0.overlayID($1.id) }
        if made.withoutData > 0 { json.member("withoutData", made.withoutData) }
      }
    }
  }

  func exchangeOverlays(_ json: MapParameters) throws(WireError) -> MapResult {
    let ids = try json.needed("overlays", "an array of two ids") { node in node.all { $0.overlayID } }
    guard ids.count == 2 else { throw MapParameters.wrong("overlays", "an array of two ids") }
    do throws(MapError) { try map.exchangeOverlay(ids[0], with: ids[1]) } catch {
      throw WireError(.invalidQuery, error.description)
    }
    overlaysChanged()
    return MapRoom.done
  }

  func removeOverlays(_ json: MapParameters) throws(WireError) -> MapResult {
    let before = map.overlays.count
    let ids: [OverlayID]
    if try json.bool("all") == true {
      ids = map.overlays
    } else {
      ids = try json.needed("ids", "an array of ids, unless 'all' is given") { node in node.all { $0.overlayID } }
    }
    let freed = ids.reduce(0) { sum, id in
      sum + ((map.overlay(for: id) as? WireOverlay)?.heldBytes ?? 0) + ((chosenLooks[id] ?? nil)?.heldBytes ?? 0)
    }
    map.removeOverlays(ids)
    for id in ids { chosenLooks.removeValue(forKey: id) }
    for id in ids { vertices[id] = nil }
    overlaysChanged()
    if freed * 4 > heldBytes || freed > 1 << 20 { countAgain() }
    return counted(before - map.overlays.count)
  }
}
