extension PlacemarkField {
  /// Whether the field is about the road that the point is on, which is searched for only on request.
  package var isOfRoad: Bool {
    (PlacemarkField.road.rawValue...PlacemarkField.maxSpeed.rawValue).contains(rawValue)
  }

  /// The value of a road field.
  @usableFromInline static func value(of field: PlacemarkField, on road: PlacemarkRoad?) -> Value {
    guard let road else { return .none }
    return switch field {
    case .road: Value(road.name)
    case .roadRef: Value(road.ref)
    case .roadClass: .text(road.roadClass)
    case .roadWay: .text(road.way.path)
    case .roadDirection: Value(road.destination ?? road.direction?.rawValue)
    case .crossStreet: Value(road.crossStreets?.description)
    case .junction: Value(road.junctionText)
    case .kilometer: road.kilometer.map { .number($0, decimals: 1) } ?? .none
    case .maxSpeed: road.maxSpeed.map { value(of: $0) } ?? .none
    default: .none
    }
  }

  private static func value(of speed: RoadSpeed) -> Value {
    speed.kilometersPerHour.map { .number($0, decimals: 1) } ?? .text(speed.text)
  }
}

extension PlacemarkRoad {
  /// `between 72 North and 73 South`, `after 72 North`, `before 73 South`; nil where no junction is known.
  package var junctionText: String? {
    switch (previousJunction?.title, nextJunction?.title) {
    case (let behind?, let ahead?): "between \(behind) and \(ahead)"
    case (let behind?, nil): "after \(behind)"
    case (nil, let ahead?): "before \(ahead)"
    case (nil, nil): nil
    }
  }
}
