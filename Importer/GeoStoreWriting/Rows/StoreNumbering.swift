import GeoModel
import GeoStore

/// The order of a store's rows: all kinds along the Hilbert curve, names by their first use in that order.
struct StoreNumbering {
  /// The new order of one kind's rows, as old positions with their Hilbert indices.
  struct Order {
    /// The old position at each new position.
    private(set) var old: MappedArray<UInt32>
    /// The Hilbert index at each new position, ascending.
    private(set) var indices: MappedArray<UInt64>

    /// Sorts records by a point along the curve.
    ///
    /// Ties are ordered by their OpenStreetMap objects, so that the same map always gives the same order, whichever
    /// file the version of an object came from.
    ///
    /// - Parameters:
    ///   - isWanted: selects the records to sort; all by default.
    ///   - source: the OpenStreetMap object of a record.
    init<Record>(
      _ records: MappedArray<Record>, where isWanted: (Record) -> Bool = { _ in true },
      of source: (Record) -> SourceReference?, at point: (Record) -> FixedPoint
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
      sorted.sortTies(where: { $0.key == $1.key }, by: { source(records[$0.position]) })
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
  /// The rows of `address` after ``addresses``: those that only lend their postal code.
  let lenders: Order
  let interpolations: Order
  let areas: Order
  let places: Order
  let features: Order
  /// The old position of each used name, in the new order.
  private(set) var names: MappedArray<UInt32>
  /// The new id of each old name; 0 for unused names.
  private(set) var nameIDs: MappedArray<UInt32>

  /// Numbers all content.
  init(_ content: StoreContent) {
    func first(_ line: PointRange) -> FixedPoint { StoreNumbering.first(line, content) }
    streets = Order(content.streets, of: \.source) { first($0.line) }
    addresses = Order(content.addresses, where: { !$0.isLender }, of: \.source) { $0.point }
    lenders = Order(content.addresses, where: \.isLender, of: \.source) { $0.point }
    interpolations = Order(content.interpolations, of: \.source) { first($0.line) }
    areas = StoreNumbering.order(ofAreas: content)
    places = Order(content.places, of: \.source) { $0.point }
    features = Order(content.features, of: \.source) { $0.point }
    names = MappedArray(in: content.workspace)
    nameIDs = MappedArray(repeating: 0, count: content.names.count, in: content.workspace)
    numberNames(content)
  }

  /// The order of areas.
  static func order(ofAreas content: StoreContent) -> Order {
    Order(content.areas, of: \.source) {
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

  /// Numbers names in the order in which readers will need them, so that the names of a tile are near each other.
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
    // The map comes last, so that other names have the same numbers with and without it.
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

extension MappedArray {
  /// Sorts entries that an earlier sort considered equal by their OpenStreetMap objects.
  ///
  /// Entries of the same object keep their order, as do those without an object, which come last.
  mutating func sortTies(where isTie: (Element, Element) -> Bool, by source: (Element) -> SourceReference?) {
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, isTie(self[start], self[end]) { end += 1 }
      if end - start > 1 {
        let run = (start..<end).map { (element: self[$0], object: source(self[$0]).rank, position: $0) }
        let sorted = run.sorted {
          ($0.object.type, $0.object.id, $0.position) < ($1.object.type, $1.object.id, $1.position)
        }
        for (offset, entry) in sorted.enumerated() { self[start + offset] = entry.element }
      }
      start = end
    }
  }
}

extension SourceReference? {
  /// The sort key of an object: nodes, ways, relations, then rows of tables, each by id.
  fileprivate var rank: (type: UInt8, id: Int64) {
    switch self?.type {
    case .node: (0, self!.id)
    case .way: (1, self!.id)
    case .relation: (2, self!.id)
    case .table: (3, self!.id)
    case nil: (4, 0)
    }
  }
}
