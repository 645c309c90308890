import GeoMap
import GeoModel
import GeoTestKit
import Testing

@Suite("Tiles and loading")
struct TileFacts {
  private func stage(_ overlay: TileOverlay) throws -> (Stage, TileOverlayRenderer) {
    let stage = try Stage()
    let renderer = TileOverlayRenderer(tileOverlay: overlay)
    stage.recorder.renderer = { _ in renderer }
    stage.map.addOverlay(overlay)
    stage.map.layout()
    _ = stage.recorder.take()
    return (stage, renderer)
  }

  @Test("71: a template is filled with x, y, z and scale; flipped tiles count from the south")
  func template() throws {
    var overlay = TileOverlay(urlTemplate: "http://host/{z}/{x}/{y}@{scale}x{?}.png")
    let path = TilePath(x: 3, y: 5, z: 7, contentScaleFactor: 2)
    #expect(overlay.url(forTilePath: path) == "http://host/7/3/5@2x{?}.png")
    let renderer = TileOverlayRenderer(tileOverlay: overlay)
    let north = MapRect(x: 0, y: 0, width: 10, height: 10)
    #expect(renderer.paths(for: north, zoomScale: MapScale.zoomScale(level: 3)).map(\.y) == [0])
    overlay.isGeometryFlipped = true
    let flipped = TileOverlayRenderer(tileOverlay: overlay)
    #expect(flipped.paths(for: north, zoomScale: MapScale.zoomScale(level: 3)).map(\.y) == [7])
    #expect(flipped.paths(for: .world, zoomScale: MapScale.zoomScale(level: 1)).count == 4)
  }

  @Test("a base map is drawn unless an overlay that replaces it covers all that is seen")
  func replacing() async throws {
    struct Base: BaseMap {
      let attribution: String? = nil
      func drawing(of part: BaseMapPart) async -> BaseMapDrawing {
        let context = DrawingContext()
        context.fill(ScreenRect(x: 0, y: 0, width: 1, height: 1))
        return BaseMapDrawing(ground: [MapPicture.Layer(drawing: context.drawing)])
      }
    }
    for (replaces, part, isBase) in [
      (false, MapRect.world, true), (true, .world, false), (true, MapRect(x: 0, y: 0, width: 9, height: 9), true),
    ] {
      var overlay = TileOverlay { _ in [] }
      (overlay.canReplaceMapContent, overlay.boundingMapRect) = (replaces, part)
      let (stage, _) = try stage(overlay)
      stage.map.baseMap = Base()
      let layers = await stage.map.render().layers
      #expect(layers.contains { $0.drawing.steps.count == 1 } == isBase, "\(replaces) \(part)")
      stage.map.baseMap = NoBaseMap()
    }
  }

  @Test("72: no tile below the first or above the last level is asked for")
  func levels() {
    var overlay = TileOverlay(urlTemplate: "")
    overlay.minimumZ = 5
    overlay.maximumZ = 8
    let renderer = TileOverlayRenderer(tileOverlay: overlay)
    for level in 0...21 {
      let zoomScale = MapScale.zoomScale(level: Double(level))
      let paths = renderer.paths(for: MapRect(x: 1e8, y: 1e8, width: 10, height: 10), zoomScale: zoomScale)
      #expect(paths.map(\.z) == (level < 5 ? [] : [min(level, 8)]))
    }
  }

  @Test("73: loading starts once for a group of tiles and ends once")
  func callbacks() async throws {
    let (stage, renderer) = try stage(TileOverlay { _ in [0x89, 0x50, 0x4E, 0x47] })
    await stage.map.loadTiles()
    #expect(stage.recorder.take() == ["loading", "loaded"])
    await stage.map.loadTiles()
    #expect(stage.recorder.take() == [], "all are there")
    let drawing = try #require(stage.map.overlayDrawings().first?.drawing)
    let images = drawing.steps.compactMap { if case .image(let image, _) = $0 { image.format } else { nil } }
    #expect(images.count >= 6 && images.allSatisfy { $0 == .png })
    renderer.reloadData()
    let picture = await stage.map.render()
    #expect(stage.recorder.take() == ["loading", "loaded", "drawing", "drawn true"])
    #expect(picture.isFullyRendered && picture.layers.first?.drawing == drawing)
  }

  @Test("74: a missing file is a failure, and the rest is drawn")
  func missingFile() async throws {
    let folder = TemporaryTiles()
    let (stage, renderer) = try stage(TileOverlay(urlTemplate: "file://\(folder.path)/{z}-{x}-{y}"))
    let paths = renderer.paths(for: stage.map.visibleMapRect, zoomScale: stage.map.zoomScale)
    for path in paths.dropFirst() { folder.write("\(path.z)-\(path.x)-\(path.y)") }
    await stage.map.loadTiles()
    let log = stage.recorder.take()
    #expect(
      log.count == 2 && log[0] == "loading" && log[1].hasPrefix("failed tile \(paths[0].z)/\(paths[0].x)/\(paths[0].y)")
    )
    let images = stage.map.overlayDrawings()[0].drawing.steps.count
    #expect(images == paths.count - 1)
    #expect(await !stage.map.render().isFullyRendered)
    #expect(stage.recorder.take() == ["drawing", "drawn false"])
  }

  @Test("75: an error and a silence of a loader are failures of that tile alone")
  func ownLoading() async throws {
    struct Broken: Error {}
    var overlay = TileOverlay { path in
      if path.x % 3 == 0 { throw Broken() }
      if path.x % 3 == 1 { try await Task.sleep(for: .seconds(60)) }
      return [0xFF, 0xD8, 0xFF]
    }
    // Long enough for the others on a machine that pauses for a moment.
    overlay.timeLimitSeconds = 2
    let (stage, renderer) = try stage(overlay)
    await stage.map.loadTiles()
    let log = stage.recorder.take()
    #expect(log.count == 2 && log[1].hasPrefix("failed"))
    let paths = renderer.paths(for: stage.map.visibleMapRect, zoomScale: stage.map.zoomScale)
    let drawn = stage.map.overlayDrawings().first?.drawing.steps.count ?? 0
    #expect(drawn == paths.count { $0.x % 3 == 2 } && drawn > 0)
    await stage.map.loadTiles()
    #expect(stage.recorder.take() == [], "what failed is not tried again by itself")
  }

  @Test("a tile overlay without a source, and one of another kind, say what is missing")
  func noSource() async {
    let path = TilePath(x: 0, y: 0, z: 0)
    await #expect(throws: MapError.tileWithoutSource) { try await TileOverlay(urlTemplate: nil).loadTile(at: path) }
    await #expect(throws: MapError.self) { try await TileOverlay(urlTemplate: "http://h/{z}").loadTile(at: path) }
  }
}
