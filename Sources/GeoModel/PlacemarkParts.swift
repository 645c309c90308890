/// An area that contains the asked point, as listed by `--areas`.
public struct ContainingArea: Hashable, Codable, Sendable {
  /// What kind of boundary it is; the raw value is the word on the wire.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// `boundary=administrative`.
    case administrative
    /// `boundary=postal_code`.
    case postal
    /// A settlement or quarter mapped as an area (`place=*`).
    case place
    /// Our own coarse layer of the world.
    case world
  }

  /// `admin_level`, 2 (country) to 11; nil for kinds without one.
  public var level: Int?
  /// What kind of boundary it is.
  public var kind: Kind
  /// The name in the asked language.
  public var name: String
  /// The OpenStreetMap object; nil for our own coarse layer.
  public var source: SourceReference?
  /// Codes of the area, by the words of ``AreaCode``, such as `fips`; nil where the map has none.
  public var codes: [String: String]?

  /// An area of a kind with its name.
  public init(level: Int?, kind: Kind, name: String, source: SourceReference?, codes: [String: String]? = nil) {
    self.level = level
    self.kind = kind
    self.name = name
    self.source = source
    self.codes = codes
  }
}

/// One line of an answer's explanation: which object gave a field its value, by which rule.
public struct TraceEntry: Hashable, Codable, Sendable {
  /// The field by its wire name, such as `street`.
  public var field: String
  /// The value that was chosen; nil when the field stays empty.
  public var value: String?
  /// The rule that chose it, as a short stable phrase.
  public var rule: String
  /// The object it came from; nil for our own data.
  public var source: SourceReference?
  /// Meters from the asked point to the object; nil where distance plays no part.
  public var distanceMeters: Double?
  /// The next best value and why it lost, for a person to read; nil when there was none.
  public var runnerUp: String?

  /// An explanation of one field.
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

  /// An explanation of one field of the table.
  package init(
    _ field: PlacemarkField, value: String?, rule: String, source: SourceReference? = nil,
    distanceMeters: Double? = nil, runnerUp: String? = nil
  ) {
    self.init(
      field: field.name, value: value, rule: rule, source: source, distanceMeters: distanceMeters, runnerUp: runnerUp)
  }
}

/// What something was taken from: an OpenStreetMap object, or a row of a table of addresses.
public struct SourceReference: Hashable, BitwiseCopyable, Codable, Sendable {
  /// The three kinds of OpenStreetMap objects, and rows of tables of addresses; the raw value is the word on the wire.
  public enum ObjectType: String, Hashable, BitwiseCopyable, Codable, Sendable, CaseIterable {
    case node, way, relation
    /// A row of a table of addresses, which no map has. ``Placemark/sourceTable`` names the table.
    case table
  }

  /// Node, way, relation, or table.
  public var type: ObjectType
  /// The object's id within its type; negative for objects of an editor that were never uploaded. Of a table the number of the row, the first
  /// one after the header being 1.
  public var id: Int64

  /// A reference to an object by type and id.
  public init(type: ObjectType, id: Int64) {
    self.type = type
    self.id = id
  }

  /// The object as in addresses of openstreetmap.org: `way/161420176`; a row of a table as `table/12`.
  public var path: String { "\(type.rawValue)/\(id)" }

  /// The number that objects are sorted and looked up by: the id with the type in the low two bits (0 node, 1 way, 2 relation, 3 table).
  package var sortKey: Int64 {
    switch type {
    case .node: id << 2
    case .way: id << 2 + 1
    case .relation: id << 2 + 2
    case .table: id << 2 + 3
    }
  }
}

// A store tells the rows of its tables apart by one number, in which the table stands above the row.
extension SourceReference {
  private static let rowBits: Int64 = 40

  /// A row, counted from 1, of a store's table, counted from 0.
  package init(row: Int64, ofTable table: Int) {
    self.init(type: .table, id: Int64(table) << SourceReference.rowBits | row)
  }

  /// Which of the store's tables the row is in; nil for an object of the map.
  package var table: Int? { type == .table ? Int(id >> SourceReference.rowBits) : nil }

  /// The reference without the number of the table, as it is shown.
  package var shown: SourceReference {
    type == .table ? SourceReference(type: .table, id: id & (1 << SourceReference.rowBits - 1)) : self
  }
}
