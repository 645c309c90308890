import GeoEngine
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
/// 1. `name` in each of the languages.
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
  /// Keys of names, best first, in small letters.
  private let keys: [String]
  private var picked = BoundedCache<MapObjectID, String?>(capacity: 16_384)

  /// Creates a picker for a list of languages. For an empty list, local names come first.
  init(languages: [String]) {
    self.languages = languages
    let suffixes = languages.map { ":" + $0.lowercased() }
    keys =
      suffixes.map { "name" + $0 } + ["name", "brand"] + suffixes.map { "official_name" + $0 }
      + suffixes.map { "short_name" + $0 } + ["official_name", "short_name", "ref"]
  }

  /// The name of an object; nil when it has none.
  ///
  /// - Parameter linked: the settlement of a boundary.
  func name(of object: KnownObject, linked: KnownObject?) -> String? {
    picked.value(for: object.object.id) { pick(object.object.names, linked?.object.names ?? []) }
  }

  /// The best name of an object and its settlement; nil when they have none.
  private func pick(_ own: [MapTag], _ linked: [MapTag]) -> String? {
    guard own.count + linked.count > 1 else { return own.first?.value ?? linked.first?.value }
    for key in keys {
      if let tag = own.first(where: { NamePicker.isSame($0.key, key) }) { return tag.value }
      if let tag = linked.first(where: { NamePicker.isSame($0.key, key) }) { return tag.value }
    }
    return own.first?.value ?? linked.first?.value
  }

  /// Whether a key is the wanted one. Headers write languages in any case.
  private static func isSame(_ key: String, _ wanted: String) -> Bool {
    let (key, wanted) = (key.utf8, wanted.utf8)
    return key.count == wanted.count
      && zip(key, wanted).allSatisfy { $0 == $1 || ($0 &- UInt8(ascii: "A") < 26 && $0 | 0x20 == $1) }
  }
}
