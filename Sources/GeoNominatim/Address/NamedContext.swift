import GeoEngine
import GeoStore
import GeoSupport

/// Everything that is kept for one list of languages: names of answers, and the coarser parts of addresses with their names.
final class NamedContext {
  let picker: NamePicker
  private var parts = BoundedCache<Key, Entry>(capacity: 8_192)

  /// What the coarser parts of an address depend on.
  struct Key: Hashable {
    var surroundings: ObjectIdentifier
    /// The settlement that is the city. Where the house of another point says so, it may be but a part of it.
    var city: PlaceID?
    /// The city of the house's address, where no settlement is it.
    var cityOfHouse: String?
    var parts: [PlaceID]
    var own: MapObjectID?
    var below: UInt8
    var grounds: [MapObjectID]
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
    _ key: Key, _ surroundings: Surroundings, _ make: () throws(StoreError) -> [AddressPart]
  ) throws(StoreError) -> [AddressPart] {
    try parts.value(for: key) { () throws(StoreError) in
      Entry(surroundings: surroundings.identity, parts: try make())
    }.parts
  }
}

/// Picks the name to show among all names of an object, for one list of languages.
///
/// 1. `name` in the languages, one after the other. 2. `name`. 3. The brand. 4. Official and short names in the languages.
/// 5. Official and short names, the reference. 6. Whatever comes first.
///
/// Names of a settlement count for its boundary, after the boundary's own of the same key. Each object is decided once for a
/// list of languages.
final class NamePicker {
  /// The languages, best first, as the client wrote them.
  let languages: [String]
  /// Keys of names, best first, in small letters.
  private let keys: [String]
  private var picked = BoundedCache<MapObjectID, String?>(capacity: 16_384)

  /// A picker for a list of languages; for an empty one local names go first.
  init(languages: [String]) {
    self.languages = languages
    let suffixes = languages.map { ":" + $0.lowercased() }
    keys =
      suffixes.map { "name" + $0 } + ["name", "brand"] + suffixes.map { "official_name" + $0 }
      + suffixes.map { "short_name" + $0 } + ["official_name", "short_name", "ref"]
  }

  /// The name of an object; nil when it has none.
  ///
  /// - Parameter linked: the settlement whose boundary it is.
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

  /// Whether a key is the wanted one; headers write languages in any case.
  private static func isSame(_ key: String, _ wanted: String) -> Bool {
    let (key, wanted) = (key.utf8, wanted.utf8)
    return key.count == wanted.count
      && zip(key, wanted).allSatisfy { $0 == $1 || ($0 &- UInt8(ascii: "A") < 26 && $0 | 0x20 == $1) }
  }
}
