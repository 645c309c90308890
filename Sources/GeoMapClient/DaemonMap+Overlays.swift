import GeoMap
import GeoModel
import GeoWire

// Passes overlays and their renderers from the program's map to the daemon's.
extension DaemonMap {
  /// Passes on the added and removed overlays, then the changed looks of those that were there before.
  func passOnOverlays(_ journal: MapJournal, _ map: MapView) {
    let said = sayOverlays(journal.overlays, map)
    redraw(journal.redrawn.filter { !said.contains($0) && map.overlay(for: $0)?.isSaid == true }, map)
  }

  /// Sends new and changed overlays, and removes those that are gone.
  ///
  /// - Returns: all overlays that were sent, some of them perhaps only to keep the order.
  private func sayOverlays(_ changed: Set<OverlayID>, _ map: MapView) -> Set<OverlayID> {
    var said = changed
    var now: [OverlayLevel: [OverlayID]] = [:]
    for level in OverlayLevel.allCases { now[level] = map.overlays(in: level) }
    guard now != known.overlays || !said.isEmpty else { return said }
    let all = Set(map.overlays)
    var gone = known.overlays.values.joined().filter { !all.contains($0) }
    // If overlays were only appended to a level, the others stay. Otherwise all are removed and sent again in the new
    // order.
    let isAppended = OverlayLevel.allCases.allSatisfy { level in
      let rest = (known.overlays[level] ?? []).filter { all.contains($0) }
      return Array(now[level]!.prefix(rest.count)) == rest
    }
    if !isAppended {
      gone = Array(known.overlays.values.joined())
      said = all
    }
    if !gone.isEmpty { ask(.removeOverlays) { $0.member("ids", array: gone) { $0.overlayID($1) } } }
    for level in OverlayLevel.allCases {
      let added = now[level]!.filter { said.contains($0) || known.overlays[level]?.contains($0) != true }
      say(added.filter { map.overlay(for: $0)?.isSaid == true }, level, map)
      said.formUnion(added)
    }
    known.overlays = now
    return said
  }

  /// Updates the looks of overlays: asks the daemon to have the program redraw them, or sends a renderer for the daemon
  /// to make.
  private func redraw(_ ids: Set<OverlayID>, _ map: MapView) {
    for id in ids {
      let renderer = map.renderer(for: id)
      if known.drawn.contains(id), renderer?.isGivenByProgram == true {
        ask(.setNeedsDisplay) { json in
          json.key("overlay")
          json.overlayID(id)
        }
        continue
      }
      note(renderer, of: id)
      ask(.setRenderer) { json in
        json.key("overlay")
        json.overlayID(id)
        if let renderer {
          json.key("renderer")
          json.renderer(renderer)
        }
      }
    }
  }

  /// Records whether the program draws an overlay itself or loads its tiles.
  func note(_ renderer: OverlayRenderer?, of id: OverlayID) {
    if renderer?.isGivenByProgram == true { known.drawn.insert(id) } else { known.drawn.remove(id) }
  }

  private func say(_ ids: [OverlayID], _ level: OverlayLevel, _ map: MapView) {
    for id in ids { note(map.renderer(for: id), of: id) }
    inLines(ids, most: 1_000, .addOverlays, "overlays", members: { $0.member("level", level.rawValue) }) { json, id in
      json.object { json in
        guard let overlay = map.overlay(for: id) else { return }
        json.key("id")
        json.overlayID(id)
        json.member("title", overlay.title)
        json.key("shape")
        json.shape(of: overlay)
        guard let renderer = map.renderer(for: id) else { return }
        json.key("renderer")
        json.renderer(renderer)
      }
    }
    for id in ids { sayRest(of: id, map) }
  }

  /// Sends the rest of a shape that was too long for the first request.
  private func sayRest(of id: OverlayID, _ map: MapView) {
    guard let shape = map.overlay(for: id).flatMap({ ShapePieces($0, most: JSONWriter.placesAtOnce) }) else { return }
    for piece in shape.pieces.dropFirst() {
      ask(.extendOverlay) { json in
        json.key("overlay")
        json.overlayID(id)
        json.member(piece, of: shape.kind)
      }
    }
  }
}
