import GeoStore

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
  private var picked: [MapObjectID: String?] = [:]
  /// Objects whose name is kept.
  private static let capacity = 16_384

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
    if let known = picked[object.object.id] { return known }
    let name = pick(object.object.names, linked?.object.names ?? [])
    if picked.count >= NamePicker.capacity { picked.removeAll(keepingCapacity: true) }
    picked[object.object.id] = .some(name)
    return name
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
