import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport

// A table's house is a twin of the map's if the map has the same number on the same street within 150 m, unless the
// table's is in a building, and the map's at another place. It is also a twin if it lies in a building that the map has
// with a number on the same street. Normally the map's house is kept. If tables win, the table's is kept instead, and
// takes over the building's outline and whatever else only the map knows. Several rows of one house, such as its
// apartments, become one.

extension StreetLinker {
  /// Drops houses that occur twice.
  ///
  /// Call this when all houses have their streets.
  ///
  /// - Returns: the table and the reason of each dropped row.
  mutating func dropTwins(tablesWin: Bool) -> [(table: Int, reason: SkipReason)] {
    guard content.addresses.contains(where: { $0.isOfTable }) else { return [] }
    let whole = content
    // Held once, so that it is modified in place.
    content = StoreContent()
    var twins = TableTwins(whole, tablesWin: tablesWin)
    twins.findSameNumbers()
    twins.findNumberedBuildings()
    content = twins.content
    var kept = MappedArray<AddressRecord>(in: content.workspace)
    var dropped: [(table: Int, reason: SkipReason)] = []
    for (position, address) in content.addresses.enumerated() {
      guard let reason = twins.reason(position) else {
        kept.append(address)
        continue
      }
      if let table = address.source.table { dropped.append((table, reason)) }
    }
    content.addresses = kept
    markWholeBuildings(twins.habits)
    return dropped
  }

  /// Makes a table's address that of the whole building if all addresses in the building are the same.
  ///
  /// If the map around it puts house numbers on points in buildings, the table's stay points, too, so that distances to
  /// both are measured alike.
  private mutating func markWholeBuildings(_ habits: MappingHabits) {
    var housed = MappedArray<KeyedPosition>(in: content.workspace)
    for (position, address) in content.addresses.enumerated() {
      guard let outline = address.outline else { continue }
      housed.append(KeyedPosition(key: UInt64(outline.start), position: position))
    }
    RadixSort.sort(&housed) { $0.key }
    var first = 0
    while first < housed.count {
      var end = first + 1
      while end < housed.count, housed[end].key == housed[first].key { end += 1 }
      markWholeBuilding((first..<end).map { housed[$0].position }, habits)
      first = end
    }
  }

  private mutating func markWholeBuilding(_ sharers: [Int], _ habits: MappingHabits) {
    guard let known = sharers.first(where: { content.addresses[$0].isOfTable }) else { return }
    let address = content.addresses[known]
    content.addresses[known].isWholeBuilding =
      habits.hasBuildings(around: address, else: true)
      && sharers.allSatisfy {
        content.addresses[$0].street == address.street && content.addresses[$0].houseNumber == address.houseNumber
      }
  }
}

/// Whether the map puts house numbers on buildings or on points in them.
///
/// This is judged along the street, else in a square of 0.003 degree, else in one of 0.02 degree.
private struct MappingHabits {
  private static let sizes: [Int64] = [30_000, 200_000]
  /// The number of addresses on buildings minus that of addresses on points.
  private var ofStreet: [UInt64: Int] = [:]
  private var ofSquare: [[UInt64: Int]] = [[:], [:]]

  init(_ content: StoreContent) {
    for address in content.addresses where address.outline != nil && !address.isOfTable {
      let vote = address.source.type == .node ? -1 : 1
      if let key = MappingHabits.street(of: address) { ofStreet[key, default: 0] += vote }
      for (level, size) in MappingHabits.sizes.enumerated() {
        ofSquare[level][MappingHabits.square(of: address.point, size), default: 0] += vote
      }
    }
  }

  /// Whether the house numbers around an address are on buildings.
  ///
  /// - Parameter empty: the result if there are none, or as many on buildings as on points.
  func hasBuildings(around address: AddressRecord, else empty: Bool) -> Bool {
    if let key = MappingHabits.street(of: address), let balance = ofStreet[key], balance != 0 { return balance > 0 }
    for (level, size) in MappingHabits.sizes.enumerated() {
      if let balance = ofSquare[level][MappingHabits.square(of: address.point, size)], balance != 0 {
        return balance > 0
      }
    }
    return empty
  }

  /// The key of a street within a square of 0.02 degree, because streets in other towns have the same name.
  private static func street(of address: AddressRecord) -> UInt64? {
    guard let street = address.street else { return nil }
    return Hashing.mix(UInt64(street.rawValue) ^ square(of: address.point, sizes[1]) &* 0x9E37_79B9_7F4A_7C15)
  }

  private static func square(of point: FixedPoint, _ side: Int64) -> UInt64 {
    let grid = CellGrid(side: side)
    return CellGrid.key(column: grid.column(point.x), row: grid.row(point.y))
  }
}

extension AddressRecord {
  fileprivate var isOfTable: Bool { source.type == .table }
}

/// Finds houses that are both in a table and on the map, or twice in a table.
private struct TableTwins {
  var content: StoreContent
  private let tablesWin: Bool
  let habits: MappingHabits
  /// For each address, 0 if it is kept, else the index of its reason plus 1.
  private var marks: MappedArray<UInt8>
  private static let reasons: [SkipReason] = [.tableHouseOnMap, .tableHouseTwice]
  private static let reachMeters = 150.0

  init(_ content: StoreContent, tablesWin: Bool) {
    self.content = content
    self.tablesWin = tablesWin
    habits = MappingHabits(content)
    marks = MappedArray(repeating: 0, count: content.addresses.count, in: content.workspace)
  }

