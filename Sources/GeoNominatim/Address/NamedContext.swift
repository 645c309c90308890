import GeoEngine
import GeoLocale
import GeoStore
import GeoSupport

/// The caches for one list of languages: names of answers, and the coarser parts of addresses with their names.
final class NamedContext {
  let picker: NamePicker
  private var parts = BoundedCache<Key, Entry>(capacity: 8_192)

  /// Everything that the coarser parts of an address depend on.
  struct Key: Hashable {
    var surroundings: ObjectIdentifier
    /// The settlement that is the city; nil if a house's address names another one.
    var city: PlaceID?
    /// The city from the house's address, if no settlement has that name.
    var cityOfHouse: String?
    var parts: [PlaceID]
    var own: MapObjectID?
    var below: UInt8
    var grounds: [MapObjectID]
  }

  /// The cached parts. The surroundings must live as long as their identity is a key.
  private struct Entry {
    var surroundings: AnyObject
    var parts: [AddressPart]
  }

  /// Creates empty caches.
  init(languages: [String]) { picker = NamePicker(languages: languages) }

  /// The parts for a key, made on a cache miss.
  func parts(
    _ key: Key, _ surroundings: Surroundings, _ make: () throws(StoreError) -> [AddressPart]
  ) throws(StoreError) -> [AddressPart] {
    try parts.value(for: key) { () throws(StoreError) in
      Entry(surroundings: surroundings.identity, parts: try make())
    }.parts
  }
}

/// Picks the name to show among all names of an object, for one list of languages.
///
/// 1. `name` in each of the languages, as the engine chooses it for the other parts of an address (``NameChooser``).
/// 2. `name`, then the brand.
/// 3. Official names, then short names in the languages.
/// 4. The official name, the short name, the reference.
/// 5. The first name of any kind.
///
/// The names of a settlement count for its boundary, after the boundary's own names of the same key. The result for
/// each object is cached.
final class NamePicker {
  /// The languages, best first, as the client wrote them.
  let languages: [String]
  private let chooser: NameChooser
  private var picked = BoundedCache<Key, String?>(capacity: 16_384)

  /// Everything that a name depends on.
  private struct Key: Hashable {
    var object: MapObjectID
    var country: String?
  }

  /// Creates a picker for a list of languages. For an empty list, local names come first.
  init(languages: [String]) {
    self.languages = languages
    chooser = NameChooser(languages: languages + [NameChooser.native])
  }

  /// The name of an object; nil when it has none.
  ///
  /// - Parameters:
  ///   - linked: the settlement of a boundary.
  ///   - country: ISO 3166-1 alpha-2 in capitals, which shows the likely languages of a local name; nil when unknown.
  func name(of object: KnownObject, linked: KnownObject?, country: String?) -> String? {
    picked.value(for: Key(object: object.object.id, country: country)) {
      pick(object.object.names, linked?.object.names ?? [], country)
    }
  }

  /// The best name of an object and its settlement; nil when they have none.
  private func pick(_ own: [MapTag], _ linked: [MapTag], _ country: String?) -> String? {
    guard let first = own.first ?? linked.first else { return nil }
    func value(_ key: String) -> String? {
      let tag = own.first { $0.key == key } ?? linked.first { $0.key == key }
      return tag?.value
    }
    func chosen(_ key: String, local: String?) -> String? {
      let choice = chooser.choose(local: local ?? "", countryCode: local == nil ? nil : country) { language in
        // As in the engine's rows, the international name is English where there is no other.
        value("\(key):\(language)") ?? (key == "name" && language == "en" ? value("int_name") : nil)
      }
      return choice.text.isEmpty ? nil : choice.text
    }
    if let name = chosen("name", local: value("name")) ?? value("brand") { return name }
    if let name = chosen("official_name", local: nil) ?? chosen("short_name", local: nil) { return name }
    return value("official_name") ?? value("short_name") ?? value("ref") ?? first.value
  }
}
