import GeoMap
import GeoModel

/// Maps a part of the world to the drawing: from stored points to points of the screen.
struct Sheet: Equatable {
  /// The visible rectangle, within the world.
  let rect: MapRect
  /// The map point at (0, 0) of the drawing.
  ///
  /// For all copies of the world except the first, it lies west of the world.
  let origin: MapPoint
  let zoomScale: ZoomScale

  /// The zoom level for tiles of 256 points, with fractions.
  var level: Double { MapScale.level(zoomScale) }
  /// The distance from the picture, in map points, within which the strokes of lines and outlines still reach into it.
  var margin: Double { 24 / zoomScale }
  /// Units of 1e-7 degree per point of the screen, from west to east.
  var unitsPerPoint: Double { 360 * FixedPoint.unitsPerDegree / MapSize.world.width / zoomScale }
  /// Points of the screen per meter on the ground, at the middle.
  var pointsPerMeter: Double {
    zoomScale * MapScale.mapPointsPerMeter(atLatitude: rect.center.coordinate.latitude)
  }

  /// The sheets of a part: one for each copy of the world visible in it.
  static func sheets(of part: BaseMapPart) -> [Sheet] {
    let world = MapSize.world.width
    let first = (part.mapRect.minX / world).rounded(.down)
    let last = max(first, (part.mapRect.maxX / world).rounded(.up) - 1)
    return stride(from: first, through: min(last, first + 16), by: 1).compactMap { turn in
      let rect = part.mapRect.offsetBy(dx: -turn * world, dy: 0).intersection(.world)
      guard !rect.isNull else { return nil }
      let origin = MapPoint(x: part.mapRect.minX - turn * world, y: part.mapRect.minY)
      return Sheet(rect: rect, origin: origin, zoomScale: part.zoomScale)
    }
  }

  /// The position of a stored point in the drawing.
  @inline(__always) func place(_ point: FixedPoint) -> ScreenPoint { place(MapPoint(Coordinate(point))) }

  /// The position of a map point in the drawing.
  @inline(__always) func place(_ point: MapPoint) -> ScreenPoint {
    ScreenPoint(x: (point.x - origin.x) * zoomScale, y: (point.y - origin.y) * zoomScale)
  }

  /// The rectangle of the drawing that shows ``rect``, widened by some points.
  func bounds(around points: Double = 0) -> ScreenRect {
    let corner = place(rect.origin)
    return ScreenRect(
      x: corner.x - points, y: corner.y - points, width: rect.width * zoomScale + 2 * points,
      height: rect.height * zoomScale + 2 * points)
  }

  /// The box of stored points in a rectangle of the world.
  static func box(_ rect: MapRect) -> FixedBox {
    let rect = rect.intersection(.world)
    guard !rect.isNull else { return .empty }
    let west = (rect.minX / MapSize.world.width * 360 - 180) * FixedPoint.unitsPerDegree
    let east = (rect.maxX / MapSize.world.width * 360 - 180) * FixedPoint.unitsPerDegree
    // The map ends before the poles, so its last rows extend to them.
    let north = rect.minY <= 0 ? 90 : MapPoint(x: 0, y: rect.minY).coordinate.latitude
    let south = rect.maxY >= MapSize.world.height ? -90 : MapPoint(x: 0, y: rect.maxY).coordinate.latitude
    return FixedBox(
      minX: Int32(west.rounded(.down)), minY: Int32((south * FixedPoint.unitsPerDegree).rounded(.down)),
      maxX: Int32(min(east.rounded(.up), 1_800_000_000)), maxY: Int32((north * FixedPoint.unitsPerDegree).rounded(.up)))
  }
}
