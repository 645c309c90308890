import GeoMap
import GeoModel
import GeoStore

extension AreaOutlines: LayerShapes {
  package func forEachPolygon(in mapRect: MapRect, from side: Double, _ body: ([[MapPoint]]) -> Bool) {
    let (northWest, southEast) = (mapRect.origin.coordinate, MapPoint(x: mapRect.maxX, y: mapRect.maxY).coordinate)
    // The eastern edge of the world is -180 degrees as a coordinate.
    let east = mapRect.maxX >= MapSize.world.width ? 180 : southEast.longitude
    func units(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }
    let box = FixedBox(
      minX: units(northWest.longitude), minY: units(southEast.latitude), maxX: units(east),
      maxY: units(northWest.latitude))
    let least = side / MapSize.world.width * 360e7
    forEachPolygon(in: box, from: Int64(max(0, min(1e10, least)))) { rings in
      body(rings.map { ring in ring.map { MapPoint(Coordinate($0)) } })
    }
  }
}
