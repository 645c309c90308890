import GeoClient
import GeoMap
import GeoModel
import GeoSupport
import GeoWire

// Answers questions of the daemon.
extension DaemonMap {
  /// Answers a question by asking the program's delegate, renderers and overlays.
  func answer(_ method: String, _ question: String, _ params: JSONNode, _ map: MapView) {
    guard let number = opening?.number else { return }
    func answer(_ result: (inout JSONWriter) -> Void) {
      connection.answer(key, number: number, question: question, result: result)
    }
    switch method {
    case "mapView.viewsForAnnotations":
      map.layout()
      let views = views(params, map)
      answer { json in
        json.member("views") { json in
          for (name, look) in looks(of: views) {
            json.dynamicKey(name)
            json.raw(look)
          }
        }
        json.member("annotations") { json in
          for (name, view) in views {
            guard let cluster = view.annotation as? ClusterAnnotation else { continue }
            json.dynamicKey(name)
            json.object { json in
              json.member("title", cluster.title)
              json.member("subtitle", cluster.subtitle)
            }
          }
        }
      }
    case "mapView.renderersForOverlays":
      let ids = (params.member("overlays")?.all { $0.member("id")?.overlayID }) ?? []
      let renderers = ids.compactMap { id in map.answeredRenderer(for: id).map { (id, $0) } }
      for (id, renderer) in renderers { note(renderer, of: id) }
      answer { json in
        json.member("renderers") { json in
          for (id, renderer) in renderers {
            json.dynamicKey(id.name)
            json.renderer(renderer)
          }
        }
      }
    case "mapView.drawOverlays":
      let parts = params.member("parts")?.all { $0 } ?? []
      let drawings = parts.map { draw($0, map) }
      answer { json in
        json.member("parts", array: drawings) { json, drawing in
          json.object { json in
            guard let drawing else { return json.flag("canDraw", false, unless: true) }
            json.key("drawing")
            json.drawing(drawing) { $0.format == .symbol ? nil : $0.key }
          }
        }
      }
    case "mapView.loadTiles": load(params, question, number, map)
    default: answer { _ in }
    }
  }

  private func views(_ params: JSONNode, _ map: MapView) -> [(name: String, view: AnnotationView)] {
    var views: [(name: String, view: AnnotationView)] = []
    for asked in params.member("annotations")?.all({ $0 }) ?? [] {
      let member = asked.member("members")?.member("ids")?.elements.first { _ in true }?.annotationID
      guard let id = asked.member("id")?.annotationID, let own = ours(id, member: member, map),
        let view = map.answeredView(for: own)
      else { continue }
      giveImages(of: view)
      views.append((id.name, view))
    }
    return views
  }

  /// Encodes the looks of views as JSON.
  ///
  /// Looks that would make the line too long are left out and sent later, like those of changed views.
  private func looks(of views: [(name: String, view: AnnotationView)]) -> [(name: String, look: [UInt8])] {
    var room = DaemonMap.lineBytes
    return views.compactMap { name, view in
      var json = JSONWriter()
      if view.isUsual { json.null() } else { json.view(view) { $0.format == .symbol ? nil : $0.key } }
      room -= json.bytes.count
      if let id = view.annotationID {
        known.views[id] = room < 0 ? nil : ToldView(view, look: view.isUsual ? nil : json.bytes.hashValue)
      }
      return room < 0 ? nil : (name, json.bytes)
    }
  }

  /// Draws a part of an overlay; nil when it cannot be drawn now.
  private func draw(_ part: JSONNode, _ map: MapView) -> Drawing? {
    guard let id = part.member("overlay")?.overlayID, let rect = part.member("mapRect")?.mapRect,
      let zoomScale = part.member("zoomScale")?.double,
      let drawing = map.answeredRenderer(for: id)?.drawing(
        rect, zoomScale: zoomScale, contentScaleFactor: part.member("scale")?.double ?? 1, style: map.userInterfaceStyle
      )
    else { return nil }
    give(drawing.steps.compactMap { if case .image(let image, _) = $0 { image } else { nil } })
    return drawing
  }

  /// Loads tiles concurrently and then answers, without blocking the caller. The daemon has a time limit.
  private func load(_ params: JSONNode, _ question: String, _ number: Int, _ map: MapView) {
    let tiles = (params.member("tiles")?.all { $0 } ?? []).map { tile -> (overlay: TileOverlay?, path: TilePath) in
      let said = tile.member("path")
      let path = TilePath(
        x: said?.member("x")?.integer ?? 0, y: said?.member("y")?.integer ?? 0, z: said?.member("z")?.integer ?? 0,
        contentScaleFactor: said?.member("scale")?.double ?? 1)
      return (tile.member("overlay")?.overlayID.flatMap { map.overlay(for: $0) } as? TileOverlay, path)
    }
    let (connection, key) = (connection, key)
    Task {
      let loaded = await withTaskGroup(of: (Int, Result<[UInt8], any Error>).self) { group in
        for (index, tile) in tiles.enumerated() {
          group.addTask {
            guard let overlay = tile.overlay else { return (index, .failure(MapError.tileWithoutSource)) }
            // The compiler (Swift 6.3) loses an index in a tuple next to `try await`.
            let bytes: [UInt8]
            do { bytes = try await overlay.loadTile(at: tile.path) } catch { return (index, .failure(error)) }
            return (index, .success(bytes))
          }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      connection.answer(key, number: number, question: question) { json in
        json.member("tiles", array: tiles.indices) { json, index in
          json.object { json in
            switch loaded[index] {
            case .success(let bytes): json.member("data", String(decoding: Base64.encode(bytes), as: UTF8.self))
            case .failure(let error): json.member("error", "\(error)")
            case nil: break
            }
          }
        }
      }
    }
  }
}
