import GeoModel
import GeoStore

/// The choices in which a caller may differ from a plain placemark. Everything else is the same for all callers:
/// candidates, distances, areas, settlements, postal codes and names.
package struct GeographyPolicy: Sendable {
  /// The houses that may be chosen.
  package enum Houses: Hashable, Sendable {
    /// The nearest house, or a number between two houses, by the rules of ``AddressChooser``.
    case nearest
    /// Only the one whose outline contains the point.
    case around
    /// The address of an object that is at the point; where the object has none, as ``around``.
    case own(SourceReference)
    /// None: the street is the nearest one, even inside a house that belongs to another street.
    case none
  }

  /// The houses that may be chosen.
  package var houses = Houses.nearest
  /// The ways that may be the street.
  package var ways = StreetKinds.all

  /// The policy of plain placemarks: the nearest house, and all ways.
  package static let placemark = GeographyPolicy()

  /// The policy for queries for a street (zoom 16 and 17 of Nominatim's interface): the nearest street, not the one of
  /// a house.
  ///
  /// - Parameter kinds: the kinds of ways that may be chosen; zoom 16 has only roads, without paths, lanes and links.
  package static func street(_ kinds: StreetKinds) -> GeographyPolicy { GeographyPolicy(houses: .none, ways: kinds) }

  /// The policy for places of interest: their own address, or that of the building around them, but not that of the
  /// nearest neighbor.
  ///
  /// - Parameters:
  ///   - source: the place of interest.
  ///   - hasNumber: whether it has a house number of its own.
  ///   - mayBeInBuilding: whether the building around lends its number, as it does to nodes without any address.
  package static func object(
    _ source: SourceReference, hasNumber: Bool, mayBeInBuilding: Bool
  ) -> GeographyPolicy {
    GeographyPolicy(houses: hasNumber ? .own(source) : mayBeInBuilding ? .around : .none)
  }
}

/// A set of kinds of ways.
package struct StreetKinds: Hashable, Sendable {
  /// One bit for each kind's raw value.
  private var bits: UInt32

  /// Every kind.
  package static let all = StreetKinds(bits: .max)
  /// Roads that have traffic and addresses: every kind but paths, lanes, links and ways of other kinds.
  package static let roads = all.subtracting([.service, .path, .footway, .cycleway, .steps, .link, .other])

  /// Whether a kind is in the set.
  @inline(__always) package func contains(_ kind: StreetKind) -> Bool { bits >> UInt32(kind.rawValue) & 1 == 1 }

  private func subtracting(_ kinds: [StreetKind]) -> StreetKinds {
    kinds.reduce(self) { StreetKinds(bits: $0.bits & ~(1 << UInt32($1.rawValue))) }
  }
}

/// A placemark with the rows it was made of, for callers that return map objects.
package final class GroundedPlacemark {
  /// The areas that contain the point.
  package let surroundings: Surroundings
  /// The placemark; nil where nothing is known, not even the country.
  package internal(set) var placemark: Placemark?
  /// The house that was matched; nil for none.
  package internal(set) var house: StoredAddress?
  /// The interpolated stretch from which ``Placemark/subThoroughfare`` was computed; nil for none.
  package internal(set) var interpolation: InterpolationID?
  /// The matched way, where no house was matched; nil for none.
  package internal(set) var street: SourceReference?
  /// The settlement that is the city; nil where the city is a boundary or comes from an address, or there is no city.
  package internal(set) var city: StoredPlace?
  /// Whether the city comes only from `addr:city` of the house or of a house nearby, so that no map object is the city.
  /// Only ``Placemark/locality`` has the city then, and ``city`` is nil or of the world layer.
  package internal(set) var isCityFromAddress = false
  /// The parts of the city that are known as points: the best one of each kind, measured from the street, so that all
  /// houses of a street have the same parts. (Nominatim also computes addresses once per street.)
  package internal(set) var parts: [StoredPlace] = []

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }
}

/// The engine's choice, before the placemark is built, so that a caller can still prefer something nearer. Valid until
/// the engine's next query.
package struct GroundedChoice {
  let builder: AnswerBuilder
  let choice: AddressChoice

  /// Meters to the nearest house, stretch or way of the choice. A nearer object could have been meant instead. Infinite
  /// when there is none, 0 in a house.
  package var decisiveMeters: Double {
    let house = choice.house.map { $0.containsPoint || choice.rule == .nodeInBuilding ? 0 : $0.distanceMeters }
    return min(
      house ?? .infinity, choice.street?.distanceMeters ?? .infinity, choice.interpolation?.distanceMeters ?? .infinity)
  }

  /// The chosen house; nil where there is none, or the choice is an interpolated number.
  package func house() throws(StoreError) -> SourceReference? {
    guard let house = choice.house, choice.interpolation == nil else { return nil }
    return try builder.store.address(house.id).source
  }

  /// The placemark with its rows.
  package func described() throws(StoreError) -> GroundedPlacemark {
    guard let rows = builder.rows else { preconditionFailure("a choice for a placemark without rows") }
    let placemark = try builder.placemark(for: choice)
    if builder.isKnown(placemark) { rows.placemark = placemark }
    return rows
  }
}

/// The areas that contain a point as rows, without names, for callers that build addresses of their own.
///
/// Points of one neighborhood share their surroundings, so anything derived from them can be cached by ``identity``.
package struct Surroundings {
  let hierarchy: Hierarchy

  /// The areas of the extract that contain the point, coarse to fine; none of the world layer.
  package var areas: [StoredArea] { hierarchy.all.filter { !$0.isCoarse } }
  /// The city's area, perhaps of the world layer; nil where only a settlement can be the city.
  package var city: StoredArea? { hierarchy.city }
  /// The country's area, perhaps of the world layer; nil at sea.
  package var country: StoredArea? { hierarchy.country }
  /// ISO 3166-1 alpha-2 of the country in capitals; nil at sea and where no country is known.
  package var countryCode: String? { hierarchy.countryCode }
  /// An object that is the same for all points with these surroundings, as long as a reference to it is held.
  package var identity: AnyObject { hierarchy }
}

extension PlacemarkEngine {
  /// The store that the engine reads. Use it only on the engine's thread.
  package var reader: StoreReader { store }

  /// The areas that contain a point.
  package func surroundings(of point: FixedPoint) throws(StoreError) -> Surroundings {
    let point = point.withinTheWorld
    return Surroundings(hierarchy: try hierarchy(of: point, in: try store.tile(containing: point)))
  }

  /// The choice for the best placemark of a query.
  package func choice(for query: PlacemarkQuery, _ policy: GeographyPolicy) throws(StoreError) -> GroundedChoice {
    let builder = try builder(for: query, policy, isGrounded: true)
    return GroundedChoice(builder: builder, choice: try choose(builder))
  }

  /// The best placemark for a query, with its rows.
  package func grounded(
    _ query: PlacemarkQuery, _ policy: GeographyPolicy
  ) throws(StoreError) -> GroundedPlacemark {
    try choice(for: query, policy).described()
  }

  /// The name of a row in the languages of a query.
  package func name(
    _ id: NameID, languages: [String], in surroundings: Surroundings
  ) throws(StoreError) -> String {
    try namers.namer(for: languages).name(id, country: surroundings.countryCode).text
  }
}
