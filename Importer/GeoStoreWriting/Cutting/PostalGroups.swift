import GeoModel
import GeoStore
import GeoSupport

/// The groups of houses with a postal code, flat, in the order of the tiles.
struct PostalGroups: Sendable {
  /// A group without its bytes.
  struct Head: BitwiseCopyable, Sendable {
    /// Its code, streets and areas.
    var entry: PostalEntry
    /// The box of the houses.
    var box: FixedBox
    /// The end of the group's bytes.
    var end: Int
  }

  /// The groups.
  private(set) var heads: MappedArray<Head>
  /// The bytes of all groups, one after the other.
  private(set) var bytes: MappedArray<UInt8>

  /// Makes an empty list.
  init(in workspace: Workspace?) {
    heads = MappedArray(in: workspace)
    bytes = MappedArray(in: workspace)
  }

  /// Adds the next group.
  mutating func append(_ group: CutPostalGroup) {
    bytes.append(contentsOf: group.bytes)
    heads.append(Head(entry: group.entry, box: group.box, end: bytes.count))
  }

  /// Appends the groups of the next part of the Earth.
  mutating func append(_ next: PostalGroups) {
    let offset = bytes.count
    bytes.append(contentsOf: next.bytes)
    for head in next.heads {
      heads.append(Head(entry: head.entry, box: head.box, end: offset + head.end))
    }
  }
}

/// Houses and lenders of one tile that share their postal code and their areas: a row of `postal_group`.
struct CutPostalGroup: Sendable {
  /// Their code, streets and areas.
  var entry: PostalEntry
  /// The box of the houses.
  var box: FixedBox
  /// The encoded areas and houses, which ``PostalGroup`` reads.
  var bytes: [UInt8]
}

extension CellContent {
  private struct Key: Hashable {
    var code: UInt32
    var areas: [UInt32]
  }

  /// The groups of a tile's lenders and houses with a code, in the order of their first members.
  func postalGroups(_ input: CutInput, _ allowance: inout WorkAllowance) -> [CutPostalGroup] {
    var positions: [Key: Int] = [:]
    var groups: [(key: Key, houses: [Int])] = []
    let houses = input.addresses.points.count
    for house in [addresses, lenders.lowerBound + houses..<lenders.upperBound + houses].joined()
    where input.addressCodes[house] != 0 {
      let areas = areas(at: input.point(ofHouse: house), input, &allowance) { $0.isAdministrative || $0.isSettlement }
      let key = Key(code: input.addressCodes[house], areas: areas)
      if let position = positions[key] {
        groups[position].houses.append(house)
      } else {
        positions[key] = groups.count
        groups.append((key, [house]))
      }
    }
    return groups.map { CutPostalGroup(code: $0.key.code, areas: $0.key.areas, houses: $0.houses, input) }
  }
}

extension CutPostalGroup {
  /// Encodes areas, streets, then houses.
  ///
  /// Ids are ascending differences. Points are differences from the previous one, the first from the south-western
  /// corner of the box. Each house has its street's position among the streets, 0 for none.
  fileprivate init(code: UInt32, areas: [UInt32], houses: [Int], _ input: CutInput) {
    let box = FixedBox(around: houses.lazy.map { input.point(ofHouse: $0) })
    let streets = Set(houses.map { input.addressStreets[$0] }).subtracting([0]).sorted()
    var writer = ByteWriter()
    writer.ids(areas)
    writer.ids(streets)
    writer.varint(houses.count)
    var (lastID, last) = (0, FixedPoint(x: box.minX, y: box.minY))
    for house in houses {
      writer.varint(house + 1 - lastID)
      writer.point(input.point(ofHouse: house), after: &last)
      writer.varint(number(of: input.addressStreets[house], in: streets))
      lastID = house + 1
    }
    self.init(
      entry: PostalEntry(code: NameID(code), streets: streets, areas: areas), box: box, bytes: writer.bytes)
  }
}

/// The number of a street among sorted ones, from 1; 0 for none.
private func number(of street: UInt32, in streets: [UInt32]) -> Int {
  var (low, high) = (0, streets.count)
  while low < high {
    let middle = (low + high) / 2
    if streets[middle] < street { low = middle + 1 } else { high = middle }
  }
  return low < streets.count && streets[low] == street ? low + 1 : 0
}

extension CutInput {
  /// The point of a house, or of a lender at a position after the houses.
  fileprivate func point(ofHouse position: Int) -> FixedPoint {
    position < addresses.points.count ? addresses.points[position] : lenders.points[position - addresses.points.count]
  }
}
