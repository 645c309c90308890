import GeoMap
import GeoModel
import GeoStore

extension Ground {
  /// The streets of one kind and layer, drawn with one stroke.
  private struct Bundle {
    var road: Style.Road
    var isTunnel: Bool
    var lines = Path()
    var squares = Path()
  }

  /// Draws the streets by layer, with tunnels below and bridges above the others. Within a layer all edges come before
  /// all fillings, so that crossings are open.
  func drawStreets(_ drawing: inout Drawing) {
    var bundles: [Int: [StreetKind: Bundle]] = [:]
    // The margin from which the widest streets still reach into the picture.
    let clip = Clip(sheet.bounds(around: 32))
    for street in content.streets {
      let layer = max(-1, min(5, Int(street.layer)))
      let road = Style.road(street.kind)
      var bundle = bundles[layer]?[street.kind] ?? Bundle(road: road, isTunnel: layer < 0)
      for line in street.lines {
        let points = line.map(sheet.place)
        if street.isArea {
          bundle.squares.addLines(points, closed: true)
        } else if road.dash.isEmpty, !bundle.isTunnel {
          for part in clip.lines(points) { bundle.lines.addLines(Clip.thinned(part)) }
        } else {
          bundle.lines.addLines(points)
        }
      }
      bundles[layer, default: [:]][street.kind] = bundle
    }
    for (layer, kinds) in bundles.sorted(by: { $0.key < $1.key }) {
      let sorted = kinds.sorted { ($0.value.road.rank, $0.key.rawValue) < ($1.value.road.rank, $1.key.rawValue) }
        .map(\.value)
      for bundle in sorted where !bundle.squares.isEmpty {
        drawing.append(.fill(bundle.squares, Style.square, .evenOdd))
      }
      for bundle in sorted { drawEdges(bundle, isBridge: layer > 0, &drawing) }
      for bundle in sorted { drawFilling(bundle, &drawing) }
    }
  }

  private func drawEdges(_ bundle: Bundle, isBridge: Bool, _ drawing: inout Drawing) {
    guard !bundle.lines.isEmpty, !bundle.road.isLine else { return }
    let width = Style.width(bundle.road, at: sheet.level)
    guard width >= 1.4 else { return }
    let edge = sheet.level >= 16 ? 1.0 : 0.7
    drawing.append(
      .stroke(
        bundle.lines, bundle.road.edge,
        StrokeStyle(
          width: width + 2 * edge, cap: isBridge || bundle.isTunnel ? .butt : .round,
          dash: bundle.isTunnel ? [4, 3] : [])))
  }

  private func drawFilling(_ bundle: Bundle, _ drawing: inout Drawing) {
    guard !bundle.lines.isEmpty else { return }
    let width = Style.width(bundle.road, at: sheet.level)
    let isThin = !bundle.road.isLine && width < 1.4
    let color = isThin ? bundle.road.thin : bundle.road.fill
    drawing.append(
      .stroke(
        bundle.lines, bundle.isTunnel ? Color.mix(color, Style.land, 0.5) : color,
        StrokeStyle(
          width: width, cap: bundle.road.dash.isEmpty ? .round : .butt,
          dash: bundle.road.dash.map { $0 * max(1, width) })))
  }
}
