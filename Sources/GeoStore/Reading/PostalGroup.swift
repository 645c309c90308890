import GeoModel

/// Houses near each other that share their postal code and the areas that contain them, as one row of the store.
///
/// Its bytes belong to the store, so a group is valid only while it is visited.
public struct PostalGroup {
  /// The group's row.
  public let id: UInt32
  /// The postal code.
  public let code: NameID
  private let corner: FixedPoint
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The box of all its houses, from the R-tree.
  private let box: FixedBox
  private let limits: Unmanaged<SearchLimits>
  /// The number of its encoded bytes.
  var byteCount: Int { bytes.count }

  /// Reads a row's columns after the id; nil when they are damaged.
  ///
  /// - Parameters:
  ///   - code: the postal code from its entry.
  ///   - limits: notified of a house outside of the box.
  init?(_ id: UInt32, _ code: NameID, _ row: inout RowCursor, in box: FixedBox, _ limits: SearchLimits) {
    self.id = id
    self.box = box
    self.limits = Unmanaged.passUnretained(limits)
    self.code = code
    corner = row.point()
    guard let bytes = row.bytes() else { return nil }
    self.bytes = bytes
  }

  /// Whether the houses lie in this administrative area or settlement.
  public func isIn(_ area: AreaID) -> Bool {
    var reader = ByteReader(bytes)
    return PostalGroup.position(of: area.rawValue, &reader) != nil
  }

  /// Whether any of the administrative areas and settlements that contain the houses is wanted.
  public func isInArea(where isWanted: (AreaID) throws(StoreError) -> Bool) throws(StoreError) -> Bool {
    var reader = ByteReader(bytes)
    var last: UInt32 = 0
    for _ in 0..<reader.count() {
      last &+= UInt32(truncatingIfNeeded: reader.varint())
      if try isWanted(AreaID(last)) { return true }
    }
    return false
  }

  /// The nearest house, among equally near ones the first; nil when no acceptable house is nearer than the bound.
  ///
  /// - Parameters:
  ///   - street: the name of the street that the house must be on; nil for any house.
  ///   - squaredBound: the square of the distance in meters that the house must be below.
  ///   - isWanted: whether a house is acceptable, called only for houses nearer than all accepted before; nil accepts
  ///     any.
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

  /// Reads a list of ascending ids and returns the position of `id` in it, from 1; nil when it is missing.
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
