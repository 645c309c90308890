/// The names an import meets, each text with its translations kept once.
public struct NameTable: Sendable {
  /// A name and its translations.
  public struct Name: Hashable, Sendable {
    /// The local name (`name`), house-number text, postal code or whatever else is shared.
    public var text: String
    /// Names by language: the part after `name:` (`de`, `sr-Latn`, `zh-Hant`), sorted by language.
    public var translations: [Translation]

    /// A name with its translations, which are sorted here.
    public init(_ text: String, translations: [Translation] = []) {
      self.text = text
      self.translations = translations.sorted { $0.language < $1.language }
    }
  }

  /// A name in one language.
  public struct Translation: Hashable, Sendable {
    /// BCP 47, as in the `name:` key.
    public var language: String
    /// The name in that language.
    public var text: String

    /// A name in a language.
    public init(language: String, text: String) {
      self.language = language
      self.text = text
    }
  }

  /// All names, at the position that is their id while the content is gathered.
  public private(set) var names: [Name] = []
  private var ids: [Name: NameID] = [:]

  /// An empty table.
  public init() {}

  /// The id of a name, the same for the same text with the same translations.
  public mutating func intern(_ name: Name) -> NameID {
    if let id = ids[name] { return id }
    let id = NameID(UInt32(names.count))
    names.append(name)
    ids[name] = id
    return id
  }

  /// The id of a text without translations.
  public mutating func intern(_ text: String) -> NameID { intern(Name(text)) }

  /// The name of an id that this table gave out.
  public subscript(id: NameID) -> Name { names[Int(id.rawValue)] }
}
