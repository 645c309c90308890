/// A list of areas that allocates no memory while it is short. Places have two to seven areas.
public struct AreaIDs: Sendable, Equatable, RandomAccessCollection, ExpressibleByArrayLiteral {
  /// The first eight areas, padded with 0, which is no area's id.
  private var first = SIMD8<UInt32>(repeating: 0)
  private var further: [AreaID] = []
  /// The number of areas.
  public private(set) var count = 0

  /// The areas in the order of the list.
  public init(arrayLiteral areas: AreaID...) { for area in areas { append(area) } }

  /// Adds an area at the end.
  mutating func append(_ area: AreaID) {
    if count < first.scalarCount { first[count] = area.rawValue } else { further.append(area) }
    count += 1
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of areas.
  public var endIndex: Int { count }

  /// The area at a position from 0.
  public subscript(position: Int) -> AreaID {
    position < first.scalarCount ? AreaID(first[position]) : further[position - first.scalarCount]
  }

  /// Whether an area is in the list. The first eight are all compared at once.
  public func contains(_ area: AreaID) -> Bool {
    any(first .== area.rawValue) || further.contains(area)
  }
}
