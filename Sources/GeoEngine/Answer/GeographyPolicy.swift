import GeoModel
import GeoStore

/// Where a face wants another choice than a placemark has. Whatever is not listed here is decided once for all faces: by the same
/// candidates, distances, areas, settlements, postal codes and names.
package struct GeographyPolicy: Sendable {
  /// Which houses may be answered.
  package enum Houses: Hashable, Sendable {
    /// The nearest one, or a number between two, as the rules of ``AddressChooser`` find it.
    case nearest
    /// Only the one whose outline contains the point.
    case around
    /// The address of an object that is at the point; where it has none, as ``around``.
    case own(SourceReference)
    /// None: the street is the nearest one, even from inside a house that belongs to another.
    case none
  }

  /// Which houses may be answered.
  package var houses = Houses.nearest
  /// Which ways may be the street.
  package var ways = StreetKinds.all

  /// What placemarks show, in all faces: the nearest house, and all ways.
  package static let placemark = GeographyPolicy()

  /// For answers that are streets themselves: a client who asks for a street (zoom 16 and 17 of Nominatim's interface) is answered with
  /// the nearest one, not with that of a house.
  ///
  /// - Parameter kinds: the ways that are fine enough; zoom 16 knows roads only, without paths, lanes and links.
  package static func street(_ kinds: StreetKinds) -> GeographyPolicy { GeographyPolicy(houses: .none, ways: kinds) }

  /// For answers that are places of interest: their address is their own, or that of the building around them, and not that of the
  /// neighbor who happens to be nearest.
  ///
  /// - Parameters:
  ///   - source: the place of interest.
  ///   - hasNumber: whether it has a house number of its own.
  ///   - mayBeInBuilding: whether the building around lends its number: to nodes without any address.
  package static func object(
    _ source: SourceReference, hasNumber: Bool, mayBeInBuilding: Bool
  ) -> GeographyPolicy {
    GeographyPolicy(houses: hasNumber ? .own(source) : mayBeInBuilding ? .around : .none)
  }
}

/// A set of kinds of ways.
package struct StreetKinds: Hashable, Sendable {
  /// A bit for each kind's raw value.
  private var bits: UInt32

  /// Every kind.
  package static let all = StreetKinds(bits: .max)
  /// What is driven on and addressed by: everything but paths, lanes and links.
  package static let roads = all.subtracting([.service, .path, .footway, .cycleway, .steps, .link, .other])

  /// Whether a kind is in the set.
  @inline(__always) package func contains(_ kind: StreetKind) -> Bool { bits >> UInt32(kind.rawValue) & 1 == 1 }

  private func subtracting(_ kinds: [StreetKind]) -> StreetKinds {
    kinds.reduce(self) { StreetKinds(bits: $0.bits & ~(1 << UInt32($1.rawValue))) }
  }
}

/// A placemark with the rows it was made of, for faces that answer with objects of the map.
package final class GroundedPlacemark {
  /// What contains the point.
  package let surroundings: Surroundings
  /// The placemark; nil where nothing is known, not even the country.
  package internal(set) var placemark: Placemark?
  /// The house that was matched; nil for none.
  package internal(set) var house: StoredAddress?
  /// The row of the stretch on which ``Placemark/subThoroughfare`` was computed; nil for none.
  package internal(set) var interpolation: InterpolationID?
  /// The way that was matched, where no house was; nil for none.
  package internal(set) var street: SourceReference?
  /// The settlement that is the city; nil where a boundary is it, or nothing.
  package internal(set) var city: StoredPlace?
  /// Whether no object of the map is the city: it is known from `addr:city` of the house or of the street's nearest one, and only
  /// ``Placemark/locality`` says it. ``city`` is nil then, or of the world layer.
  package internal(set) var isCityFromAddress = false
  /// The parts of the city that are known as points: the best one of each kind, seen from the street, so that all houses of a street
  /// have the same. (Nominatim works out addresses once for each street.)
  package internal(set) var parts: [StoredPlace] = []

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }
}

/// What the engine would answer, before it is described: something nearer may be meant instead. Good until the engine is asked again.
package struct GroundedChoice {
  let builder: AnswerBuilder
  let choice: AddressChoice

  /// Meters to the nearest house, stretch or way that had a part in the choice: what is nearer than this could have been meant instead.
  /// Infinite where there is none, 0 in a house.
  package var decisiveMeters: Double {
    let house = choice.house.map { $0.containsPoint || choice.rule == .nodeInBuilding ? 0 : $0.distanceMeters }
    return min(
      house ?? .infinity, choice.street?.distanceMeters ?? .infinity, choice.interpolation?.distanceMeters ?? .infinity)
  }

  /// The house that was chosen; nil where none was, or a number between two.
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

/// What contains a point, for faces that make addresses of their own: areas as rows, without names.
///
/// Points of one neighborhood share their surroundings, so whatever is made of them can be kept by ``identity``.
package struct Surroundings {
  let hierarchy: Hierarchy

  /// The areas of the extract that contain the point, coarse to fine; none of the world layer.
  package var areas: [StoredArea] { hierarchy.all.filter { !$0.isCoarse } }
  /// The municipality's area, perhaps of the world layer; nil where only a settlement can be the city.
  package var city: StoredArea? { hierarchy.city }
  /// The country's area, perhaps of the world layer; nil at sea.
  package var country: StoredArea? { hierarchy.country }
  /// ISO 3166-1 alpha-2 of the country in capitals; nil at sea and where no country is known.
  package var countryCode: String? { hierarchy.countryCode }
  /// The same for all points with these surroundings, as long as somebody holds it.
  package var identity: AnyObject { hierarchy }
}

extension PlacemarkEngine {
  /// The store that the engine reads. It belongs to the engine's thread.
  package var reader: StoreReader { store }

  /// What contains a point.
  package func surroundings(of point: FixedPoint) throws(StoreError) -> Surroundings {
    let point = point.withinTheWorld
    return Surroundings(hierarchy: try hierarchy(of: point, in: try store.tile(containing: point)))
  }

  /// What the best placemark for a query would describe.
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
