/// The optional fields of a placemark. Few queries want them, so a placemark without optional fields spends only one
/// machine word on them.
struct PlacemarkExtras: Hashable, Sendable {
  var nearby: NearbySettlement?
  var road: PlacemarkRoad?
  var names: [PlacemarkField: String]?
  var texts: [PlacemarkField: String] = [:]
}

extension Placemark {
  /// The settlement that the point is near, where none contains it; nil elsewhere, and unless the query wants it.
  public var nearby: NearbySettlement? {
    get { extras.first?.nearby }
    set { change { $0.nearby = newValue } }
  }

  /// The road that the point is on, the position on it, and the rules there; nil unless the query wants it, and where
  /// no road is near.
  public var road: PlacemarkRoad? {
    get { extras.first?.road }
    set { change { $0.road = newValue } }
  }

  /// The local names of ``PlacemarkField/named`` fields, beside those in the query's languages; nil unless the query
  /// wants them.
  public var names: [PlacemarkField: String]? {
    get { extras.first?.names }
    set { change { $0.names = newValue } }
  }

  /// ``names`` as tables show them, such as `city=München`, in the order of ``PlacemarkField/named``.
  @usableFromInline package var listedNames: [String] {
    guard let names else { return [] }
    return PlacemarkField.named.compactMap { field in names[field].map { "\(field.column)=\($0)" } }
  }

  /// Whether any optional field except ``wikidata`` is filled.
  package var hasExtras: Bool { !extras.isEmpty }

  /// A code of the point or of an area around it, such as ``PlacemarkField/plusCode``. Nil for all other fields, where
  /// the map does not have it, and unless ``PlacemarkQuery/extraFields`` has the field.
  public func extraText(_ field: PlacemarkField) -> String? { extras.first?.texts[field] }

  /// Sets a field of ``extraText(_:)``.
  package mutating func setExtraText(_ field: PlacemarkField, _ text: String?) { change { $0.texts[field] = text } }

  private mutating func change(_ body: (inout PlacemarkExtras) -> Void) {
    var changed = extras.first ?? PlacemarkExtras()
    body(&changed)
    extras = changed == PlacemarkExtras() ? [] : [changed]
  }
}

/// A set of optional fields (``PlacemarkField/extras``). Other fields, which every placemark has, are ignored.
public struct PlacemarkFieldSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  /// The set of some fields.
  public init(arrayLiteral fields: PlacemarkField...) { self.init(fields) }

  /// The set of some fields.
  public init(_ fields: some Sequence<PlacemarkField>) { for field in fields { insert(field) } }

  /// Whether the set is empty.
  public var isEmpty: Bool { bits == 0 }
  /// Whether a field is in the set.
  public func contains(_ field: PlacemarkField) -> Bool { bits & PlacemarkFieldSet.bit(field) != 0 }
  /// Adds a field, if it is optional.
  public mutating func insert(_ field: PlacemarkField) {
    if field.isExtra { bits |= PlacemarkFieldSet.bit(field) }
  }
  /// Removes a field.
  public mutating func remove(_ field: PlacemarkField) { bits &= ~PlacemarkFieldSet.bit(field) }
  /// The fields of the set, in the order of ``PlacemarkField``.
  public var fields: [PlacemarkField] { PlacemarkField.allCases.filter(contains) }

  private static func bit(_ field: PlacemarkField) -> UInt64 { 1 << UInt64(field.rawValue) }
}

extension PlacemarkField {
  /// The optional fields, filled only on request.
  public static let extras = allCases.filter(\.isExtra)
  /// Codes of the point or of an area: each is a text of ``Placemark/extraText(_:)``.
  package static let codes = allCases.filter { $0.rawValue > PlacemarkField.names.rawValue }
  /// The fields of an address that are names, which have several languages: fine to coarse, then waters.
  public static let named: [PlacemarkField] = [
    .street, .neighborhood, .suburb, .city, .county, .state, .country, .inlandWater, .ocean,
  ]

  fileprivate var isExtra: Bool { rawValue >= PlacemarkField.wikidata.rawValue }

  /// Finds an optional field in any case and by either name: `plusCode`, `plus_code`; nil when it is not one of
  /// ``extras``.
  package init?(extra word: some StringProtocol) {
    guard case .field(let field) = OutputColumn(named: word), PlacemarkField.extras.contains(field) else { return nil }
    self = field
  }
}