  /// The reason for which an address is dropped; nil if it is kept.
  func reason(_ position: Int) -> SkipReason? {
    marks[position] == 0 ? nil : TableTwins.reasons[Int(marks[position]) - 1]
  }

  /// Compares houses with the same number on the same street.
  mutating func findSameNumbers() {
    var entries = numberedHouses()
    RadixSort.sort(&entries) { $0.key }
    // A house is compared with this many others of its number on average.
    var allowance = WorkAllowance(each: 1_024)
    var first = 0
    for end in 1..<max(1, entries.count + 1) where end == entries.count || entries[end].key != entries[first].key {
      let group = (first..<end).map { entries[$0].position }
      if group.count > 1, group.contains(where: { content.addresses[$0].isOfTable }) { compare(group, &allowance) }
      first = end
    }
  }

  /// All houses by street and number. A map's house with several numbers has an entry for each.
  private func numberedHouses() -> MappedArray<KeyedPosition> {
    var entries = MappedArray<KeyedPosition>(in: content.workspace)
    var numbers = NameTable(in: content.workspace)
    for (position, address) in content.addresses.enumerated() {
      guard let street = address.street, !address.isLender else { continue }
      let text = content.names.text(address.houseNumber)
      let members = address.isOfTable ? [HouseNumberFolding.key(for: text)] : HouseNumberFolding.keys(for: text)
      for member in members where !member.isEmpty {
        let key = UInt64(street.rawValue) << 32 + UInt64(numbers.intern(member).rawValue)
        entries.append(KeyedPosition(key: key, position: position))
      }
    }
    return entries
  }

  private mutating func compare(_ group: [Int], _ allowance: inout WorkAllowance) {
    let sorted = group.sorted { (content.addresses[$0].point.y, $0) < (content.addresses[$1].point.y, $1) }
    for (index, position) in sorted.enumerated() where content.addresses[position].isOfTable && marks[position] == 0 {
      let projection = LocalProjection(origin: content.addresses[position].point)
      allowance.next()
      for others in [
        stride(from: index - 1, through: 0, by: -1), stride(from: index + 1, through: sorted.count - 1, by: 1),
      ] {
        for other in others.lazy.map({ sorted[$0] }) {
          let place = projection.project(content.addresses[other].point)
          guard abs(place.y) <= TableTwins.reachMeters, allowance.spend(1) else { break }
          guard place.squaredLength <= TableTwins.reachMeters * TableTwins.reachMeters, marks[other] == 0 else {
            continue
          }
          if content.addresses[other].isOfTable {
            marks[max(position, other)] = 2
          } else {
            settle(table: position, map: other)
          }
          if marks[position] != 0 { break }
        }
        if marks[position] != 0 { break }
      }
    }
  }

  /// Compares the houses of tables with the buildings that contain them.
  mutating func findNumberedBuildings() {
    let houses = AddressCells(content) { $0.isOfTable }
    var allowance = WorkAllowance(each: 4_096)
    for building in content.addresses.indices {
      let address = content.addresses[building]
      guard !address.isPoint, let outline = address.outline, let street = address.street, marks[building] == 0,
        !content.names.text(address.houseNumber).isEmpty
      else { continue }
      var found: [Int] = []
      houses.forEach(in: content.box(of: outline), &allowance, steps: content.stepsToTest(outline)) { house in
        guard marks[house] == 0, content.addresses[house].street == street else { return }
        if content.contains(outline, content.addresses[house].point) { found.append(house) }
      }
      for house in found { settle(table: house, map: building) }
    }
  }

  /// Whether a table's house is in a building, at another place than the map's. Both are then kept, as where the map has
  /// only a shop of a house: other points in the building get the number of the next one otherwise.
  private func isElsewhereInBuilding(_ table: Int, _ map: Int) -> Bool {
    let (house, other) = (content.addresses[table], content.addresses[map])
    guard let outline = house.outline else { return false }
    // A whole building is everywhere in it.
    guard other.isPoint || other.outline?.start != outline.start else { return false }
    return LocalProjection(origin: other.point).project(house.point).squaredLength > 4
  }

  /// Drops one of two twins. If the table's is kept, it takes over what only the map's knew.
  private mutating func settle(table: Int, map: Int) {
    guard tablesWin else {
      if !isElsewhereInBuilding(table, map) { marks[table] = 1 }
      return
    }
    let lost = content.addresses[map]
    content.addresses[table].outline = content.addresses[table].outline ?? lost.outline
    content.addresses[table].houseName = content.addresses[table].houseName ?? lost.houseName
    content.addresses[table].postalCode = content.addresses[table].postalCode ?? lost.postalCode
    content.addresses[table].city = content.addresses[table].city ?? lost.city
    marks[map] = 1
  }
}

/// The comparison of house numbers, without regard to case and spaces.
enum HouseNumberFolding {
  /// The number in capitals without spaces: `12 bis` and `12BIS` are equal.
  static func key(for number: String) -> String { number.uppercased().filter { !$0.isWhitespace } }

  /// The single numbers of a house with several (`12;14`, `12-14`), and the whole text.
  static func keys(for number: String) -> Set<String> {
    let whole = key(for: number)
    return Set(whole.split { $0 == ";" || $0 == "," || $0 == "-" }.map(String.init)).union([whole])
  }
}
