import GeoModel

/// Reads and checks the `params` of a request. A member that is `null` counts as absent.
struct RequestParameters: QueryOptionSource {
  private let node: JSONNode?

  /// Parameters of an object, or none.
  init(_ node: JSONNode?) throws(WireError) {
    if let node, !node.isObject, !node.isNull {
      throw WireError(.invalidQuery, "'params' must be an object with named members")
    }
    self.node = node
  }

  func option(_ name: StaticString) -> QueryOptionValue? { value(name).map { .json($0) } }

  func value(_ name: StaticString) -> JSONNode? {
    guard let value = node?.member(name), !value.isNull else { return nil }
    return value
  }

  /// The number of a geocoder or watch.
  func handle(_ name: StaticString) throws(WireError) -> Int {
    guard let value = value(name)?.integer else { throw WireError(.invalidQuery, "'\(name)' must be a whole number") }
    return value
  }

  func coordinate(_ name: StaticString) throws(WireError) -> Coordinate {
    guard let value = value(name) else {
      throw WireError(.invalidQuery, "'\(name)' is missing: {\"latitude\":…,\"longitude\":…}")
    }
    return try RequestParameters.coordinate(value)
  }

  /// The coordinate of `{"latitude":…,"longitude":…}`.
  static func coordinate(_ node: JSONNode) throws(WireError) -> Coordinate {
    guard let latitude = node.member("latitude")?.double, let longitude = node.member("longitude")?.double else {
      throw WireError(.invalidQuery, "a coordinate is {\"latitude\":…,\"longitude\":…} with numbers in degrees")
    }
    do throws(CoordinateError) {
      return try Coordinate(latitude: latitude, longitude: longitude)
    } catch { throw WireError(.invalidQuery, error.description) }
  }
}
