import GeoMap
import GeoWire

/// All signs of places of interest on one sheet, for programs that draw vector tiles: the `sprite` of a style
/// ([format](https://maplibre.org/maplibre-style-spec/sprite/)).
package struct SpriteSheet: Hashable, Sendable {
  /// The side of each sign's square in points, larger than any sign.
  private static let side = 16.0

  /// Pixels per point: 1, or 2 for high-resolution screens.
  private let scale: Int
  private let isDark: Bool

  package init(scale: Int, isDark: Bool) { (self.scale, self.isDark) = (scale, isDark) }

  /// The picture of all signs side by side.
  package var picture: MapPicture {
    var drawing = Drawing()
    for (place, named) in PlaceSign.named.enumerated() {
      let middle = ScreenPoint(x: (Double(place) + 0.5) * SpriteSheet.side, y: SpriteSheet.side / 2)
      LabelMark.sign(named.sign).draw(at: middle, &drawing)
    }
    return MapPicture(
      size: ScreenSize(width: Double(PlaceSign.named.count) * SpriteSheet.side, height: SpriteSheet.side),
      scale: Double(scale), userInterfaceStyle: isDark ? .dark : .light, visibleMapRect: .world,
      layers: [MapPicture.Layer(drawing: drawing)])
  }

  /// Writes the position of each sign in pixels.
  package func writeIndex(to writer: inout JSONWriter) {
    let side = Int(SpriteSheet.side) * scale
    writer.beginObject()
    for (place, named) in PlaceSign.named.enumerated() {
      writer.dynamicKey(named.name)
      writer.object { json in
        json.member("x", place * side)
        json.member("y", 0)
        json.member("width", side)
        json.member("height", side)
        json.member("pixelRatio", scale)
      }
    }
    writer.endObject()
  }

  /// An expression for the name of a feature's sign by its `category`; an empty text where there is none.
  static var nameOfCategory: StyleValue {
    var cases: [StyleValue] = ["match", ["get", "category"]]
    for named in PlaceSign.named where !named.categories.isEmpty {
      cases += [.list(named.categories.map { .text($0) }), .text(named.name)]
    }
    let shop: StyleValue = ["==", ["slice", ["get", "category"], 0, 5], "shop="]
    return .list(cases + [["case", shop, .text(PlaceSign.shopName), ""]])
  }
}
