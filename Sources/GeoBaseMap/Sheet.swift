import GeoMap
import GeoModel

/// A part of the world as it lies in the drawing: from stored points to points of the screen.
struct Sheet {
  /// What is seen, within the world.
  let rect: MapRect
  /// The map point at (0, 0) of the drawing; west of the world where that is shown more than once.
  let origin: MapPoint
  let zoomScale: ZoomScale

  /// Levels of tiles of 256 points; in between, too.
  var level: Double { MapScale.level(zoomScale) }
  /// How far lines and outlines reach into the picture from outside, in map points.
  var margin: Double { 24 / zoomScale }
  /// Units of 1e-7 degree in a point of the screen, from west to east.
  var unitsPerPoint: Double { 360 * FixedPoint.unitsPerDegree / MapSize.world.width / zoomScale }
  /// Points of the screen in a meter on the ground in the middle.
  var pointsPerMeter: Double {
    zoomScale * MapScale.mapPointsPerMeter(atLatitude: rect.center.coordinate.latitude)
  }

  /// The one or more sheets of a part: one for each time that the world is seen in it.
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

  /// Where a stored point is in the drawing.
  @inline(__always) func place(_ point: FixedPoint) -> ScreenPoint { place(MapPoint(Coordinate(point))) }

  /// Where a map point is in the drawing.
  @inline(__always) func place(_ point: MapPoint) -> ScreenPoint {
    ScreenPoint(x: (point.x - origin.x) * zoomScale, y: (point.y - origin.y) * zoomScale)
  }

  /// The rectangle of the drawing that shows ``rect``, with some points around.
  func bounds(around points: Double = 0) -> ScreenRect {
    let corner = place(rect.origin)
    return ScreenRect(
      x: corner.x - points, y: corner.y - points, width: rect.width * zoomScale + 2 * points,
      height: rect.height * zoomScale + 2 * points)
  }

  /// The stored points in a rectangle of the world.
  static func box(_ rect: MapRect) -> FixedBox {
    let rect = rect.intersection(.world)
    guard !rect.isNull else { return .empty }
    let west = (rect.minX / MapSize.world.width * 360 - 180) * FixedPoint.unitsPerDegree
    let east = (rect.maxX / MapSize.world.width * 360 - 180) * FixedPoint.unitsPerDegree
    // The map ends before the poles.
    let north = rect.minY <= 0 ? 90 : MapPoint(x: 0, y: rect.minY).coordinate.latitude
    let south = rect.maxY >= MapSize.world.height ? -90 : MapPoint(x: 0, y: rect.maxY).coordinate.latitude
    return FixedBox(
      minX: Int32(west.rounded(.down)), minY: Int32((south * FixedPoint.unitsPerDegree).rounded(.down)),
      maxX: Int32(min(east.rounded(.up), 1_800_000_000)), maxY: Int32((north * FixedPoint.unitsPerDegree).rounded(.up)))
  }
}
