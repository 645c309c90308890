import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport

// An address is often mapped more than once: as a building, as its entrance, as the shops in it. Usually only one of
// these objects has the postal code and the city.

extension ContentBuilder {
  /// Copies postal codes and cities between objects of one address: those with the same number and street, close to
  /// each other.
  mutating func completeAddresses() {
    let unnumbered = content.names.intern("")
    var houses = MappedArray<KeyedPosition>(in: content.workspace)
    for (position, address) in content.addresses.enumerated() {
      guard let street = address.street, address.houseNumber != unnumbered else { continue }
      let key = (UInt64(street.rawValue) << 32) + UInt64(address.houseNumber.rawValue)
      houses.append(KeyedPosition(key: key, position: position))
    }
    RadixSort.sort(&houses) { $0.key }
    // The number of other objects with the same address that a house is compared with on average.
    var allowance = WorkAllowance(each: 1_024)
    var first = 0
    for end in 1..<max(1, houses.count + 1) where end == houses.count || houses[end].key != houses[first].key {
      if end - first > 1 { complete((first..<end).map { houses[$0].position }, &allowance) }
      first = end
    }
  }

  /// Completes addresses with the same number and street, which may lie in many towns.
  private mutating func complete(_ positions: [Int], _ allowance: inout WorkAllowance) {
    let sorted = positions.sorted {
      (content.addresses[$0].point.y, $0) < (content.addresses[$1].point.y, $1)
    }
    let known = sorted.map {
      (point: content.addresses[$0].point, code: content.addresses[$0].postalCode, city: content.addresses[$0].city)
    }
    guard known.contains(where: { $0.code != nil || $0.city != nil }) else { return }
    for (index, house) in known.enumerated() where house.code == nil || house.city == nil {
      let projection = LocalProjection(origin: house.point)
      var (code, city) = (Nearest(), Nearest())
      allowance.next()
      for others in [
        stride(from: index - 1, through: 0, by: -1), stride(from: index + 1, through: known.count - 1, by: 1),
      ] {
        for other in others {
          let place = projection.project(known[other].point)
          guard abs(place.y) <= ContentBuilder.sameAddressMeters, allowance.spend(1) else { break }
          code.visit(known[other].code, place.squaredLength)
          city.visit(known[other].city, place.squaredLength)
        }
      }
      content.addresses[sorted[index]].postalCode = house.code ?? code.name
      content.addresses[sorted[index]].city = house.city ?? city.name
    }
  }

  /// The maximum distance between objects of one address.
  ///
  /// A whole block may have one number, but the next village may have a street of the same name.
  private static let sameAddressMeters = 150.0

  /// The nearest name within ``sameAddressMeters``.
  private struct Nearest {
    private(set) var name: NameID?
    private var squaredMeters = ContentBuilder.sameAddressMeters * ContentBuilder.sameAddressMeters

    mutating func visit(_ other: NameID?, _ squaredMeters: Double) {
      guard let other, squaredMeters <= self.squaredMeters else { return }
      (name, self.squaredMeters) = (other, squaredMeters)
    }
  }
}
