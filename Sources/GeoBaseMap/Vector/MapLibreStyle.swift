import GeoMap
import GeoSupport
import GeoWire

/// A MapLibre style that draws vector tiles like the pictures of the same style, with the colors and widths of
/// ``Palette`` and ``Style``.
///
/// The style refers to tiles, glyphs and sprites, and to nothing else. MapLibre's level z has the scale of level z + 1
/// of tiles of 256 points.
package struct MapLibreStyle {
  let palette: Palette
  private let name: String
  private let isDark: Bool
  private let source: String
  private let glyphs: String
  private let sprite: String

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - style: `standard` or `muted`. The sketch has no palette and is drawn as `standard`.
  ///   - source: the URL of the vector tiles' TileJSON.
  ///   - glyphs: the URL of glyphs, containing `{fontstack}` and `{range}`.
  ///   - sprite: the URL of the sprite without extension.
  package init(_ style: MapStyle, isDark: Bool, source: String, glyphs: String, sprite: String) {
    palette = style.palette ?? .standard
    name = "geocode \(style.rawValue)\(isDark ? ", dark" : "")"
    (self.isDark, self.source, self.glyphs, self.sprite) = (isDark, source, glyphs, sprite)
  }

  /// Writes the style as JSON.
  package func write(to writer: inout JSONWriter) {
    let style: StyleValue = [
      "version": 8, "name": .text(name), "glyphs": .text(glyphs), "sprite": .text(sprite),
      "sources": ["geocode": ["type": "vector", "url": .text(source)]],
      "layers": .list(
        ground + ways(.below) + buildings + ways(.ground) + ways(.above) + [line(Style.powerLine), border] + labels),
    ]
    style.write(to: &writer)
  }

  // MARK: Building blocks

  func color(_ color: Color) -> StyleValue { .color(color, isDark: isDark) }

  func layer(
    _ id: String, _ type: String, _ source: VectorSchema.Layer, from level: Double? = nil, filter: StyleValue? = nil,
    layout: StyleValue? = nil, paint: StyleValue
  ) -> StyleValue {
    var members: [(String, StyleValue)] = [
      ("id", .text(id)), ("type", .text(type)), ("source", "geocode"), ("source-layer", .text(source.rawValue)),
    ]
    if let level { members.append(("minzoom", .number(level))) }
    if let filter { members.append(("filter", filter)) }
    if let layout { members.append(("layout", layout)) }
    return .object(members + [("paint", paint)])
  }

  /// A value for each kind, and one for kinds that are not listed.
  static func match(_ values: [(kind: String, value: StyleValue)], other: StyleValue) -> StyleValue {
    .list(["match", ["get", "kind"]] + values.flatMap { [.text($0.kind), $0.value] } + [other])
  }

  /// A number interpolated linearly between picture levels.
  static func growing(_ levels: [Double], _ value: (Double) -> StyleValue) -> StyleValue {
    .list(["interpolate", ["linear"], ["zoom"]] + levels.flatMap { [.number($0 - 1), value($0)] })
  }

  // MARK: Ground

  private var ground: [StyleValue] {
    let colors = Palette.ground.compactMap { kind, _, _ in
      palette.color(kind).map { (VectorTileMaker.word(kind), color($0)) }
    }
    let water = palette.color(.water).map(color) ?? color(palette.sea)
    let levels: [Double] = [8, 12, 14, 16, 18, 20]
    return [
      ["id": "background", "type": "background", "paint": ["background-color": color(palette.sea)]],
      layer(
        "land", "fill", .earth, filter: coarseLand, paint: ["fill-antialias": false, "fill-color": color(palette.land)]),
      coarseBorder,
      layer(
        "earth", "fill", .earth, filter: ["!", coarseLand],
        paint: [
          "fill-antialias": false,
          "fill-color": MapLibreStyle.match([("sea", color(palette.sea))], other: color(palette.land)),
        ]),
      layer(
        "ground", "fill", .ground,
        paint: [
          "fill-antialias": false, "fill-color": MapLibreStyle.match(colors, other: color(palette.land)),
        ]),
      layer(
        "waterway", "line", .waterway, filter: ["all", ["!", ["has", "tunnel"]], ["!=", ["get", "kind"], "ferry"]],
        layout: ["line-cap": "round", "line-join": "round"],
        paint: [
          "line-color": water,
          "line-width": MapLibreStyle.growing(levels) { level in
            let grown = exp2((level - 14) * 0.45)
            return MapLibreStyle.match(
              [("river", .rounded(max(0.6, 2.2 * grown))), ("canal", .rounded(max(0.6, 1.6 * grown)))],
              other: .rounded(max(0.6, 0.8 * grown)))
          },
        ]),
      layer(
        "water", "fill", .water,
        paint: ["fill-color": MapLibreStyle.match(colors.filter { $0.0 == "pool" }, other: water)]),
      layer(
        "structure", "fill", .structure, filter: ["==", ["geometry-type"], "Polygon"],
        paint: ["fill-color": MapLibreStyle.match(colors, other: color(palette.land))]),
      layer(
        "structure-line", "line", .structure, filter: ["==", ["geometry-type"], "LineString"],
        paint: [
          "line-color": MapLibreStyle.match(
            [("breakwater", palette.color(.rock).map(color) ?? color(palette.land))], other: color(palette.land)),
          "line-width": MapLibreStyle.growing(levels) { .rounded(max(0.8, 1.4 * exp2(($0 - 14) * 0.7))) },
        ]),
    ]
  }

  /// The layer of a line that is neither road, railway nor water.
  private func line(_ line: Style.Line) -> StyleValue {
    let word = VectorTileMaker.word(line.kind)
    var paint: [(String, StyleValue)] = [
      ("line-color", color(palette.isMuted ? Color.mix(line.color, palette.land, 0.4) : line.color)),
      ("line-width", MapLibreStyle.growing([line.first, 20]) { .rounded(line.width(at: $0)) }),
    ]
    if !line.dash.isEmpty { paint.append(("line-dasharray", .list(line.dash.map { .rounded($0 / line.width) }))) }
    return layer(
      word, "line", VectorTileMaker.layer(line.kind), from: line.first - 1,
      filter: ["all", ["!", ["has", "tunnel"]], ["==", ["get", "kind"], .text(word)]], paint: .object(paint))
  }

  private var buildings: [StyleValue] {
    Style.lines.map(line) + [
      layer("building", "fill", .building, paint: ["fill-color": color(palette.building)]),
      layer(
        "building-edge", "line", .building, from: 14.5,
        paint: [
          "line-color": color(palette.buildingEdge),
          "line-width": MapLibreStyle.growing([15, 17]) {
            .number($0 < 16 ? 0.5 : 0.9)
          },
        ]),
    ]
  }

  /// Selects land of the world layer, which lies below its borders and seas.
  private var coarseLand: StyleValue { ["all", ["has", "coarse"], ["==", ["get", "kind"], "land"]] }

  private static let seaLevel = StyleValue.number(LayerGround.seaBorderEnd - 1)

  /// Borders of the world layer at low zoom levels, drawn before the seas, which cover maritime borders.
  private var coarseBorder: StyleValue {
    layer(
      "sea-border", "line", .border, filter: ["all", ["has", "coarse"], ["<", ["zoom"], MapLibreStyle.seaLevel]],
      paint: borderPaint)
  }

  private var border: StyleValue {
    layer(
      "border", "line", .border,
      filter: [
        "any", ["!", ["has", "coarse"]],
        [
          "all", [">=", ["zoom"], MapLibreStyle.seaLevel], ["<", ["zoom"], .number(Style.coarseBorderEnd - 1)],
        ],
      ],
      paint: borderPaint)
  }

  private var borderPaint: StyleValue {
    [
      "line-color": [
        "step", ["get", "admin_level"], color(Style.border(2, at: 8).color), 3, color(Style.border(4, at: 8).color),
        5, color(Style.border(6, at: 8).color), 7, color(Style.border(8, at: 8).color),
      ],
      "line-width": ["step", ["get", "admin_level"], 1.3, 3, 0.9, 5, 0.8, 7, 0.7],
      "line-dasharray": [5, 2],
    ]
  }
}
