import GeoMap
import GeoMapLayer

extension MapLibreStyle {
  /// Names and numbers, the least important first, because MapLibre places later layers first.
  var labels: [StyleValue] {
    [
      layer(
        "one-way", "symbol", .road, from: Style.oneWayLevel - 1, filter: ["has", "oneway"],
        layout: [
          "text-field": "→", "text-size": 13, "text-keep-upright": false, "text-font": MapLibreStyle.font,
          "symbol-placement": "line", "symbol-spacing": 130,
        ],
        paint: ["text-color": color(Style.oneWay)]),
      placesOfInterest,
      text("house-number", .houseNumber, from: 15.6, field: "number", size: 9, Style.quietText),
      text(
        "building-name", .name, from: 15.4, filter: ["==", ["get", "kind"], "building"], size: 10, Style.quietText),
      text("ground-name", .name, filter: named("ground"), size: 10, Style.quietText),
      text("green-name", .name, filter: named("green"), size: 10, Style.parkText),
    ] + roads + [
      text("region", .name, filter: ["==", ["get", "kind"], "region"], size: 10.5, Style.peakText),
      text("waterway-name", .waterway, from: 3, size: 10, Style.waterText, alongLine: true),
      text("water-name", .name, filter: named("water"), size: 10.5, Style.waterText),
      text(
        "peak", .name, from: Style.peakLevel - 1, filter: ["==", ["get", "kind"], "peak"],
        field: ["concat", "▲\n", ["coalesce", ["get", "name"], ""], "\n", ["coalesce", ["get", "height"], ""]],
        size: 9.5, Style.peakText, order: ["-", ["coalesce", ["get", "height"], 0]]),
      text(
        "small-place", .place, filter: ["in", ["get", "kind"], ["literal", MapLibreStyle.smallPlaces]],
        size: 11, Style.quietText, order: ["-", ["get", "population"]]),
      text(
        "village", .place, filter: kinds("village", "municipality"), size: 12, Style.text,
        order: ["-", ["get", "population"]]),
      text(
        "town", .place, filter: kinds("town"), size: 13, Style.text, order: ["-", ["get", "population"]], isBold: true),
      text(
        "city", .place, filter: kinds("city"), size: 14, Style.text, order: ["-", ["get", "population"]], isBold: true),
      text("sea", .place, filter: kinds("sea"), size: 11, Style.waterText, order: ["-", ["get", "size"]]),
      text("state", .place, filter: kinds("state"), size: 10.5, Style.quietText, order: ["-", ["get", "size"]]),
      text(
        "country", .place, filter: kinds("country"), size: 12, Style.countryText, order: ["-", ["get", "population"]],
        isBold: true),
    ]
  }

  /// A sign, with its name below from a certain level on.
  private var placesOfInterest: StyleValue {
    layer(
      "poi", "symbol", .poi,
      layout: [
        "icon-image": SpriteSheet.nameOfCategory,
        "text-field": ["step", ["zoom"], "", .number(Style.pointLevel - 1), ["get", "name"]],
        "text-size": 10, "text-font": MapLibreStyle.font, "text-anchor": "top", "text-offset": [0, 0.7],
        "text-optional": true, "text-max-width": 9, "text-padding": 3,
      ],
      paint: [
        "text-color": color(Style.shopText), "text-halo-color": color(Style.halo), "text-halo-width": 1.4,
      ])
  }

  private static let font: StyleValue = ["Noto Sans", "DejaVu Sans", "sans-serif"]

  private static let bold: StyleValue = ["Noto Sans Bold", "DejaVu Sans Bold", "sans-serif"]
  private static let oblique: StyleValue = ["Noto Sans Italic", "DejaVu Sans Oblique", "sans-serif"]

  private static let smallPlaces: StyleValue = [
    "borough", "suburb", "quarter", "neighbourhood", "hamlet", "isolatedDwelling", "farm", "locality", "island",
    "islet",
  ]

  private func kinds(_ kinds: StyleValue...) -> StyleValue { ["in", ["get", "kind"], ["literal", .list(kinds)]] }

  /// Selects the names of a kind of ground that is large enough. The size is that at the last level that shows the
  /// tile.
  private func named(_ kind: StyleValue) -> StyleValue {
    ["all", ["==", ["get", "kind"], kind], [">=", ["get", "size"], 48]]
  }

  private var roads: [StyleValue] {
    var layers: [StyleValue] = []
    for (number, kinds) in [
      [MapKind.path, .footway, .cycleway, .steps, .track, .service], [.minor, .pedestrian, .link], [.tertiary],
      [.secondary],
      [.primary, .trunk, .motorway],
    ].enumerated() {
      let level = kinds.compactMap { LayerWays.road($0)?.nameLevel }.min() ?? 14
      let filter: StyleValue = [
        "in", ["get", "kind"], ["literal", .list(kinds.map { .text(VectorTileMaker.word($0)) })],
      ]
      layers.append(
        text(
          "road-name-\(number)", .road, from: level - 1, filter: filter, size: number >= 2 ? 11 : 10,
          number == 0 ? Style.quietText : Style.text, alongLine: true))
    }
    layers.append(
      text(
        "road-number", .road, from: 8, filter: kinds("motorway", "trunk", "primary"), field: "ref", size: 9, Style.text,
        isBold: true, alongLine: true))
    return layers
  }

  private func text(
    _ id: String, _ source: VectorSchema.Layer, from level: Double? = nil, filter: StyleValue? = nil,
    field: StyleValue = "name", size: Double, _ color: Color, order: StyleValue? = nil, isBold: Bool = false,
    alongLine: Bool = false
  ) -> StyleValue {
    let textField: StyleValue = if case .text = field { ["get", field] } else { field }
    var layout: [(String, StyleValue)] = [
      ("text-field", textField), ("text-size", .number(size)), ("text-padding", 3),
      (
        "text-font", isBold ? MapLibreStyle.bold : color == Style.waterText ? MapLibreStyle.oblique : MapLibreStyle.font
      ),
    ]
    if let order { layout.append(("symbol-sort-key", order)) }
    if alongLine {
      layout += [("symbol-placement", "line"), ("symbol-spacing", 280)]
      if case .text("ref") = field { layout.append(("text-rotation-alignment", "viewport")) }
    } else {
      layout.append(("text-max-width", 9))
    }
    return layer(
      id, "symbol", source, from: level, filter: filter, layout: .object(layout),
      paint: ["text-color": self.color(color), "text-halo-color": self.color(Style.halo), "text-halo-width": 1.4])
  }
}
