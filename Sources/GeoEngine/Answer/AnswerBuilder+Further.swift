import GeoModel
import GeoStore

extension AnswerBuilder {
  /// The best placemark and further ones: houses nearest first, then streets nearest first, up to the limit. Placemarks
  /// with the same text count as one: a street is many ways, and an address may be mapped both as a building and as a
  /// shop in it. A corner house with two addresses gives two placemarks.
  func candidates(after best: Placemark, _ choice: AddressChoice) throws(StoreError) -> [Placemark] {
    var list = [best]
    guard query.detail >= .street else { return list }
    var known: Set = [ReadText(best)]
    if query.detail == .address { try appendHouses(&list, &known) }
    try appendStreets(&list, &known)
    return list
  }

  private func appendHouses(_ list: inout [Placemark], _ known: inout Set<ReadText>) throws(StoreError) {
    for house in search.addresses.sorted(by: { $0.isNearer(than: $1) }) {
      guard list.count < query.limit else { return }
      let choice = AddressChoice(house: house, street: nil, rule: .nearerThanStreet)
      let placemark = try placemark(for: choice)
      guard isKnown(placemark), placemark.source != nil else { continue }
      if known.insert(ReadText(placemark)).inserted { list.append(placemark) }
    }
  }

  private func appendStreets(_ list: inout [Placemark], _ known: inout Set<ReadText>) throws(StoreError) {
    var names = Set<NameID>()
    for street in search.streets.sorted(by: { $0.isBetter(than: $1) }) {
      guard list.count < query.limit else { return }
      guard names.insert(street.name).inserted else { continue }
      let choice = AddressChoice(street: street, rule: .streetOnly)
      let placemark = try placemark(for: choice)
      guard isKnown(placemark), placemark.source != nil else { continue }
      if known.insert(ReadText(placemark)).inserted { list.append(placemark) }
    }
  }
}

/// The text that a person sees of a placemark in a list.
private struct ReadText: Hashable {
  let title: String?
  let subtitle: String?
  let name: String?

  init(_ placemark: Placemark) {
    (title, subtitle, name) = (placemark.title, placemark.subtitle, placemark.name)
  }
}

extension AnswerBuilder {
  /// The line of the matched street, else the boundary of the water or of the finest area; nil when there is none.
  func overlay(for placemark: Placemark, _ choice: AddressChoice) throws(StoreError) -> ShapeOverlay? {
    if placemark.match == .street, let street = choice.street {
      let line = try store.line(of: street.id)
      return ShapeOverlay(line, title: placemark.thoroughfare)
    }
    // The sea of the coastlines is stored in squares, which are not a shape to show.
    let sea = hierarchy.ocean?.isSeaOfCoastlines == true ? nil : hierarchy.ocean
    let water =
      placemark.match == .water ? hierarchy.inlandWater ?? sea ?? hierarchy.coarseLake ?? hierarchy.coastalSea : nil
    guard let area = water ?? hierarchy.finest(within: query.detail), seenCountry == nil || !area.isCountry else {
      return nil
    }
    let title = try namer.name(area.name, country: hierarchy.countryCode).text
    return ShapeOverlay(try store.boundary(of: area.id), title: title, at: query.coordinate)
  }
}

extension Hierarchy {
  /// The finest area that a query's detail allows.
  func finest(within detail: PlacemarkDetail) -> StoredArea? {
    let areas: [(PlacemarkDetail, StoredArea?)] = [
      (.suburb, neighborhood ?? suburb), (.city, city), (.county, county), (.state, state), (.country, country),
    ]
    return areas.first { $0.0 <= detail && $0.1 != nil }?.1
  }
}

extension ShapeOverlay {
  /// The line of a street, labeled in its middle.
  fileprivate init?(_ line: [FixedPoint], title: String?) {
    guard line.count > 1 else { return nil }
    self.init(
      coordinate: Coordinate(line[line.count / 2]), title: title,
      boundingRegion: CoordinateRegion(line.reduce(into: FixedBox.empty) { $0.formUnion($1) }),
      shape: .polyline(line.map { Coordinate($0) }))
  }

  /// The boundary of an area, labeled at the query's point.
  fileprivate init?(_ polygons: [[[FixedPoint]]], title: String, at coordinate: Coordinate) {
    guard !polygons.isEmpty else { return nil }
    let shape = polygons.map { $0.map { $0.map { Coordinate($0) } } }
    let box = polygons.joined().joined().reduce(into: FixedBox.empty) { $0.formUnion($1) }
    self.init(
      coordinate: coordinate, title: title, boundingRegion: CoordinateRegion(box),
      shape: shape.count == 1 ? .polygon(shape[0]) : .multiPolygon(shape))
  }
}
