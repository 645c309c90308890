import GeoModel
import GeoStore

extension AnswerBuilder {
  /// Fills in house number, street, match, distance and source from the choice.
  ///
  /// - Returns: the postal code and city of the matched object.
  func fillAddress(
    _ placemark: inout Placemark, _ choice: AddressChoice, _ trace: inout TraceRecorder
  ) throws(StoreError) -> AddressFacts {
    if let interpolation = choice.interpolation,
      let facts = try fillInterpolation(&placemark, interpolation, choice, &trace)
    {
      return facts
    }
    if let house = choice.house { return try fillHouse(&placemark, house, choice, &trace) }
    guard let street = choice.street else { return AddressFacts() }
    return try fillStreet(&placemark, street, choice, &trace)
  }

  /// The city facts of the choice, without names and postal codes.
  func cityFacts(of choice: AddressChoice) throws(StoreError) -> AddressFacts {
    if let candidate = choice.interpolation {
      let row = try store.interpolation(candidate.id)
      if InterpolatedNumber(on: row, nearestTo: projection.origin) != nil {
        return AddressFacts(city: row.city, street: row.street ?? choice.street?.name, source: row.source)
      }
    }
    if let house = choice.house {
      let row = try store.address(house.id)
      let numbered = try row.houseNumber.isEmpty ? numberedHouse(beside: house, row, choice) : nil
      return try facts(of: numbered.map { house throws(StoreError) in try store.address(house.id) } ?? row, choice)
    }
    guard let street = choice.street else { return AddressFacts() }
    let row = try store.street(street.id)
    return AddressFacts(street: street.name, way: street.id, source: row.source)
  }

  // MARK: House

  /// A house's street, city and source.
  private func facts(of row: StoredAddress, _ choice: AddressChoice) -> AddressFacts {
    var facts = AddressFacts(
      city: cityOfParts(of: row) ?? row.city, street: street(of: row, choice), source: row.source.shown)
    if choice.street?.name == facts.street { facts.way = choice.street?.id }
    return facts
  }

  private func fillHouse(
    _ placemark: inout Placemark, _ house: AddressCandidate, _ choice: AddressChoice, _ trace: inout TraceRecorder
  ) throws(StoreError) -> AddressFacts {
    let row = try store.address(house.id)
    if row.houseNumber.isEmpty, let numbered = try numberedHouse(beside: house, row, choice) {
      return try fillHouse(&placemark, numbered, choice, &trace)
    }
    rows?.house = row
    placemark.coordinate = Coordinate(row.point)
    placemark.distanceMeters = house.distanceMeters
    placemark.source = row.source.shown
    placemark.match = house.containsPoint ? .building : .address
    var facts = facts(of: row, choice)
    if let table = row.source.table { try fillTable(table, street: facts.street, &placemark) }
    if query.detail == .address {
      placemark.subThoroughfare = row.houseNumber.isEmpty ? nil : row.houseNumber
      if let houseName = row.houseName { placemark.name = try name(houseName, field: .name, &placemark) }
      // Another object at the point may have a name, too, but the address is the house's.
      if row.houseNumber.isEmpty { facts.houseName = placemark.name }
    }
    if let street = facts.street { placemark.thoroughfare = try name(street, field: .street, &placemark) }
    facts.postalCode = row.postalCode
    facts.postalRule = "of the house"
    if facts.postalCode == nil { try useStreet(choice.street, named: facts.street, &facts) }
    if !row.parts.isEmpty { try fillParts(&placemark, of: row, &trace) }
    if query.detail < .address, rows == nil { try hideHouse(&placemark, onStreet: facts.street) }
    try noteHouse(row, house, placemark, choice, &trace)
    return facts
  }

  /// Replaces a house by the nearest place on its street, for queries that want nothing finer. Where the street is not
  /// near, or not on the map, the place is the point itself.
  private func hideHouse(_ placemark: inout Placemark, onStreet name: NameID?) throws(StoreError) {
    let way = name.flatMap { search.nearestWay(named: $0) }
    placemark.coordinate = way.map { Coordinate(projection.unproject($0.nearest.place)) } ?? query.coordinate
    placemark.distanceMeters = way?.nearest.squaredMeters.squareRoot() ?? 0
    placemark.source = try way.map { way throws(StoreError) in try store.street(way.id).source }
    placemark.sourceTable = nil
    placemark.match = placemark.thoroughfare == nil ? .area : .street
  }

