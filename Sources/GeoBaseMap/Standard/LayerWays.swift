import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore

/// Draws roads, railways and runways. Within a layer all edges come before all fillings, so that crossings are open.
struct LayerWays {
  let sheet: Sheet
  let layer: LayerPart
  let palette: Palette

  /// Tunnels, ways on the ground, and bridges.
  enum Storey { case below, ground, above }

  /// Lines that are drawn with one stroke.
  private struct Bundle {
    var kind: MapKind
    var path = Path()
    /// Those of the lines that get one-way arrows.
    var oneWay: [[ScreenPoint]] = []
  }

  private static let kinds: [MapKind] = [
    .path, .footway, .cycleway, .steps, .track, .service, .pedestrian, .minor, .link, .tertiary, .secondary, .primary,
    .trunk, .motorway, .taxiway, .runway, .siding, .lightRail, .cableway, .rail,
  ]

  func draw(_ storey: Storey, _ drawing: inout Drawing) {
    var layers: [Int8: [Bundle]] = [:]
    let showsArrows = sheet.level >= Style.oneWayLevel && storey != .below
    for kind in LayerWays.kinds where LayerWays.firstLevel(kind) <= sheet.level {
      var bundles: [Int8: Bundle] = [:]
      for piece in layer.pieces(kind) {
        let course = layer.feature(piece).course
        let isWanted =
          switch storey {
          case .below: course.isTunnel
          case .ground: !course.isTunnel && !course.isBridge
          case .above: course.isBridge && !course.isTunnel
          }
        guard isWanted else { continue }
        // Ways on the ground cross each other, whatever their layer tags say.
        let number = storey == .ground ? 0 : course.layer
        let lines = layer.lines(piece)
        for line in lines { bundles[number, default: Bundle(kind: kind)].path.addLines(line) }
        if course.isOneWay, showsArrows { bundles[number]?.oneWay += lines }
      }
      for (number, bundle) in bundles { layers[number, default: []].append(bundle) }
    }
    for (_, bundles) in layers.sorted(by: { $0.key < $1.key }) {
      for bundle in bundles { drawEdges(bundle, storey, &drawing) }
      for bundle in bundles { drawFilling(bundle, storey, &drawing) }
      drawArrows(bundles, &drawing)
    }
  }

  private static func firstLevel(_ kind: MapKind) -> Double {
    switch kind {
    case .path, .footway, .cycleway, .steps: 14.7
    case .service: 13.8
    default: Double(kind.firstLevel) - 0.1
    }
  }

  /// The look of a kind of road; nil for other kinds.
  static func road(_ kind: MapKind) -> Style.Road? { streetKind(kind).map(Style.road) }

  /// The kind of street of a road; nil for other kinds.
  static func streetKind(_ kind: MapKind) -> StreetKind? {
    switch kind {
    case .motorway: .motorway
    case .trunk: .trunk
    case .primary: .primary
    case .secondary: .secondary
    case .tertiary: .tertiary
    case .link: .link
    case .minor: .residential
    case .pedestrian: .pedestrian
    case .service: .service
    case .track: .track
    case .path: .path
    case .footway: .footway
    case .cycleway: .cycleway
    case .steps: .steps
    default: nil
    }
  }

  private func drawEdges(_ bundle: Bundle, _ storey: Storey, _ drawing: inout Drawing) {
    guard let road = LayerWays.road(bundle.kind) else { return drawBed(bundle, storey, &drawing) }
    let width = Style.width(road, at: sheet.level)
    if storey == .above, road.isLine || width < Style.leastEdgedWidth {
      guard sheet.level >= 14.7 else { return }
      drawing.append(.stroke(bundle.path, palette.land, StrokeStyle(width: width + 3, cap: .butt)))
      return
    }
    guard !road.isLine, width >= Style.leastEdgedWidth else { return }
    drawing.append(
      .stroke(
        bundle.path, palette.road(road.edge),
        StrokeStyle(
          width: width + 2 * Style.edgeWidth(on: storey, at: sheet.level), cap: storey == .ground ? .round : .butt,
          dash: storey == .below ? [4, 3] : [])))
  }

