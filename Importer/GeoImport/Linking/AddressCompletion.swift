import GeoModel
import GeoStoreWriting
import GeoSupport

// Two ways in which a building and the nodes in it (entrances, shops) complete each other:
// 1. A building with a house number but no street takes the street of its nodes, if those with its number agree on one.
// 2. A node without a street takes the street, postal code and city of the building. One with the same street takes what it
//    lacks. Nodes with another street keep to themselves: corner houses have entrances on both.

/// Completes addresses from those that share their building.
enum AddressCompletion {
  /// What a building may cost on average: real ones have a few nodes around them and a dozen corners.
  private static let buildingSteps = 4_096

  /// Completes the addresses.
  static func apply(to content: inout StoreContent) {
    completeBuildings(&content)
    completeNodes(&content)
  }

  /// See 1.
  private static func completeBuildings(_ content: inout StoreContent) {
    func isIncomplete(_ address: AddressRecord) -> Bool { !address.isPoint && address.street == nil }
    guard content.addresses.contains(where: isIncomplete) else { return }
    let nodes = AddressCells(content) { $0.isPoint && $0.street != nil }
    var allowance = WorkAllowance(each: buildingSteps)
    for building in content.addresses.indices where isIncomplete(content.addresses[building]) {
      guard let node = soleStreet(of: building, nodes, content, &allowance) else { continue }
      complete(&content.addresses[building], from: content.addresses[node])
    }
  }

  /// A node in a building with its house number; nil when there is none, or when such nodes name several streets.
  private static func soleStreet(
    of building: Int, _ nodes: AddressCells, _ content: StoreContent, _ allowance: inout WorkAllowance
  ) -> Int? {
    let address = content.addresses[building]
    guard let outline = address.outline, !content.names.text(address.houseNumber).isEmpty else { return nil }
    var found: [Int] = []
    nodes.forEach(in: content.box(of: outline), &allowance, steps: content.stepsToTest(outline)) { node in
      guard content.addresses[node].houseNumber == address.houseNumber else { return }
      if content.contains(outline, content.addresses[node].point) { found.append(node) }
    }
    return Set(found.map { content.addresses[$0].street }).count == 1 ? found.first : nil
  }

  /// See 2.
  private static func completeNodes(_ content: inout StoreContent) {
    let nodes = AddressCells(content) {
      $0.isPoint && ($0.street == nil || $0.postalCode == nil || $0.city == nil)
    }
    guard !nodes.isEmpty else { return }
    var allowance = WorkAllowance(each: buildingSteps)
    for building in content.addresses.indices {
      let address = content.addresses[building]
      guard !address.isPoint, let outline = address.outline, let street = address.street else { continue }
      nodes.forEach(in: content.box(of: outline), &allowance, steps: content.stepsToTest(outline)) { node in
        let known = content.addresses[node].street
        guard known == nil || known == street, content.contains(outline, content.addresses[node].point) else { return }
        complete(&content.addresses[node], from: address)
      }
    }
  }

  /// Fills what an address lacks.
  private static func complete(_ address: inout AddressRecord, from giver: AddressRecord) {
    if address.street == nil {
      address.street = giver.street
      address.streetOrigin = giver.streetOrigin
    }
    address.postalCode = address.postalCode ?? giver.postalCode
    address.city = address.city ?? giver.city
  }
}

extension MappedArray where Element == KeyedPosition {
  /// Calls with the positions of the entries between two keys, both included, in entries that are sorted by key, until the closure returns
  /// false.
  ///
  /// - Returns: whether it never did.
  @discardableResult
  func forEachPosition(from first: UInt64, through last: UInt64, _ body: (Int) -> Bool) -> Bool {
    var index = firstIndex(notBelow: first)
    while index < count, self[index].key <= last {
      guard body(self[index].position) else { return false }
      index += 1
    }
    return true
  }

  /// The position under a key that occurs once at most; nil when no entry has it.
  func position(of key: UInt64) -> Int? {
    let index = firstIndex(notBelow: key)
    return index < count && self[index].key == key ? self[index].position : nil
  }
}

extension StoreContent {
  /// What it costs to tell whether a polygon contains a point, in steps of a ``WorkAllowance``.
  func stepsToTest(_ range: RingRange) -> Int { rings(range).reduce(4) { $0 + $1.points.count } }

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

/// Addresses by the cell their point lies in, to find those in a box. Lives where the content does.
struct AddressCells {
  /// Cells are 0.002 degree wide and high (220 m at the equator).
  private static let grid = CellGrid(side: 20_000)
  private var entries: MappedArray<KeyedPosition>

  /// The addresses that a condition picks.
  init(_ content: borrowing StoreContent, where isWanted: (AddressRecord) -> Bool) {
    entries = MappedArray(in: content.workspace)
    for (index, address) in content.addresses.enumerated() where isWanted(address) {
      let point = address.point
      entries.append(
        KeyedPosition(
          key: CellGrid.key(column: AddressCells.grid.column(point.x), row: AddressCells.grid.row(point.y)),
          position: index))
    }
    RadixSort.sort(&entries) { $0.key }
  }

  /// Whether no address was picked.
  var isEmpty: Bool { entries.isEmpty }

  /// Calls with the addresses in the cells that a box touches, as long as the allowance lasts.
  ///
  /// - Parameter steps: what the work for one address costs.
  func forEach(in box: FixedBox, _ allowance: inout WorkAllowance, steps: Int, _ body: (Int) -> Void) {
    let columns = AddressCells.grid.columns(of: box)
    allowance.next()
    for row in AddressCells.grid.rows(of: box) {
      guard allowance.spend(AddressCells.stepsOfRow) else { return }
      // One row of cells is one run of entries.
      let isDone = entries.forEachPosition(
        from: CellGrid.key(column: columns.lowerBound, row: row),
        through: CellGrid.key(column: columns.upperBound, row: row)
      ) { position in
        guard allowance.spend(steps) else { return false }
        body(position)
        return true
      }
      guard isDone else { return }
    }
  }

  /// What it costs to look for a row.
  private static let stepsOfRow = 16
}