  /// Fills in the name of the table that a house is from. For servers that return map objects, the way of its street
  /// stands for the house.
  private func fillTable(_ table: Int, street: NameID?, _ placemark: inout Placemark) throws(StoreError) {
    let tables = store.info.metadata.addressTables
    guard tables.indices.contains(table) else { return }
    placemark.sourceTable = tables[table].name
    guard let rows, let street, let way = search.nearestWay(named: street) else { return }
    rows.street = try store.street(way.id).source
  }

  /// The street of a house.
  ///
  /// A house without a street of its own was given the nearest one at import. The street nearest to the point replaces
  /// it where that street is clearly nearer. Where houses are numbered in blocks, such a house has no street.
  private func street(of row: StoredAddress, _ choice: AddressChoice) -> NameID? {
    guard let own = row.street else {
      return choice.rule == .onNearestStreet && row.streetOrigin == .unknown ? choice.street?.name : nil
    }
    guard row.streetOrigin == .vicinity else { return own }
    if isInBlock(row) { return nil }
    guard let nearest = choice.street, nearest.name != own else { return own }
    let meters = search.meters(toStreet: own)
    return meters > 1.5 * nearest.distanceMeters + Reach.besideNearestStreet ? nearest.name : own
  }

  /// The nearest numbered house on the street of a house that has only a name, if it is in the same building or hardly
  /// farther away; nil when there is none.
  private func numberedHouse(
    beside house: AddressCandidate, _ row: StoredAddress, _ choice: AddressChoice
  ) throws(StoreError) -> AddressCandidate? {
    guard choice.rule == .nearerThanStreet || choice.rule == .onNearestStreet, let street = row.street else {
      return nil
    }
    let reach = 2 * house.distanceMeters + Reach.besideNamedHouse
    let farthest = house.isNode ? reach : max(reach, Reach.houseOnStreet)
    try engine.search.complete(withinMeters: farthest, in: store)
    let others = search.addresses.filter { $0.distanceMeters <= farthest && !$0.containsPoint && $0.id != house.id }
    for other in others.sorted(by: { $0.isNearer(than: $1) }) {
      guard let name = other.street, try engine.spelling.isSame(name, street) else { continue }
      let row = try store.address(other.id)
      guard !row.houseNumber.isEmpty, other.distanceMeters <= reach || search.isIn(house.id, row.point),
        try engine.countryBorders.isHome(row.point, hierarchy)
      else { continue }
      return other
    }
    return nil
  }

  private func noteHouse(
    _ row: StoredAddress, _ house: AddressCandidate, _ placemark: Placemark, _ choice: AddressChoice,
    _ trace: inout TraceRecorder
  ) throws(StoreError) {
    guard trace.isOn else { return }
    let (otherHouse, otherStreet) = (try houseRunnerUp(house), try streetRunnerUp(notNamed: row.street))
    trace.note(
      TraceEntry(
        .houseNumber, value: placemark.subThoroughfare, rule: choice.rule.rawValue, source: row.source.shown,
        distanceMeters: house.distanceMeters, runnerUp: otherHouse))
    trace.note(
      TraceEntry(
        .street, value: placemark.thoroughfare,
        rule: "street of the house (\(placemark.sourceTable.map { "table \($0)" } ?? row.streetOrigin.phrase))",
        source: row.source.shown, distanceMeters: house.distanceMeters, runnerUp: otherStreet))
  }

  // MARK: Interpolation

  private func fillInterpolation(
    _ placemark: inout Placemark, _ candidate: InterpolationCandidate, _ choice: AddressChoice,
    _ trace: inout TraceRecorder
  ) throws(StoreError) -> AddressFacts? {
    let row = try store.interpolation(candidate.id)
    guard let number = InterpolatedNumber(on: row, nearestTo: projection.origin) else { return nil }
    rows?.interpolation = candidate.id
    placemark.coordinate = Coordinate(number.place)
    placemark.distanceMeters = projection.project(number.place).squaredLength.squareRoot()
    placemark.source = row.source
    placemark.match = .interpolation
    placemark.subThoroughfare = number.text
    if let street = row.street ?? choice.street?.name {
      placemark.thoroughfare = try name(street, field: .street, &placemark)
    }
    let runnerUp = trace.isOn ? try houseText(choice.house) : nil
    trace.note(
      TraceEntry(
        .houseNumber, value: number.text,
        rule: row.streetOrigin == .range
          ? "computed from an address range of the census, \(row.first) to \(row.last)"
          : "computed between \(row.first) and \(row.last)",
        source: row.source, distanceMeters: placemark.distanceMeters,
        runnerUp: runnerUp))
    trace.note(
      TraceEntry(
        .street, value: placemark.thoroughfare, rule: "street of the interpolation", source: row.source,
        distanceMeters: candidate.distanceMeters))
    return AddressFacts(
      postalCode: row.postalCode, postalRule: "of the interpolation", city: row.city,
      street: row.street ?? choice.street?.name, source: row.source)
  }

