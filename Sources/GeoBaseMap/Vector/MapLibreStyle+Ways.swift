import GeoMap
import GeoMapLayer

extension MapLibreStyle {
  /// The layers for roads and railways in tunnels, on the ground or on bridges, with their edges.
  func ways(_ storey: LayerWays.Storey) -> [StyleValue] {
    let ways = StyleOfWays(style: self, storey: storey)
    return ways.roads + ways.paths + ways.rails
  }
}

/// Makes the layers for all ways of a storey, from bottom to top.
private struct StyleOfWays {
  let style: MapLibreStyle
  let storey: LayerWays.Storey

  /// The kinds of roads, the least important first.
  private static let kinds: [MapKind] = [
    .path, .footway, .cycleway, .steps, .track, .service, .pedestrian, .minor, .link, .tertiary, .secondary, .primary,
    .trunk, .motorway,
  ]
  /// The picture levels for which widths and colors are computed.
  private static let levels: [Double] = [5, 7, 9, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22]

  private var palette: Palette { style.palette }

  /// The prefix of the storey's layer names.
  private var name: String {
    switch storey {
    case .below: "tunnel"
    case .ground: "way"
    case .above: "bridge"
    }
  }

  // MARK: Roads

  /// The edges of all roads, then their fillings.
  var roads: [StyleValue] {
    let cap: StyleValue = storey == .ground ? "round" : "butt"
    let innerCap: StyleValue = storey == .below ? "butt" : "round"
    let filter = filter(StyleOfWays.isOf(StyleOfWays.kinds.filter { LayerWays.road($0)?.isLine == false }))
    var edgePaint: [(String, StyleValue)] = [
      ("line-color", perRoad({ style.color(palette.road($0.edge)) }, other: "#888888")), ("line-width", edgeWidths),
    ]
    if storey == .below { edgePaint.append(("line-dasharray", [2, 1.5])) }
    return [
      style.layer(
        "\(name)-edge", "line", .road, filter: filter,
        layout: ["line-cap": cap, "line-join": "round", "line-sort-key": order], paint: .object(edgePaint)),
      style.layer(
        name, "line", .road, filter: filter,
        layout: ["line-cap": innerCap, "line-join": "round", "line-sort-key": order],
        paint: ["line-color": colors, "line-width": widths]),
    ]
  }

  /// Paths, tracks and cycleways, as dashed lines.
  var paths: [StyleValue] {
    StyleOfWays.kinds.compactMap { kind in
      guard let road = LayerWays.road(kind), road.isLine else { return nil }
      return style.layer(
        "\(name)-\(VectorTileMaker.word(kind))", "line", .road, from: kind == .track ? 12.7 : 13.7,
        filter: filter(StyleOfWays.isOf([kind])),
        paint: [
          "line-color": colors, "line-width": widths, "line-dasharray": .list(road.dash.map { .number($0) }),
        ])
    }
  }

  /// The colors of roads by zoom: first those without edges, then those with edges.
  private var colors: StyleValue {
    var steps: [StyleValue] = ["step", ["zoom"]]
    for (number, level) in StyleOfWays.levels.enumerated() {
      if number > 0 { steps.append(.number(level - 1)) }
      steps.append(
        perRoad(
          { road in
            let isThin = Style.width(road, at: level) < Style.leastEdgedWidth
            return style.color(palette.roadFill(isThin ? road.thin : road.fill, on: storey))
          }, other: "#888888"))
    }
    return .list(steps)
  }

  private var widths: StyleValue {
    MapLibreStyle.growing(StyleOfWays.levels) { level in perRoad({ .rounded(Style.width($0, at: level)) }, other: 1) }
  }

  private var edgeWidths: StyleValue {
    MapLibreStyle.growing(StyleOfWays.levels) { level in
      perRoad(
        { road in
          let width = Style.width(road, at: level)
          let edges = 2 * Style.edgeWidth(on: storey, at: level)
          return width < Style.leastEdgedWidth ? 0 : .rounded(width + edges)
        }, other: 0)
    }
  }

  /// The sort key: higher layers above lower ones, and within a layer more important roads on top.
  private var order: StyleValue {
    ["+", ["*", 10, ["coalesce", ["get", "layer"], 0]], perRoad({ .number(Double($0.rank)) }, other: 0)]
  }

  // MARK: Railways

  /// Runways, rails, and the gaps that make rails dashed.
  var rails: [StyleValue] {
    let runways = StyleOfWays.isOf([.runway, .taxiway])
    return [
      style.layer(
        "\(name)-runway", "line", .rail, filter: filter(runways),
        paint: [
          "line-color": style.color(palette.color(.apron) ?? palette.land),
          "line-width": MapLibreStyle.growing(StyleOfWays.levels) { level in
            MapLibreStyle.match(
              [("runway", .rounded(Style.runwayWidth(.runway, at: level)))],
              other: .rounded(Style.runwayWidth(.taxiway, at: level)))
          },
        ]),
      style.layer(
        "\(name)-rail", "line", .rail, filter: filter(["!", runways]),
        paint: [
          "line-color": style.color(palette.rail(on: storey)),
          "line-width": MapLibreStyle.growing(StyleOfWays.levels) { level in
            func width(_ kind: MapKind) -> StyleValue { .rounded(Style.railWidth(kind, at: level)) }
            return MapLibreStyle.match(
              [("rail", width(.rail)), ("siding", width(.siding))], other: width(.lightRail))
          },
        ]),
      style.layer(
        "\(name)-rail-gap", "line", .rail, from: 12.8, filter: filter(StyleOfWays.isOf([.rail])),
        paint: [
          "line-color": style.color(palette.land), "line-dasharray": [6, 6],
          "line-width": MapLibreStyle.growing(StyleOfWays.levels) {
            .rounded(max(0.3, Style.railWidth(.rail, at: $0) - Style.railGapInset))
          },
        ]),
    ]
  }

  // MARK: Building blocks

  /// Combines a filter with that of the storey.
  private func filter(_ other: StyleValue) -> StyleValue {
    switch storey {
    case .below: ["all", ["has", "tunnel"], other]
    case .ground: ["all", ["!", ["any", ["has", "tunnel"], ["has", "bridge"]]], other]
    case .above: ["all", ["all", ["has", "bridge"], ["!", ["has", "tunnel"]]], other]
    }
  }

  private static func isOf(_ kinds: [MapKind]) -> StyleValue {
    ["in", ["get", "kind"], ["literal", .list(kinds.map { .text(VectorTileMaker.word($0)) })]]
  }

  /// A value for each kind of road, and one for all other kinds.
  private func perRoad(_ value: (Style.Road) -> StyleValue, other: StyleValue) -> StyleValue {
    MapLibreStyle.match(
      StyleOfWays.kinds.compactMap { kind in
        LayerWays.road(kind).map { (VectorTileMaker.word(kind), value($0)) }
      }, other: other)
  }
}
