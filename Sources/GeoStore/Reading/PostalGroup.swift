import GeoModel

/// Houses near each other that share their postal code and the areas that contain them, as one row of the store.
///
/// Its bytes belong to the store: a group is valid while it is visited.
public struct PostalGroup {
  /// The group's row.
  public let id: UInt32
  /// The postal code.
  public let code: NameID
  private let corner: FixedPoint
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where all its houses are, as the R-tree says.
  private let box: FixedBox
  private let limits: Unmanaged<SearchLimits>
  /// How many bytes it has.
  var byteCount: Int { bytes.count }

  /// A row's columns after the id; nil when they are damaged.
  ///
  /// - Parameters:
  ///   - code: the code of its entry.
  ///   - limits: are told of a house outside of the box.
  init?(_ id: UInt32, _ code: NameID, _ row: inout RowCursor, in box: FixedBox, _ limits: SearchLimits) {
    self.id = id
    self.box = box
    self.limits = Unmanaged.passUnretained(limits)
    self.code = code
    corner = row.point()
    guard let bytes = row.bytes() else { return nil }
    self.bytes = bytes
  }

  /// Whether the houses lie in an administrative area or settlement.
  public func isIn(_ area: AreaID) -> Bool {
    var reader = ByteReader(bytes)
    return PostalGroup.position(of: area.rawValue, &reader) != nil
  }

  /// Whether one of the administrative areas and settlements that contain the houses is a wanted one.
  public func isInArea(where isWanted: (AreaID) throws(StoreError) -> Bool) throws(StoreError) -> Bool {
    var reader = ByteReader(bytes)
    var last: UInt32 = 0
    for _ in 0..<reader.count() {
      last &+= UInt32(truncatingIfNeeded: reader.varint())
      if try isWanted(AreaID(last)) { return true }
    }
    return false
  }

  /// The nearest house, among equally near ones the first; nil when none is nearer than the bound.
  ///
  /// - Parameters:
  ///   - street: the name of the street that the house must be on; nil for any house.
  ///   - squaredBound: the square of the distance in meters below which a house is of interest.
  ///   - isWanted: whether a house may be taken, asked only of those that are nearer than all before; nil takes any.
  /// - Returns: the house's row and the square of its distance in square meters.
  public func nearest(
    to projection: LocalProjection, on street: NameID? = nil, squaredBound: Double,
    where isWanted: ((AddressID) throws(StoreError) -> Bool)? = nil
  ) throws(StoreError) -> (house: AddressID, squaredMeters: Double)? {
    var reader = ByteReader(bytes)
    _ = PostalGroup.position(of: .max, &reader)
    let wanted = PostalGroup.position(of: street?.rawValue ?? .max, &reader)
    if street != nil, wanted == nil { return nil }
    var best: (house: AddressID, squaredMeters: Double)?
    var bound = squaredBound
    var id: UInt32 = 0
    var last = corner
    for _ in 0..<reader.count() {
      id &+= UInt32(truncatingIfNeeded: reader.varint())
      let point = reader.point(after: &last)
      guard box.contains(point) else {
        limits._withUnsafeGuaranteedRef { $0.areBroken = true }
        return nil
      }
      let position = reader.varint()
      if let wanted, position != wanted { continue }
      let squared = projection.project(point).squaredLength
      guard squared < bound else { continue }
      if let isWanted, try !isWanted(AddressID(id)) { continue }
      bound = squared
      best = (AddressID(id), squared)
    }
    return best
  }

  /// Reads a list of ascending ids; the position of one, from 1, or nil when it is not among them.
  @inline(__always) private static func position(of id: UInt32, _ reader: inout ByteReader) -> UInt64? {
    var last: UInt32 = 0
    var found: UInt64?
    for position in 0..<UInt64(reader.count()) {
      last &+= UInt32(truncatingIfNeeded: reader.varint())
      if last == id { found = position + 1 }
    }
    return found
  }
}
