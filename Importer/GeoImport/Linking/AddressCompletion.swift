import GeoModel
import GeoStoreWriting
import GeoSupport

// Buildings and the nodes in them (entrances, shops) complete each other in two ways:
// 1. A building with a house number but no street takes the street of the nodes with its number, if these agree on one.
// 2. A node without a street takes the street, postal code and city of the building. A node with the building's street
//    takes only what it lacks. Nodes with another street stay as they are, because corner houses have entrances on both
//    streets.

/// Completes addresses from others in the same building.
enum AddressCompletion {
  /// The steps allowed for a building on average.
  ///
  /// Real buildings contain a few nodes and have a dozen corners.
  private static let buildingSteps = 4_096

  static func apply(to content: inout StoreContent) {
    completeBuildings(&content)
    completeNodes(&content)
  }

  /// Completes buildings, see 1.
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

  /// Returns a node in a building with its house number; nil if there is none, or if such nodes name several streets.
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

  /// Completes nodes, see 2.
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

  /// Copies to an address the fields that it lacks.
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
  /// Calls a closure with the positions of the entries between two keys, both included, until it returns false. The
  /// entries must be sorted by key.
  ///
  /// - Returns: whether the closure never returned false.
  @discardableResult
  func forEachPosition(from first: UInt64, through last: UInt64, _ body: (Int) -> Bool) -> Bool {
    var index = firstIndex(notBelow: first)
    while index < count, self[index].key <= last {
      guard body(self[index].position) else { return false }
      index += 1
    }
    return true
  }

  /// The position of a key that occurs at most once; nil if no entry has it.
  func position(of key: UInt64) -> Int? {
    let index = firstIndex(notBelow: key)
    return index < count && self[index].key == key ? self[index].position : nil
  }
}

extension StoreContent {
  /// The cost of testing whether a polygon contains a point, in steps of a ``WorkAllowance``.
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

/// Addresses by the cell of their point, to find those in a box. Uses the content's workspace.
struct AddressCells {
  /// Cells are 0.002 degree wide and high (220 m at the equator).
  private static let grid = CellGrid(side: 20_000)
  private var entries: MappedArray<KeyedPosition>

  /// Enters the addresses that meet a condition.
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

  var isEmpty: Bool { entries.isEmpty }

  /// Calls a closure with the addresses in the cells that a box touches, while the allowance lasts.
  ///
  /// - Parameter steps: the cost of one address.
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

  /// The cost of looking up a row.
  private static let stepsOfRow = 16
}
