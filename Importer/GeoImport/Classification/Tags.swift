import GeoStore
import GeoStoreWriting

/// The tags of one object, as far as they matter to an import.
struct Tags {
  private var values: [(key: TagKey, value: String)] = []
  /// Which keys there are.
  private(set) var mask = TagMask()
  /// Names by language (`name:de`).
  private(set) var translations: [NameTranslation] = []
  /// Names of the sides of a road, left and right in its direction (`name:left`, `name:right`).
  private(set) var sides: (left: String?, right: String?)

  /// No tags.
  ///
  /// - Parameter capacity: how many are to be expected.
  init(capacity: Int = 0) { values.reserveCapacity(capacity) }

  /// Adds a tag. Empty and blank values say nothing and are left out.
  mutating func add(_ key: TagKey, _ value: String) {
    guard !Self.isBlank(value) else { return }
    values.append((key, value))
    mask.formUnion(TagMask(key))
  }

  /// Adds a name in a language, or of a side of a road.
  mutating func addTranslation(language: String, _ value: String) {
    guard !Self.isBlank(value) else { return }
    switch language {
    case "left": sides.left = Tags.first(of: value)
    case "right": sides.right = Tags.first(of: value)
    default: addTranslation(in: language, value)
    }
  }

  private mutating func addTranslation(in language: String, _ value: String) {
    translations.append(NameTranslation(language: language, text: Tags.first(of: value)))
    mask.formUnion(TagMask(.translation))
  }

  /// Of several names with semicolons between them the first, which is the usual one: shown as one they would be none.
  static func first(of names: String) -> String {
    guard let end = names.utf8.firstIndex(of: 0x3B), end > names.startIndex else { return names }
    return String(names[..<end])
  }

  private static func isBlank(_ value: String) -> Bool {
    guard let first = value.utf8.first else { return true }
    return first == 0x20 && value.utf8.allSatisfy { $0 == 0x20 }
  }

  /// The value of a key, nil when it is absent.
  subscript(key: TagKey) -> String? {
    guard mask.contains(key) else { return nil }
    return values.first { $0.key == key }?.value
  }

  /// Whether the object has a key with just this value.
  func has(_ key: TagKey, _ value: String) -> Bool { self[key] == value }

  /// Whether a key like `bridge` or `area` is there and does not say no.
  func isSet(_ key: TagKey) -> Bool { self[key].map { $0 != "no" && $0 != "false" && $0 != "0" } ?? false }
}

extension Tags {
  /// The object's name with its translations; nil when it has no name at all. Without a local name, the international or
  /// official one serves, else the first translation in the order of languages, English before all.
  var fullName: NameTable.Name? {
    guard let text = self[.name] ?? self[.officialName] ?? self[.internationalName] ?? anyTranslation else {
      return nil
    }
    return NameTable.Name(Tags.first(of: text), translations: allTranslations)
  }

  /// Translations, with `int_name` for English where there is no `name:en`: it is what a reader of Latin script can use.
  private var allTranslations: [NameTranslation] {
    guard let international = self[.internationalName], !translations.contains(where: { $0.language == "en" }) else {
      return translations
    }
    return translations + [NameTranslation(language: "en", text: international)]
  }

  /// A name in some language, for objects that have no other.
  private var anyTranslation: String? {
    (translations.first { $0.language == "en" } ?? translations.min { $0.language < $1.language })?.text
  }

  /// A number of people: the leading digits of `population`, with separators left out (`12,500`, `12 500`); 0 when unknown.
  var peopleCount: UInt32 {
    guard let text = self[.population] else { return 0 }
    var count: UInt64 = 0
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: count = min(count * 10 + UInt64(byte - 0x30), 99_999_999_999)
      case 0x2C, 0x20, 0x27: continue
      default: return UInt32(clamping: count)
      }
    }
    return UInt32(clamping: count)
  }

  /// The object's IANA time zone, if it looks like one (`Europe/Vaduz`, `UTC`).
  var ianaTimeZone: String? {
    guard let text = self[.timeZone], text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x20 && $0 != 0x3B }) else {
      return nil
    }
    return text.utf8.contains(0x2F) || text == "UTC" ? text : nil
  }

  /// ISO 3166-1 alpha-2, in capitals, of a country, which may have one in three letters or digits beside it.
  var countryCode: String? {
    guard mask.contains(.isoCountry) else { return nil }
    return values.first { $0.key == .isoCountry && $0.value.utf8.count == 2 }?.value.uppercased()
  }

  /// ISO 3166-2 of a subdivision.
  var subdivisionCode: String? {
    self[.isoSubdivision].flatMap { code in
      let parts = code.split(separator: "-")
      return parts.count == 2 && parts[0].utf8.count == 2 ? code.uppercased() : nil
    }
  }
}