  private func drawFilling(_ bundle: Bundle, _ storey: Storey, _ drawing: inout Drawing) {
    guard let road = LayerWays.road(bundle.kind) else { return drawRail(bundle, storey, &drawing) }
    let width = Style.width(road, at: sheet.level)
    let isThin = !road.isLine && width < Style.leastEdgedWidth
    drawing.append(
      .stroke(
        bundle.path, palette.roadFill(isThin ? road.thin : road.fill, on: storey),
        StrokeStyle(
          width: width, cap: road.dash.isEmpty && storey != .below ? .round : .butt,
          dash: road.dash.map { $0 * max(1, width) })))
  }

  /// Draws arrows along one-way streets that are wide enough. Their positions do not depend on the visible part of the
  /// map.
  private func drawArrows(_ bundles: [Bundle], _ drawing: inout Drawing) {
    var arrows = Path()
    let bounds = sheet.bounds(around: 16)
    for bundle in bundles where !bundle.oneWay.isEmpty {
      guard let road = LayerWays.road(bundle.kind) else { continue }
      let size = min(6.5, Style.width(road, at: sheet.level) * 0.7)
      guard size >= 2.8 else { continue }
      for walk in bundle.oneWay.map(LineWalk.init) where walk.length >= 40 {
        let count = (walk.length / 130).rounded(.up)
        for number in 0..<Int(count) {
          let middle = (Double(number) + 0.5) / count * walk.length
          let (tail, tip) = (walk.point(at: middle - 1.6 * size), walk.point(at: middle + 1.6 * size))
          let length = tail.distance(to: tip)
          guard length > 2 * size, tip.x > bounds.minX, tip.x < bounds.maxX, tip.y > bounds.minY, tip.y < bounds.maxY
          else { continue }
          let (x, y) = ((tip.x - tail.x) / length * size / 2, (tip.y - tail.y) / length * size / 2)
          arrows.addLines([tail, tip])
          arrows.addLines([
            ScreenPoint(x: tip.x - 1.6 * x + y, y: tip.y - 1.6 * y - x), tip,
            ScreenPoint(x: tip.x - 1.6 * x - y, y: tip.y - 1.6 * y + x),
          ])
        }
      }
    }
    if !arrows.isEmpty { drawing.append(.stroke(arrows, palette.road(Style.oneWay), StrokeStyle(width: 1))) }
  }

  /// Draws runways, and the bed of rails on bridges.
  private func drawBed(_ bundle: Bundle, _ storey: Storey, _ drawing: inout Drawing) {
    switch bundle.kind {
    case .runway, .taxiway:
      let width = Style.runwayWidth(bundle.kind, at: sheet.level)
      if let color = palette.color(.apron) {
        drawing.append(.stroke(bundle.path, color, StrokeStyle(width: width, cap: .butt)))
      }
    default:
      guard storey == .above, sheet.level >= 13.5 else { return }
      let width = Style.railWidth(bundle.kind, at: sheet.level)
      drawing.append(.stroke(bundle.path, palette.rail, StrokeStyle(width: width + 3.4, cap: .butt)))
      drawing.append(.stroke(bundle.path, palette.land, StrokeStyle(width: width + 2, cap: .butt)))
    }
  }

  /// Draws railways; those for trains have dashes in the color of land from level 13.8 on.
  private func drawRail(_ bundle: Bundle, _ storey: Storey, _ drawing: inout Drawing) {
    guard bundle.kind != .runway, bundle.kind != .taxiway else { return }
    let width = Style.railWidth(bundle.kind, at: sheet.level)
    drawing.append(
      .stroke(
        bundle.path, palette.rail(on: storey),
        StrokeStyle(width: width, cap: .butt, dash: storey == .below ? [4, 3] : [])))
    if bundle.kind == .rail, storey != .below, sheet.level >= 13.8 {
      drawing.append(
        .stroke(bundle.path, palette.land, StrokeStyle(width: width - Style.railGapInset, cap: .butt, dash: [6, 6])))
    }
  }
}
