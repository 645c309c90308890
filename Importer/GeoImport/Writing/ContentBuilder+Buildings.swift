import GeoModel
import GeoStoreWriting
import GeoSupport

// Most buildings whose address is on nodes in them (entrances, shops) have no address themselves. Such a building is
// kept only for those nodes. Each node gets the building's outline, so that a point in the building yields an address
// of that building.

extension ContentBuilder {
  /// Indexes the addresses of nodes and tables by position. Call once after adding all of them.
  mutating func indexResidents() { residents = AddressCells(content) { $0.isPoint && !$0.isLender } }

  /// The addresses in or on a building that has no number of its own.
  mutating func residents(of polygons: [[[FixedPoint]]], _ tags: Tags) -> [Int] {
    guard tags.isSet(.building), AddressTags(tags)?.houseNumber.isEmpty ?? true, !residents.isEmpty else { return [] }
    var found: [Int] = []
    var allowance = residentAllowance
    for rings in polygons {
      let box = FixedBox(around: rings[0]).expanded(by: ContentBuilder.wall)
      let steps = rings.reduce(4) { $0 + $1.count }
      residents.forEach(in: box, &allowance, steps: steps) { node in
        let point = content.addresses[node].point
        if box.contains(point), ContentBuilder.isIn(rings, point) || ContentBuilder.isOn(rings, point) {
          found.append(node)
        }
      }
    }
    residentAllowance = allowance
    return found
  }

  /// Gives a building's outline to the addresses in it. An address in or on two buildings gets the smaller one.
  mutating func house(_ residents: [Int], in outline: RingRange) {
    for node in residents {
      if let known = content.addresses[node].outline, content.box(of: known).isSmaller(than: content.box(of: outline)) {
        continue
      }
      content.addresses[node].outline = outline
    }
  }

  /// Whether a building is kept only for the address nodes in it, so that its faults are not counted.
  static func isMereBuilding(_ tags: Tags) -> Bool {
    tags.mask.contains(.building) && !tags.mask.intersects(tellingKeys)
  }

  private static let tellingKeys = AddressTags.identifying.union(
    TagMask(.boundary, .timeZone, .name, .translation, .internationalName, .officialName, .highway, .interpolation))

  /// The maximum distance of a node on a wall from that wall, in 1e-7 degree of latitude (0.3 m).
  private static let wall: Int32 = 27

  private static func isIn(_ rings: [[FixedPoint]], _ point: FixedPoint) -> Bool {
    var isInside = false
    for ring in rings where EvenOdd.contains(ring, doubledX: Int64(point.x) * 2, doubledY: Int64(point.y) * 2) {
      isInside.toggle()
    }
    return isInside
  }

  private static func isOn(_ rings: [[FixedPoint]], _ point: FixedPoint) -> Bool {
    let projection = LocalProjection(origin: point)
    let reach = Double(wall) * LocalProjection.metersPerUnitY
    return rings.contains { LineDistance.squaredMeters(projection, to: $0) <= reach * reach }
  }
}

extension FixedBox {
  /// The box enlarged on all sides, by an amount in 1e-7 degree of latitude and twice that of longitude. That is enough
  /// up to 60°, and centimeters short beyond.
  fileprivate func expanded(by room: Int32) -> FixedBox {
    FixedBox(
      minX: max(minX, .min + 2 * room) - 2 * room, minY: minY - room, maxX: min(maxX, .max - 2 * room) + 2 * room,
      maxY: maxY + room)
  }

  fileprivate func isSmaller(than other: FixedBox) -> Bool {
    func size(_ box: FixedBox) -> Int64 {
      (Int64(box.maxX) - Int64(box.minX)) * (Int64(box.maxY) - Int64(box.minY))
    }
    return size(self) < size(other)
  }
}
