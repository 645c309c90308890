import GeoMapLayer
import GeoModel
import GeoStore

extension MapCoding {
  /// Writes a line, ring or point of a square: the number of points, then each point as the difference from the
  /// previous one, the first from the square's north-western corner.
  static func write(_ points: [MapGridPoint], _ grid: MapGrid, _ x: Int32, _ y: Int32, _ writer: inout ByteWriter) {
    writer.varint(points.count)
    var (lastX, lastY) = (x << grid.extentBits, y << grid.extentBits)
    for point in points {
      writer.signed(Int64(point.x &- lastX))
      writer.signed(Int64(point.y &- lastY))
      (lastX, lastY) = (point.x, point.y)
    }
  }

  /// Writes lines that form one feature: a byte `bridge + 2 tunnel + 4 has a name + 8 has a number + 16 (layer + 7)`,
  /// then the ids of name and number, then the points.
  ///
  /// At the finest level, an additional last line without points means that they are one-way.
  static func write(
    _ lines: [[MapGridPoint]], _ course: MapCourse, name: UInt32?, number: UInt32?, _ grid: MapGrid, _ x: Int32,
    _ y: Int32, _ writer: inout ByteWriter
  ) {
    let (name, number) = (name ?? 0, number ?? 0)
    let isOneWay = course.isOneWay && grid.level == MapCell.finestLevel
    var head = UInt8(course.layer + 7) << 4
    if course.isBridge { head |= 1 }
    if course.isTunnel { head |= 2 }
    if name != 0 { head |= 4 }
    if number != 0 { head |= 8 }
    writer.byte(head)
    if name != 0 { writer.varint(UInt64(name)) }
    if number != 0 { writer.varint(UInt64(number)) }
    writer.varint(lines.count + (isOneWay ? 1 : 0))
    for line in lines { write(line, grid, x, y, &writer) }
    if isOneWay { writer.varint(0) }
  }
}
