import GeoModel

/// The order of a store's rows: every kind along the Hilbert curve, names by their first use in that order.
struct StoreNumbering {
  /// One kind's rows in their new order, by their old positions, with their Hilbert indices.
  struct Order {
    /// The old position of each new one.
    let old: [Int]
    /// The Hilbert index at each new position, ascending.
    let indices: [UInt64]

    /// Sorts points along the curve; equal ones keep their order, so that the same content always gives the same store.
    init(_ points: [FixedPoint]) {
      let sorted = points.enumerated().map { (HilbertCurve.index($1), $0) }.sorted { $0 < $1 }
      old = sorted.map { $0.1 }
      indices = sorted.map { $0.0 }
    }
  }

  let streets: Order
  let addresses: Order
  let interpolations: Order
  let areas: Order
  let places: Order
  let features: Order
  /// Names that are used, by their old positions, in their new order.
  private(set) var names: [Int] = []
  /// The new id of each old name; 0 for names that nothing uses.
  private(set) var nameIDs: [UInt32]

  /// Numbers all content.
  init(_ content: StoreContent) {
    func first(_ line: PointRange) -> FixedPoint {
      line.count == 0 ? FixedPoint(x: 0, y: 0) : content.points[line.start]
    }
    streets = Order(content.streets.map { first($0.line) })
    addresses = Order(content.addresses.map { $0.point })
    interpolations = Order(content.interpolations.map { first($0.line) })
    areas = Order(
      content.areas.map { $0.rings.count == 0 ? FixedPoint(x: 0, y: 0) : first(content.rings[$0.rings.start].points) })
    places = Order(content.places.map { $0.point })
    features = Order(content.features.map { $0.point })
    nameIDs = Array(repeating: 0, count: content.names.names.count)
    numberNames(content)
  }

  /// The new id of a name.
  func id(_ name: NameID) -> UInt32 { nameIDs[Int(name.rawValue)] }

  /// The new id of a name that may be missing.
  func id(_ name: NameID?) -> UInt32? { name.map { nameIDs[Int($0.rawValue)] } }

  /// Names in the order in which readers will meet them, so that the names of a tile are near each other.
  private mutating func numberNames(_ content: StoreContent) {
    for position in areas.old { use(content.areas[position].name) }
    for position in places.old {
      use(content.places[position].name)
      use(content.places[position].postalCode)
    }
    for position in streets.old {
      use(content.streets[position].name)
      use(content.streets[position].postalCode)
    }
    for position in addresses.old {
      let address = content.addresses[position]
      for name in [address.street, address.postalCode, address.city, address.houseName] { use(name) }
    }
    for position in interpolations.old {
      let stretch = content.interpolations[position]
      for name in [stretch.street, stretch.postalCode, stretch.city] { use(name) }
    }
    for position in features.old {
      use(content.features[position].name)
      use(content.features[position].category)
    }
    for object in content.objects { use(object.name) }
  }

  /// Gives a name the next id if it has none yet.
  private mutating func use(_ name: NameID?) {
    guard let position = name.map({ Int($0.rawValue) }), nameIDs[position] == 0 else { return }
    names.append(position)
    nameIDs[position] = UInt32(names.count)
  }
}
