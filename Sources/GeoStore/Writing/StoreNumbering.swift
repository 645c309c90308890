import GeoModel

/// The order of a store's rows: every kind along the Hilbert curve, names by their first use in that order.
struct StoreNumbering {
  /// One kind's rows in their new order, by their old positions, with their Hilbert indices.
  struct Order {
    /// The old position of each new one.
    private(set) var old: MappedArray<UInt32>
    /// The Hilbert index at each new position, ascending.
    private(set) var indices: MappedArray<UInt64>

    /// Sorts records by a point along the curve; equal ones keep their order, so that the same content always gives the
    /// same store.
    ///
    /// - Parameter isWanted: which records to sort; all unless it is given.
    init<Record>(
      _ records: MappedArray<Record>, where isWanted: (Record) -> Bool = { _ in true }, at point: (Record) -> FixedPoint
    ) {
      let workspace = records.workspace
      old = MappedArray(in: workspace)
      indices = MappedArray(in: workspace)
      var sorted = MappedArray<KeyedPosition>(in: workspace)
      sorted.reserveCapacity(records.count)
      for (position, record) in records.enumerated() where isWanted(record) {
        sorted.append(KeyedPosition(key: HilbertCurve.index(point(record)), position: position))
      }
      RadixSort.sort(&sorted) { $0.key }
      old.reserveCapacity(sorted.count)
      indices.reserveCapacity(sorted.count)
      for entry in sorted {
        old.append(UInt32(entry.position))
        indices.append(entry.key)
      }
    }
  }

  let streets: Order
  let addresses: Order
  /// The rows of `address` that come after ``addresses``: those that only lend their postal code.
  let lenders: Order
  let interpolations: Order
  let areas: Order
  let places: Order
  let features: Order
  /// Names that are used, by their old positions, in their new order.
  private(set) var names: MappedArray<UInt32>
  /// The new id of each old name; 0 for names that nothing uses.
  private(set) var nameIDs: MappedArray<UInt32>

  /// Numbers all content.
  init(_ content: StoreContent) {
    func first(_ line: PointRange) -> FixedPoint { StoreNumbering.first(line, content) }
    streets = Order(content.streets) { first($0.line) }
    addresses = Order(content.addresses, where: { !$0.isLender }) { $0.point }
    lenders = Order(content.addresses, where: \.isLender) { $0.point }
    interpolations = Order(content.interpolations) { first($0.line) }
    areas = StoreNumbering.order(ofAreas: content)
    places = Order(content.places) { $0.point }
    features = Order(content.features) { $0.point }
    names = MappedArray(in: content.workspace)
    nameIDs = MappedArray(repeating: 0, count: content.names.count, in: content.workspace)
    numberNames(content)
  }

  /// The order of areas.
  static func order(ofAreas content: StoreContent) -> Order {
    Order(content.areas) {
      $0.rings.count == 0 ? FixedPoint(x: 0, y: 0) : first(content.rings[$0.rings.start].points, content)
    }
  }

  private static func first(_ line: PointRange, _ content: StoreContent) -> FixedPoint {
    line.count == 0 ? FixedPoint(x: 0, y: 0) : content.points[line.start]
  }

  /// The new id of a name.
  func id(_ name: NameID) -> UInt32 { nameIDs[Int(name.rawValue)] }

  /// The new id of a name that may be missing.
  func id(_ name: NameID?) -> UInt32? { name.map { nameIDs[Int($0.rawValue)] } }

  /// Names in the order in which readers will meet them, so that the names of a tile are near each other.
  private mutating func numberNames(_ content: StoreContent) {
    for position in areas.old { use(content.areas[Int(position)].name) }
    for position in places.old {
      use(content.places[Int(position)].name)
      use(content.places[Int(position)].postalCode)
    }
    for position in streets.old {
      use(content.streets[Int(position)].name)
      use(content.streets[Int(position)].postalCode)
    }
    for position in [addresses.old, lenders.old].joined() {
      let address = content.addresses[Int(position)]
      for name in [address.street, address.postalCode, address.city, address.houseName] { use(name) }
      for part in content.parts(address.parts) { use(part.name) }
    }
    for position in interpolations.old {
      let stretch = content.interpolations[Int(position)]
      for name in [stretch.street, stretch.postalCode, stretch.city] { use(name) }
    }
    for position in features.old {
      use(content.features[Int(position)].name)
      use(content.features[Int(position)].category)
    }
    for object in content.objects { use(object.name) }
    // The map comes last, so that other names have the same numbers without it.
    for feature in content.map.features {
      use(feature.name)
      use(feature.number)
    }
  }

  /// Gives a name the next id if it has none yet.
  private mutating func use(_ name: NameID?) {
    guard let position = name.map({ Int($0.rawValue) }), nameIDs[position] == 0 else { return }
    names.append(UInt32(position))
    nameIDs[position] = UInt32(names.count)
  }
}
