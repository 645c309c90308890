import GeoModel

/// Houses of one tile that share their postal code and the areas that contain them: a row of `postal_group`.
struct CutPostalGroup: Sendable {
  /// The code's id.
  var code: UInt32
  /// The box of the houses.
  var box: FixedBox
  /// Areas and houses, as ``PostalGroup`` reads them.
  var bytes: [UInt8]
}

extension CellContent {
  private struct Key: Hashable {
    var code: UInt32
    var areas: [UInt32]
  }

  /// The groups of a tile's houses that have a code, in the order of their first houses.
  func postalGroups(_ input: CutInput) -> [CutPostalGroup] {
    var positions: [Key: Int] = [:]
    var groups: [(key: Key, houses: [Int])] = []
    for house in addresses where input.addressCodes[house] != 0 {
      let areas = areas(at: input.addresses.points[house], input) { $0.isAdministrative || $0.isSettlement }
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
  /// Packs areas, streets, then houses: ids as ascending differences, points as differences to the one before, the first one
  /// to the south-western corner of the box, and each house's street by its position among the streets, 0 for none.
  fileprivate init(code: UInt32, areas: [UInt32], houses: [Int], _ input: CutInput) {
    let box = FixedBox(around: houses.lazy.map { input.addresses.points[$0] })
    let streets = Set(houses.map { input.addressStreets[$0] }).subtracting([0]).sorted()
    var writer = ByteWriter()
    for ids in [areas, streets] {
      writer.varint(ids.count)
      var previous: UInt32 = 0
      for id in ids {
        writer.varint(UInt64(id - previous))
        previous = id
      }
    }
    writer.varint(houses.count)
    var last = (id: 0, point: FixedPoint(x: box.minX, y: box.minY))
    for house in houses {
      let point = input.addresses.points[house]
      writer.varint(house + 1 - last.id)
      writer.signed(Int64(point.x) - Int64(last.point.x))
      writer.signed(Int64(point.y) - Int64(last.point.y))
      writer.varint((streets.firstIndex(of: input.addressStreets[house]) ?? -1) + 1)
      last = (house + 1, point)
    }
    self.init(code: code, box: box, bytes: writer.bytes)
  }
}
