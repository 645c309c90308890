import GeoStore

/// The tags of one object, as far as they matter to an import.
struct Tags {
  private var keys: [TagKey] = []
  private var values: [String] = []
  /// Which keys there are.
  private(set) var mask = TagMask()
  /// Names by language (`name:de`).
  private(set) var translations: [NameTable.Translation] = []

  /// No tags.
  init() {}

  /// Adds a tag. Empty values say nothing and are left out.
  mutating func add(_ key: TagKey, _ value: String) {
    guard !value.isEmpty else { return }
    keys.append(key)
    values.append(value)
    mask.formUnion(TagMask(key))
  }

  /// Adds a name in a language.
  mutating func addTranslation(language: String, _ value: String) {
    guard !value.isEmpty else { return }
    translations.append(NameTable.Translation(language: language, text: value))
    mask.formUnion(TagMask(.translation))
  }

  /// The value of a key, nil when it is absent.
  subscript(key: TagKey) -> String? {
    guard mask.contains(key) else { return nil }
    return keys.firstIndex(of: key).map { values[$0] }
  }

  /// Whether the object has a key with just this value.
  func has(_ key: TagKey, _ value: String) -> Bool { self[key] == value }

  /// Whether a key like `bridge` or `area` is there and does not say no.
  func isSet(_ key: TagKey) -> Bool { self[key].map { $0 != "no" && $0 != "false" && $0 != "0" } ?? false }
}
