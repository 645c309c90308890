import GeoModel
import GeoStore

extension AnswerBuilder {
  /// The line of the matched street, else the boundary of the finest area; nil when there is neither.
  func overlay(for placemark: Placemark, _ choice: AddressChoice) throws(StoreError) -> ShapeOverlay? {
    if placemark.match == .street, let street = choice.street {
      let line = try store.line(of: street.id)
      return ShapeOverlay(line, title: placemark.thoroughfare)
    }
    let water = placemark.match == .water ? hierarchy.inlandWater ?? hierarchy.ocean : nil
    guard let area = water ?? hierarchy.finest(within: query.detail) else { return nil }
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
  /// The line of a street, labelled in its middle.
  fileprivate init?(_ line: [FixedPoint], title: String?) {
    guard line.count > 1 else { return nil }
    self.init(
      coordinate: Coordinate(line[line.count / 2]), title: title,
      boundingRegion: CoordinateRegion(line.reduce(into: FixedBox.empty) { $0.formUnion($1) }),
      shape: .polyline(line.map { Coordinate($0) }))
  }

  /// The boundary of an area, labelled at the asked point.
  fileprivate init?(_ polygons: [[[FixedPoint]]], title: String, at coordinate: Coordinate) {
    guard !polygons.isEmpty else { return nil }
    let shape = polygons.map { $0.map { $0.map { Coordinate($0) } } }
    let box = polygons.joined().joined().reduce(into: FixedBox.empty) { $0.formUnion($1) }
    self.init(
      coordinate: coordinate, title: title, boundingRegion: CoordinateRegion(box),
      shape: shape.count == 1 ? .polygon(shape[0]) : .multiPolygon(shape))
  }
}
