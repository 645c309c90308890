import GeoStore
import GeoStoreWriting

/// The tags of interest of one object.
struct Tags {
  private var values: [(key: TagKey, value: String)] = []
  /// The set of its keys.
  private(set) var mask = TagMask()
  /// Names by language (`name:de`).
  private(set) var translations: [NameTranslation] = []
  /// Names of the sides of a road, left and right in its direction (`name:left`, `name:right`).
  private(set) var sides: (left: String?, right: String?)

  /// Creates an object without tags.
  ///
  /// - Parameter capacity: the expected number of tags.
  init(capacity: Int = 0) { values.reserveCapacity(capacity) }

  /// Adds a tag. Empty and blank values are ignored.
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

  /// The first of several names separated by semicolons, which is the usual one. The whole list would not be a name.
  static func first(of names: String) -> String {
    guard let end = names.utf8.firstIndex(of: 0x3B), end > names.startIndex else { return names }
    return String(names[..<end])
  }

  private static func isBlank(_ value: String) -> Bool {
    guard let first = value.utf8.first else { return true }
    return first == 0x20 && value.utf8.allSatisfy { $0 == 0x20 }
  }

  /// The value of a key; nil if it is absent.
  subscript(key: TagKey) -> String? {
    guard mask.contains(key) else { return nil }
    return values.first { $0.key == key }?.value
  }

  /// Whether the object has a key with exactly this value.
  func has(_ key: TagKey, _ value: String) -> Bool { self[key] == value }

  /// Whether a key such as `bridge` or `area` is present, with a value other than no.
  func isSet(_ key: TagKey) -> Bool { self[key].map { $0 != "no" && $0 != "false" && $0 != "0" } ?? false }
}

extension Tags {
  /// The object's name with its translations; nil if it has no name at all.
  ///
  /// Without a local name, it is the official name, else the international one. Failing these, it is the English
  /// translation, or else the first by language code.
  var fullName: NameTable.Name? {
    guard let text = self[.name] ?? self[.officialName] ?? self[.internationalName] ?? anyTranslation else {
      return nil
    }
    return NameTable.Name(Tags.first(of: text), translations: allTranslations)
  }

  /// The translations, with `int_name` as English if there is no `name:en`, since readers of Latin script can use it.
  private var allTranslations: [NameTranslation] {
    guard let international = self[.internationalName], !translations.contains(where: { $0.language == "en" }) else {
      return translations
    }
    return translations + [NameTranslation(language: "en", text: international)]
  }

  /// A name in some language, for objects without any other.
  private var anyTranslation: String? {
    (translations.first { $0.language == "en" } ?? translations.min { $0.language < $1.language })?.text
  }

  /// The population: the leading digits of `population`, ignoring separators (`12,500`, `12 500`); 0 if unknown.
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

  /// The ISO 3166-1 alpha-2 code of a country, in capitals. Objects may also have a code of three letters or digits.
  var countryCode: String? {
    guard mask.contains(.isoCountry) else { return nil }
    return values.first { $0.key == .isoCountry && $0.value.utf8.count == 2 }?.value.uppercased()
  }

  /// The ISO 3166-2 code of a subdivision.
  var subdivisionCode: String? {
    self[.isoSubdivision].flatMap { code in
      let parts = code.split(separator: "-")
      return parts.count == 2 && parts[0].utf8.count == 2 ? code.uppercased() : nil
    }
  }
}
