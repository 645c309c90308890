import GeoModel

/// All geometry of a store in its final numbering, flat, ready to be cut into tiles by several threads at once.
///
/// Positions in the arrays are ids less one.
struct CutInput: Sendable {
  /// Vertices of all lines and rings.
  var points: [FixedPoint] = []
  /// Streets, then interpolations.
  var lines: [CutLine] = []
  /// How many of ``lines`` are streets.
  var streetCount = 0
  /// Houses.
  var addresses = CutPoints()
  /// The street name of each house; 0 for none.
  var addressStreets: [UInt32] = []
  /// Places of interest.
  var features = CutPoints()
  /// Settlements.
  var places = CutPoints()
  /// How far each settlement reaches.
  var reaches: [PlaceReach] = []
  /// What the areas are, for lists of areas that are made while cutting.
  var areas: [CutArea] = []
  /// All polygons, whole, as pieces of the root square, and their rings.
  var outlines: [CutPiece] = []
  var rings: [CutChain] = []
  /// All streets and interpolations, whole, except for squares, which are in ``outlines``.
  var runs: [CutRun] = []
  /// The outlines of the coarse areas that can stand in for overridden ones.
  var alternatives = CoarseAlternatives()
}

/// A street or interpolation to cut.
struct CutLine: Sendable {
  /// Position of the first vertex in ``CutInput/points``, and their number.
  var start: Int32, count: Int32
  /// The (street's) name; 0 for none.
  var name: UInt32
  /// Kind, flags and layer of a street, as the tile holds them.
  var kind: UInt8 = 0, isReference = false, isSquare = false, layer: Int8 = 0
}

/// Points of one kind, in the order of the Hilbert curve.
struct CutPoints: Sendable {
  /// Where they are.
  var points: [FixedPoint] = []
  /// Their Hilbert indices, ascending.
  var indices: [UInt64] = []
  /// Whether each also has an outline.
  var hasOutline: [Bool] = []

  /// Those of a range that lie in a cell.
  func range(in cell: TileCell, of range: Range<Int>) -> Range<Int> {
    let lower = firstPosition(notBefore: cell.index, in: range)
    guard cell.lastIndex < .max else { return lower..<range.upperBound }
    return lower..<firstPosition(notBefore: cell.lastIndex + 1, in: lower..<range.upperBound)
  }

  private func firstPosition(notBefore index: UInt64, in range: Range<Int>) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// What an area is, as far as cutting needs to know.
struct CutArea: Sendable {
  /// Whether it is an administrative area, which places list.
  var isAdministrative: Bool
  /// Whether it is a coarse area whose real boundary the extract has.
  var isOverridden: Bool
  /// `admin_level`.
  var level: UInt8
  /// The same number for all areas with the same country or subdivision code; 0 for areas without one.
  var code: UInt32
  /// Whether it is from the coarse layer.
  var isCoarse: Bool
}

/// The circle in which a place counts, as a test that never misses a box it touches.
struct PlaceReach: Sendable {
  private let point: FixedPoint
  private let metersPerUnitX: Double
  private let squaredReachMeters: Double

  /// The reach of a place. Uses the shortest degree of longitude within the circle, so distances come out too small, if at all.
  init(point: FixedPoint, reachMeters: Float) {
    self.point = point
    let northernmost = min(
      900_000_000, abs(Double(point.y)) + Double(reachMeters) / LocalProjection.metersPerUnitY)
    metersPerUnitX =
      northernmost >= 900_000_000
      ? 0 : LocalProjection(origin: FixedPoint(x: 0, y: Int32(northernmost))).metersPerUnitX
    let reach = Double(reachMeters) * 1.0001 + 1
    squaredReachMeters = reach * reach
  }

  /// Whether the circle touches a box.
  func touches(_ box: FixedBox) -> Bool {
    let x = Double(PlaceReach.gap(from: point.x, to: box.minX, box.maxX)) * metersPerUnitX
    let y =
      Double(max(0, Int64(box.minY) - Int64(point.y), Int64(point.y) - Int64(box.maxY)))
      * LocalProjection.metersPerUnitY
    return x * x + y * y <= squaredReachMeters
  }

  /// Units of longitude between a meridian and a range, the short way round.
  private static func gap(from x: Int32, to minX: Int32, _ maxX: Int32) -> Int64 {
    let (x, minX, maxX) = (Int64(x), Int64(minX), Int64(maxX))
    if x >= minX && x <= maxX { return 0 }
    let direct = x < minX ? minX - x : x - maxX
    let around = x < minX ? x + 3_600_000_000 - maxX : minX + 3_600_000_000 - x
    return min(direct, around)
  }
}
