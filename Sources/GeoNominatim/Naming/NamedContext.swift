import GeoEngine
import GeoStore

/// Everything that is kept for one list of languages: names, and the coarser parts of addresses with their names.
final class NamedContext {
  let picker: NamePicker
  private var parts: [Key: Entry] = [:]
  private var countries: [ObjectIdentifier: (identity: AnyObject, name: String?)] = [:]
  /// Addresses whose coarser parts are kept; a town has some hundreds.
  private static let capacity = 8_192

  /// What the coarser parts of an address depend on.
  struct Key: Hashable {
    var surroundings: ObjectIdentifier
    var base: MapObjectID?
    var below: UInt8
    var smallAreas: [MapObjectID]
  }

  /// Parts, and the surroundings that must live as long as their identity is a key.
  private struct Entry {
    var surroundings: AnyObject
    var parts: [AddressPart]
  }

  /// Nothing known yet.
  init(languages: [String]) { picker = NamePicker(languages: languages) }

  /// The parts of a key, made when they are not known yet.
  func parts(
    _ key: Key, _ surroundings: Surroundings, _ make: () throws(StoreError) -> [ContextPart]
  ) throws(StoreError) -> [AddressPart] {
    if let known = parts[key] { return known.parts }
    var named: [AddressPart] = []
    for part in try make() {
      guard let name = picker.name(of: part.object, linked: part.linked) else { continue }
      named.append(
        AddressPart(
          label: part.label, name: name, rank: part.rank, adminLevel: part.adminLevel,
          subdivisionCode: part.subdivisionCode))
    }
    if parts.count >= NamedContext.capacity { parts.removeAll(keepingCapacity: true) }
    parts[key] = Entry(surroundings: surroundings.identity, parts: named)
    return named
  }

  /// The name of the country around a point; nil at sea.
  func country(_ surroundings: Surroundings, _ namer: CountryNamer) throws(StoreError) -> String? {
    let key = ObjectIdentifier(surroundings.identity)
    if let known = countries[key] { return known.name }
    let name = try namer.name(surroundings, languages: picker.languages)
    if countries.count >= NamedContext.capacity { countries.removeAll(keepingCapacity: true) }
    countries[key] = (surroundings.identity, name)
    return name
  }
}
