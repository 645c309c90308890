import GeoMap
import GeoModel
import GeoStore

extension LabelPlacer {
  /// Places parks and other places of interest: areas at their middle, others at their point, with a sign where there
  /// is one.
  mutating func placeFeatures(_ content: MapContent, withOutline: Bool) throws(StoreError) {
    for feature in content.features where feature.rings.isEmpty != withOutline {
      if !withOutline, sheet.level >= Style.signLevel,
        let sign = PlaceSign.sign(feature.category, isCrowded: sheet.level < Style.pointLevel)
      {
        try place(feature, sign)
        continue
      }
      let ground = Style.ground(feature.category)
      guard withOutline || sheet.level >= Style.pointLevel, !feature.isArea else { continue }
      let width = FixedBox(around: feature.rings.joined()).width / sheet.unitsPerPoint
      guard !withOutline || sheet.level >= Style.featureNameLevel || (ground != nil && width > 60) else { continue }
      let text = try names.text(feature.name)
      let color =
        switch ground?.order {
        case 3: Style.waterText
        case 2, 1: Style.parkText
        default: Style.shopText
        }
      let style = TextStyle(size: 10, color: color, halo: Style.halo, isOblique: color == Style.waterText)
      guard !text.isEmpty, text.count <= 40 else { continue }
      add(LabelLines.wrapped(text, style), style, at: sheet.place(feature.point), apart: 150)
    }
  }

  /// Places a sign with its name below, or the sign alone. Areas already have their names, so their sign may move up.
  private mutating func place(_ feature: MapContent.Feature, _ sign: PlaceSign) throws(StoreError) {
    let point = sheet.place(feature.point)
    let style = TextStyle(size: 9.5, color: sign.color, halo: Style.halo)
    if feature.isArea {
      for rise in [0, 14.0] {
        let middle = ScreenPoint(x: point.x, y: point.y - rise)
        if add("", style, at: middle, mark: (.sign(sign), middle), apart: 0) { return }
      }
      return
    }
    if sheet.level >= Style.pointLevel {
      let name = try names.text(feature.name)
      let text = name.count > 40 ? "" : LabelLines.wrapped(name, style)
      let below = ScreenPoint(x: point.x, y: point.y + sign.radius + 1 + Label.height(of: text, style) / 2)
      if !text.isEmpty, add(text, style, at: below, mark: (.sign(sign), point), apart: 60) { return }
    }
    add("", style, at: point, mark: (.sign(sign), point), apart: 0)
  }
}
