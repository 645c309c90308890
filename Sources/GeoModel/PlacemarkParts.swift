/// An area that contains the query's point, as listed by `--areas`.
public struct ContainingArea: Hashable, Codable, Sendable {
  /// The kind of boundary; the raw value is the word on the wire.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// `boundary=administrative`.
    case administrative
    /// `boundary=postal_code`.
    case postal
    /// A settlement or quarter mapped as an area (`place=*`).
    case place
    /// The coarse world layer.
    case world
  }

  /// `admin_level`, 2 for a country; nil for areas without one and for postal areas.
  public var level: Int?
  /// The kind of boundary.
  public var kind: Kind
  /// The name in the query's language.
  public var name: String
  /// The OpenStreetMap object; nil for the coarse world layer.
  public var source: SourceReference?
  /// Codes of the area, by the words of ``AreaCode``, such as `fips`; nil where the map has none.
  public var codes: [String: String]?

  /// Creates an area.
  public init(level: Int?, kind: Kind, name: String, source: SourceReference?, codes: [String: String]? = nil) {
    self.level = level
    self.kind = kind
    self.name = name
    self.source = source
    self.codes = codes
  }
}

/// One line of a placemark's trace: the object that gave a field its value, and the rule.
public struct TraceEntry: Hashable, Codable, Sendable {
  /// The field by its wire name, such as `street`.
  public var field: String
  /// The chosen value; nil when the field stays empty.
  public var value: String?
  /// The rule that chose it, as a short stable phrase.
  public var rule: String
  /// The object that the value came from; nil for data that is not from the map.
  public var source: SourceReference?
  /// Meters from the query's point to the object; nil where distance plays no part.
  public var distanceMeters: Double?
  /// The next best value, as text for users; nil when there was none.
  public var runnerUp: String?

  /// Creates an entry for a field by its name on the wire.
  public init(
    field: String, value: String?, rule: String, source: SourceReference? = nil, distanceMeters: Double? = nil,
    runnerUp: String? = nil
  ) {
    self.field = field
    self.value = value
    self.rule = rule
    self.source = source
    self.distanceMeters = distanceMeters
    self.runnerUp = runnerUp
  }

  /// Creates an entry for a field of the table.
  package init(
    _ field: PlacemarkField, value: String?, rule: String, source: SourceReference? = nil,
    distanceMeters: Double? = nil, runnerUp: String? = nil
  ) {
    self.init(
      field: field.name, value: value, rule: rule, source: source, distanceMeters: distanceMeters, runnerUp: runnerUp)
  }
}

/// The origin of data: an OpenStreetMap object, or a row of a table of addresses.
public struct SourceReference: Hashable, BitwiseCopyable, Codable, Sendable {
  /// The three kinds of OpenStreetMap objects, and rows of tables of addresses; the raw value is the word on the wire.
  public enum ObjectType: String, Hashable, BitwiseCopyable, Codable, Sendable, CaseIterable {
    case node, way, relation
    /// A row of a table of addresses, which is not on the map. ``Placemark/sourceTable`` names the table.
    case table
  }

  /// Node, way, relation, or table.
  public var type: ObjectType
  /// The object's id within its type; negative for objects of an editor that were never uploaded. For a table, the
  /// number of the row, 1 for the first one after the header.
  public var id: Int64

  /// Creates a reference to an object by type and id.
  public init(type: ObjectType, id: Int64) {
    self.type = type
    self.id = id
  }

  /// The path of the object on openstreetmap.org: `way/161420176`; `table/12` for a row of a table.
  public var path: String { "\(type.rawValue)/\(id)" }

  /// The key that objects are sorted and found by: the id with the type in the low two bits (0 node, 1 way, 2 relation,
  /// 3 table).
  package var sortKey: Int64 {
    switch type {
    case .node: id << 2
    case .way: id << 2 + 1
    case .relation: id << 2 + 2
    case .table: id << 2 + 3
    }
  }
}

// A store identifies the rows of its tables by one number, with the table in the bits above the row.
extension SourceReference {
  private static let rowBits: Int64 = 40

  /// Creates a reference to a row, counted from 1, of a store's table, counted from 0.
  package init(row: Int64, ofTable table: Int) {
    self.init(type: .table, id: Int64(table) << SourceReference.rowBits | row)
  }

  /// The store's table that the row is in; nil for a map object.
  package var table: Int? { type == .table ? Int(id >> SourceReference.rowBits) : nil }

  /// The reference without the number of the table, for output.
  package var shown: SourceReference {
    type == .table ? SourceReference(type: .table, id: id & (1 << SourceReference.rowBits - 1)) : self
  }
}
