import GeoModel

/// The spatial order of a store: a Hilbert curve over the whole Earth, which mostly keeps neighbors together.
///
/// 1. Longitude and latitude become unsigned, counted from longitude -180 and the South Pole; both are below 2^32.
/// 2. From the highest bit down, the two bits of a level select a quarter of the square. The curve's orientation there
///    turns them into two bits of the index and the orientation of the next level.
/// 3. The curve starts eastward. All of the Earth has Y below 2^31 and so lies in the first two quarters. So an index
///    never uses its top bit and is a positive SQLite integer.
public enum HilbertCurve {
  /// The orientation of the curve in the root square: bit 0 swaps the axes, bit 1 reverses both.
  public static let rootOrientation: UInt8 = 1

  /// Sixteen entries of four bits: digit and (from bit 2) next orientation, at `orientation << 2 | xBit << 1 | yBit`.
  private static let digits: UInt64 = 0x83de_c97a_65b0_2f14
  /// The inverse: `xBit << 1 | yBit` and next orientation, at `orientation << 2 | digit`.
  private static let quarters: UInt64 = 0x2cdb_58af_9760_e314

  /// ``digits`` for four levels at once.
  ///
  /// An entry has eight bits of the index and, from bit 8, the next orientation. Its position is the orientation, four
  /// bits of x and four bits of y, the highest first.
  ///
  /// Finding a cached tile takes little more time than computing its index. The pointer is safe to share, as nothing
  /// writes to the table after it is made.
  private nonisolated(unsafe) static let fourLevels: UnsafePointer<UInt16> = {
    let table = UnsafeMutablePointer<UInt16>.allocate(capacity: 1_024)
    for position in 0..<1_024 {
      var orientation = UInt64(position >> 8)
      var index: UInt64 = 0
      for shift in stride(from: 3, through: 0, by: -1) {
        let quarter = UInt64((position >> (4 + shift)) & 1) << 1 | UInt64((position >> shift) & 1)
        let entry = (digits >> ((orientation << 2 | quarter) << 2)) & 15
        index = index << 2 | (entry & 3)
        orientation = entry >> 2
      }
      table[position] = UInt16((orientation << 8) + index)
    }
    return UnsafePointer(table)
  }()

  /// The position on the curve of the smallest square that contains a point.
  public static func index(_ point: FixedPoint) -> UInt64 {
    let (x, y) = grid(point)
    let table = fourLevels
    var orientation = Int(rootOrientation)
    var index: UInt64 = 0
    var shift: UInt32 = 32
    while shift > 0 {
      shift &-= 4
      let entry = Int(table[orientation << 8 | Int((x &>> shift) & 15) << 4 | Int((y &>> shift) & 15)])
      index = index << 8 | UInt64(entry & 255)
      orientation = entry >> 8
    }
    return index
  }

  /// The quarter that comes `digit`-th in a square of an orientation, and the orientation inside it.
  public static func quarter(orientation: UInt8, digit: Int) -> (x: UInt32, y: UInt32, orientation: UInt8) {
    let entry = (quarters >> ((UInt64(orientation) << 2 | UInt64(digit)) << 2)) & 15
    return (UInt32(entry >> 1) & 1, UInt32(entry) & 1, UInt8(entry >> 2))
  }

  /// A point's unsigned coordinates. A point beyond the Earth's edges is moved to the edge.
  public static func grid(_ point: FixedPoint) -> (x: UInt32, y: UInt32) {
    let x = min(max(Globe.east(point.x), 0), Globe.turn)
    let y = min(max(Globe.north(point.y), 0), Int64(Globe.halfTurn))
    return (UInt32(x), UInt32(y))
  }
}
