import GeoModel
import GeoStore

// Two ways in which a building and the nodes in it (entrances, shops) complete each other:
// 1. A building with a house number but no street takes the street of its nodes, if those with its number agree on one.
// 2. A node without a street takes the street, postal code and city of the building. One with the same street takes what it
//    lacks. Nodes with another street keep to themselves: corner houses have entrances on both.

/// Completes addresses from those that share their building.
enum AddressCompletion {
  /// Completes the addresses.
  static func apply(to content: inout StoreContent) {
    completeBuildings(&content)
    completeNodes(&content)
  }

  /// See 1.
  private static func completeBuildings(_ content: inout StoreContent) {
    func isIncomplete(_ address: AddressRecord) -> Bool { address.outline != nil && address.street == nil }
    guard content.addresses.contains(where: isIncomplete) else { return }
    let nodes = AddressCells(content) { $0.outline == nil && $0.street != nil }
    for building in content.addresses.indices where isIncomplete(content.addresses[building]) {
      guard let node = soleStreet(of: building, nodes, content) else { continue }
      complete(&content.addresses[building], from: content.addresses[node])
    }
  }

  /// A node in a building with its house number; nil when there is none, or when such nodes name several streets.
  private static func soleStreet(of building: Int, _ nodes: AddressCells, _ content: StoreContent) -> Int? {
    let address = content.addresses[building]
    guard let outline = address.outline, !content.names.text(address.houseNumber).isEmpty else { return nil }
    var found: [Int] = []
    nodes.forEach(in: content.box(of: outline)) { node in
      guard content.addresses[node].houseNumber == address.houseNumber else { return }
      if content.contains(outline, content.addresses[node].point) { found.append(node) }
    }
    return Set(found.map { content.addresses[$0].street }).count == 1 ? found.first : nil
  }

  /// See 2.
  private static func completeNodes(_ content: inout StoreContent) {
    let nodes = AddressCells(content) {
      $0.outline == nil && ($0.street == nil || $0.postalCode == nil || $0.city == nil)
    }
    guard !nodes.isEmpty else { return }
    for building in content.addresses.indices {
      let address = content.addresses[building]
      guard let outline = address.outline, let street = address.street else { continue }
      nodes.forEach(in: content.box(of: outline)) { node in
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
