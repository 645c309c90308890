import GeoBaseMap
import GeoMap
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit

/// A small town with one thing of each kind in the sketch.
enum Town {
  static var grid: Grid {
    Grid(
      """
      A . . . . . . . . . . . . . . B
      . . . . . . . . . . . . . . . .
      . . h i . k l . . . . . p q . .
      . . . H . . K . . . . . . . . .
      . . g j . m n . . . . . s r . .
      . S . . . . . . T . . . . . . U
      . . . . . . . . . . . . . . . .
      . . t u . . . . . . . w x . . .
      . . . F . . . . . . . . P . . .
      . . o v . . . . . . . z y . . .
      . . . . . . . . V . . . . . . .
      D . . . . . . . . . . . . . . C
      """, unitMeters: 20)
  }

  static func content() -> StoreContent {
    var content = StoreContent()
    content.area("Musterdorf", level: 8, ring: grid.line("ABCDA"))
    content.area("See", level: 0, kind: .inlandWater, ring: grid.line("wxyzw"))
    content.street("Hauptstraße", grid.line("STU"), kind: .primary)
    content.street("Lindenweg", grid.line("TV"))
    content.address("7", street: "Hauptstraße", at: grid["H"], outline: grid.line("hijgh"))
    content.address("9", street: "Hauptstraße", at: grid["K"], outline: grid.line("klnmk"))
    content.feature("Rathaus", category: "amenity=townhall", at: grid["p"], outline: grid.line("pqrsp"))
    content.feature("Stadtpark", category: "leisure=park", at: grid["F"], outline: grid.line("tuvot"))
    content.place(
      "Musterdorf", kind: .village, at: grid["P"], translations: ["en": "Sampleton", "ru": "Мустердорф"])
    return content
  }

  /// A map with the town in the center of the view.
  static func map(
    _ store: TemporaryStore, width: Double = 320, height: Double = 240, level: Double = 16.75, scale: Double = 1
  ) throws -> MapView {
    let map = MapView(size: ScreenSize(width: width, height: height), scale: scale)
    map.baseMap = try StoreMap(database: store.path)
    let center = MapPoint(Coordinate(FixedBox(around: grid.line("AC")).middle))
    map.setVisibleMapRect(rect(center, width, height, level), animated: false)
    return map
  }

  static func rect(_ center: MapPoint, _ width: Double, _ height: Double, _ level: Double) -> MapRect {
    let scale = MapScale.zoomScale(level: level)
    return MapRect(
      x: center.x - width / scale / 2, y: center.y - height / scale / 2, width: width / scale, height: height / scale)
  }
}
