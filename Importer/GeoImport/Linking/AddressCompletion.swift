import GeoModel
import GeoStore

/// Completes house numbers on nodes (entrances, shops) from the address of the outline that they stand in.
///
/// A node without a street takes the street, postal code and city of the outline; one with the same street takes what it
/// lacks. Nodes with another street keep to themselves: corner houses have entrances on both.
struct AddressCompletion {
  /// Nodes that lack something, by cell.
  private let takers: [Taker]

  private struct Taker {
    var cell: UInt64
    var address: Int
  }

  private static let cellUnits: Int64 = 20_000

  /// Looks for the addresses that could be completed.
  init(_ content: borrowing StoreContent) {
    var takers: [Taker] = []
    for (index, address) in content.addresses.enumerated() where address.outline == nil {
      guard address.street == nil || address.postalCode == nil || address.city == nil else { continue }
      takers.append(Taker(cell: AddressCompletion.cell(of: address.point), address: index))
    }
    self.takers = takers.sorted { $0.cell < $1.cell }
  }

  /// Completes the addresses.
  func apply(to content: inout StoreContent) {
    guard !takers.isEmpty else { return }
    for giver in content.addresses.indices {
      let address = content.addresses[giver]
      guard let outline = address.outline, let street = address.street else { continue }
      forEachTaker(in: content.box(of: outline)) { taker in
        guard lacks(content.addresses[taker], from: street), content.contains(outline, content.addresses[taker].point)
        else { return }
        AddressCompletion.complete(&content.addresses[taker], from: address)
      }
    }
  }

  private func lacks(_ address: AddressRecord, from street: NameID) -> Bool {
    address.street == nil || address.street == street && (address.postalCode == nil || address.city == nil)
  }

  private static func complete(_ address: inout AddressRecord, from giver: AddressRecord) {
    if address.street == nil {
      address.street = giver.street
      address.streetOrigin = giver.streetOrigin
    }
    address.postalCode = address.postalCode ?? giver.postalCode
    address.city = address.city ?? giver.city
  }

  private func forEachTaker(in box: FixedBox, _ body: (Int) -> Void) {
    let columns = AddressCompletion.index(box.minX)...AddressCompletion.index(box.maxX)
    for row in AddressCompletion.index(box.minY)...AddressCompletion.index(box.maxY) {
      // One row of cells is one run of takers.
      var position = firstTaker(from: AddressCompletion.key(columns.lowerBound, row))
      let last = AddressCompletion.key(columns.upperBound, row)
      while position < takers.count, takers[position].cell <= last {
        body(takers[position].address)
        position += 1
      }
    }
  }

  private func firstTaker(from cell: UInt64) -> Int {
    var (low, high) = (0, takers.count)
    while low < high {
      let middle = (low + high) / 2
      if takers[middle].cell < cell { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func cell(of point: FixedPoint) -> UInt64 { key(index(point.x), index(point.y)) }
  private static func index(_ value: Int32) -> Int64 { (Int64(value) + 1_800_000_000) / cellUnits }
  private static func key(_ column: Int64, _ row: Int64) -> UInt64 { UInt64(row) << 32 | UInt64(column) }
}

extension StoreContent {
  /// The box of a polygon.
  func box(of range: RingRange) -> FixedBox {
    var box = FixedBox.empty
    for ring in rings(range) where ring.isOuter { for point in vertices(ring.points) { box.formUnion(point) } }
    return box
  }

  /// Whether a polygon contains a point.
  func contains(_ range: RingRange, _ point: FixedPoint) -> Bool {
    var isInside = false
    for ring in rings(range) {
      if EvenOdd.contains(vertices(ring.points), doubledX: Int64(point.x) * 2, doubledY: Int64(point.y) * 2) {
        isInside.toggle()
      }
    }
    return isInside
  }
}