  // MARK: Street

  private func fillStreet(
    _ placemark: inout Placemark, _ street: StreetCandidate, _ choice: AddressChoice, _ trace: inout TraceRecorder
  ) throws(StoreError) -> AddressFacts {
    let row = try store.street(street.id)
    rows?.street = row.source
    placemark.coordinate = Coordinate(projection.unproject(street.nearest))
    placemark.distanceMeters = street.distanceMeters
    placemark.source = row.source
    placemark.match = .street
    placemark.thoroughfare = try name(street.name, field: .street, &placemark)
    let runnerUp = trace.isOn ? try streetRunnerUp(notNamed: street.name) : nil
    trace.note(
      TraceEntry(
        .street, value: placemark.thoroughfare, rule: choice.rule.rawValue, source: row.source,
        distanceMeters: street.distanceMeters, runnerUp: runnerUp))
    return AddressFacts(
      postalCode: row.postalCode, postalRule: "of the street", isPostalCodeOfStreet: true, city: nil,
      street: street.name, way: street.id, source: row.source)
  }

  /// Takes the postal code of the nearest way if the way is the street of the house.
  private func useStreet(_ street: StreetCandidate?, named name: NameID?, _ facts: inout AddressFacts)
    throws(StoreError)
  {
    guard let street, street.name == name else { return }
    let row = try store.street(street.id)
    facts.postalCode = row.postalCode
    facts.postalRule = "of the street"
    facts.isPostalCodeOfStreet = true
  }

  // MARK: Runner-ups

  private func houseRunnerUp(_ chosen: AddressCandidate) throws(StoreError) -> String? {
    try houseText(search.addresses.filter { $0.id != chosen.id }.min { $0.isNearer(than: $1) })
  }

  private func houseText(_ house: AddressCandidate?) throws(StoreError) -> String? {
    guard let house else { return nil }
    let row = try store.address(house.id)
    let street = if let street = row.street { try store.name(street) } else { "no street" }
    return "\(row.houseNumber) (\(street)) at \(house.distanceMeters.tenths) m"
  }

  private func streetRunnerUp(notNamed name: NameID?) throws(StoreError) -> String? {
    let others = search.streets.filter { $0.name != name }
    guard let other = others.min(by: { $0.isBetter(than: $1) }) else { return nil }
    return "\(try store.name(other.name)) at \(other.distanceMeters.tenths) m"
  }
}

extension StreetOrigin {
  /// The origin of a house's street, as text for a trace.
  fileprivate var phrase: String {
    switch self {
    case .unknown: "not said"
    case .tag: "addr:street"
    case .place: "addr:place"
    case .relation: "relation"
    case .vicinity: "nearest way"
    case .range: "address range"
    }
  }
}

extension Double {
  /// The number rounded to one decimal, for a trace.
  var tenths: Double { (self * 10).rounded() / 10 }
}

extension AnswerBuilder {
  /// Fills in the name of the place of interest at the point, and the list of the places of interest that contain the
  /// point, smallest first.
  ///
  /// The address does not change.
  func fillFeatures(
    _ placemark: inout Placemark, _ choice: AddressChoice, _ trace: inout TraceRecorder
  ) throws(StoreError) {
    guard query.detail == .address, !search.features.isEmpty else { return }
    search.features.sort { $0.isFiner(than: $1) }
    for feature in search.features where feature.containsPoint {
      placemark.areasOfInterest.append(
        try namer.name(try store.feature(feature.id).name, country: hierarchy.countryCode).text)
    }
    guard let best = search.features.first else { return }
    let row = try store.feature(best.id)
    let text = try name(row.name, field: .name, &placemark)
    placemark.name = text
    trace.note(
      TraceEntry(
        .name, value: text,
        rule: best.containsPoint
          ? "innermost outline around the point (\(row.category))" : "nearest node (\(row.category))",
        source: row.source, distanceMeters: best.containsPoint ? 0 : best.distanceMeters))
  }
}

extension FeatureCandidate {
  /// Whether this feature goes first: nodes at the point before outlines, inner outlines before outer ones.
  fileprivate func isFiner(than other: FeatureCandidate) -> Bool {
    if containsPoint != other.containsPoint { return !containsPoint }
    return distanceMeters != other.distanceMeters ? distanceMeters < other.distanceMeters : id < other.id
  }
}
