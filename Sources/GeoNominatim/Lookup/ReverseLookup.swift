import GeoEngine
import GeoModel
import GeoStore

/// Finds what answers a request.
///
/// 1. From street level on, the closest street, house or place of interest. Where that is a street and houses are wanted, its
///    nearest house; where a stretch between two house numbers is nearer than that, a number of it.
/// 2. Else the finest area around the point, or a settlement in it.
/// 3. Else the country: a settlement in it, the country itself, or what the world layer knows of it.
final class ReverseLookup {
  let shelf: ObjectShelf
  let engine: PlacemarkEngine
  let linked: LinkedPlaces
  let parents: ParentFinder
  let closest: ClosestSearch
  /// Finds the house for a place on a street.
  private let houses: HouseSearch
  /// Finds numbers between houses.
  private let interpolations: InterpolationSearch
  /// Finds what is coarser than streets.
  private let areas: AreaSearch

  /// A lookup through an engine, with everything that it remembers.
  init(engine: PlacemarkEngine) {
    self.engine = engine
    shelf = ObjectShelf(store: engine.reader)
    linked = LinkedPlaces(shelf: shelf, engine: engine)
    parents = ParentFinder(shelf: shelf)
    closest = ClosestSearch(shelf: shelf)
    houses = HouseSearch(shelf: shelf, parents: parents)
    interpolations = InterpolationSearch(store: engine.reader)
    areas = AreaSearch(shelf: shelf, engine: engine, linked: linked)
  }

  /// What answers; nil when nothing is known around the point.
  func find(
    at point: FixedPoint, _ filter: LayerFilter, _ surroundings: Surroundings, _ trace: inout LookupTrace
  ) throws(StoreError) -> FoundPlace? {
    if filter.maximumRank >= 26 {
      if let found = try closestPlace(point, filter, &trace) { return found }
      trace.note("Closest", "nothing wanted within \(Int(Reach.street)) m")
    } else {
      try closest.noteSmallAreas(around: point)
    }
    if filter.maximumRank > 4, let found = try areas.find(around: point, filter) {
      trace.note("Area", found.object, found.distanceMeters)
      return .object(found.object, distanceMeters: found.distanceMeters)
    }
    guard filter.wantsAddresses else { return nil }
    return try country(point, filter, surroundings, &trace)
  }

  // MARK: Streets and houses

  /// Step 1.
  private func closestPlace(
    _ point: FixedPoint, _ filter: LayerFilter, _ trace: inout LookupTrace
  ) throws(StoreError) -> FoundPlace? {
    let first = try closest.closest(to: point, filter)
    var found = try first.map { sketch throws(StoreError) in
      (object: try shelf.object(sketch.id), meters: sketch.distanceMeters)
    }
    if let found { trace.note("Closest", found.object, found.meters) }
    guard filter.wantsHouses, filter.wantsAddresses else { return ReverseLookup.place(found) }
    var (reach, street) = (found?.meters ?? Reach.street, String?.none)
    if let onStreet = found, onStreet.object.object.ranks.address <= 27 {
      (reach, street) = (Reach.houseOnStreet, onStreet.object.name("name"))
      if let house = try houses.house(on: onStreet.object, near: point, filter) {
        found = (try shelf.object(house.id), house.distanceMeters)
        reach = house.distanceMeters
        trace.note("House of the street", try shelf.object(house.id), house.distanceMeters)
      }
    }
    if let number = try interpolations.number(near: point, withinMeters: reach, street: street) {
      trace.note("Number between houses", "\(number.number.text) at \(Int(number.distanceMeters)) m")
      return .interpolation(number)
    }
    return ReverseLookup.place(found)
  }

  /// An object as what was found.
  private static func place(_ found: (object: KnownObject, meters: Double)?) -> FoundPlace? {
    found.map { .object($0.object, distanceMeters: $0.meters) }
  }

  // MARK: Countries

  /// Step 3.
  private func country(
    _ point: FixedPoint, _ filter: LayerFilter, _ surroundings: Surroundings, _ trace: inout LookupTrace
  ) throws(StoreError) -> FoundPlace? {
    guard let code = surroundings.countryCode else {
      trace.note("Country", "none contains the point")
      return nil
    }
    if filter.maximumRank > 4 {
      let node = try areas.settlement(around: point, ranks: 5...min(filter.maximumRank, 25)) {
        (node) throws(StoreError) in try engine.surroundings(of: node.center).countryCode == code
      }
      if let node {
        trace.note("Settlement in the country", node.object, node.distanceMeters)
        return .object(node.object, distanceMeters: node.distanceMeters)
      }
    }
    guard let country = surroundings.country else { return nil }
    if !country.isCoarse, let object = try linked.boundary(country) {
      trace.note("Country", object, 0)
      return .object(object, distanceMeters: 0)
    }
    trace.note("Country", "\(code), by the world layer")
    return .country(country)
  }
}
