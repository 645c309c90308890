/// What stands beside the groups in a PrimitiveBlock message.
struct BlockFrame {
  private(set) var strings = ProtobufCursor.empty
  private(set) var scale = CoordinateScale()

  init(_ block: ProtobufCursor) throws(BlockFault) {
    var cursor = block
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.bytes(1): strings = cursor.message()
      case ProtobufField.number(17): scale.granularity = Int64(bitPattern: cursor.varint())
      case ProtobufField.number(19): scale.latitudeOffset = Int64(bitPattern: cursor.varint())
      case ProtobufField.number(20): scale.longitudeOffset = Int64(bitPattern: cursor.varint())
      default: cursor.skip(field)
      }
    }
    guard !cursor.isMalformed else { throw BlockFault("a block of map data is damaged; download the file again") }
  }
}

/// How the coordinates of a block are scaled: degrees = 1e-9 (offset + granularity × value).
struct CoordinateScale {
  /// Nanodegrees in one unit.
  var granularity: Int64 = 100
  /// Nanodegrees to add to latitudes.
  var latitudeOffset: Int64 = 0
  /// Nanodegrees to add to longitudes.
  var longitudeOffset: Int64 = 0

  /// A value outside of every range, for coordinates that cannot be had.
  static let invalid = Int32.max

  /// 90 and 180 degrees in 1e-7 degree.
  static let farthestY: Int64 = 900_000_000, farthestX: Int64 = 1_800_000_000

  /// The latitude in 1e-7 degree, or ``invalid``.
  @inline(__always)
  func y(_ value: Int64) -> Int32 { fixed(value, latitudeOffset, limit: Self.farthestY) }

  /// The longitude in 1e-7 degree, or ``invalid``.
  @inline(__always)
  func x(_ value: Int64) -> Int32 { fixed(value, longitudeOffset, limit: Self.farthestX) }

  @inline(__always)
  private func fixed(_ value: Int64, _ offset: Int64, limit: Int64) -> Int32 {
    let scaled = _fastPath(granularity == 100 && offset == 0) ? value : rescale(value, offset)
    let isInside = UInt64(bitPattern: scaled &+ limit) <= UInt64(2 * limit)
    return isInside ? Int32(truncatingIfNeeded: scaled) : Self.invalid
  }

  /// To 1e-7 degree, rounded to the nearest; `Int64.max / 2`, which is far off the globe, when it overflows.
  private func rescale(_ value: Int64, _ offset: Int64) -> Int64 {
    let (product, overflow) = granularity.multipliedReportingOverflow(by: value)
    let (sum, overflow2) = product.addingReportingOverflow(offset)
    guard !overflow, !overflow2, sum.magnitude < UInt64(Int64.max / 2) else { return Int64.max / 2 }
    return (sum &+ (sum < 0 ? -50 : 50)) / 100
  }
}
