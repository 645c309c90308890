import GeoModel
import GeoStore

/// A map object to be written into a store, from which it is read as ``MapObject``.
public struct MapObjectRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap object.
  public var source: SourceReference
  /// Its ranks.
  public var ranks: MapObjectRanks
  /// The layers that it belongs to.
  public var layers: MapLayers
  /// Whether it has a name.
  public var hasName: Bool
  /// Whether it has a house number or house name of its own.
  public var hasHouseNumber: Bool
  /// `admin_level`, 15 where there is none.
  public var adminLevel: UInt8
  /// Its `name` with translations, which ``tags`` does not repeat; nil when it has none.
  public var name: NameID?
  /// Its tags within ``StoreContent/objectTags``, the main tag first.
  public var tags: TagRange
  /// Its shape.
  public var shape: Shape

  /// Geometry within the pools of ``StoreContent``.
  public enum Shape: BitwiseCopyable, Sendable {
    case point(FixedPoint)
    case line(PointRange)
    case polygons(RingRange)
  }

  /// An object with all its columns.
  public init(
    source: SourceReference, ranks: MapObjectRanks, layers: MapLayers, hasName: Bool, hasHouseNumber: Bool,
    adminLevel: UInt8, name: NameID?, tags: TagRange, shape: Shape
  ) {
    self.source = source
    self.ranks = ranks
    self.layers = layers
    self.hasName = hasName
    self.hasHouseNumber = hasHouseNumber
    self.adminLevel = adminLevel
    self.name = name
    self.tags = tags
    self.shape = shape
  }
}

/// An entrance of a building: an `entrance=*` node on the outline of an object.
public struct EntranceRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap way that has the entrance as a vertex.
  public var way: Int64
  /// The OpenStreetMap node.
  public var node: Int64
  /// Where it is.
  public var point: FixedPoint
  /// Its tags within ``StoreContent/objectTags``, `entrance` first.
  public var tags: TagRange

  /// An entrance with all its columns.
  public init(way: Int64, node: Int64, point: FixedPoint, tags: TagRange) {
    self.way = way
    self.node = node
    self.point = point
    self.tags = tags
  }
}

/// A tag of a map object, with texts stored only once.
public struct PackedMapTag: Hashable, BitwiseCopyable, Sendable {
  /// The role of the tag in its object.
  public var part: MapTagPart
  /// Key and value in ``StoreContent/objectTexts``.
  public var key: UInt32, value: UInt32

  /// A tag of two texts.
  public init(part: MapTagPart, key: UInt32, value: UInt32) {
    self.part = part
    self.key = key
    self.value = value
  }
}

/// Numbered texts, each stored only once.
public struct TextTable: Sendable {
  private var texts: NameTable

  /// An empty table.
  ///
  /// - Parameter workspace: where the table is stored once it is large; nil for the heap.
  public init(in workspace: Workspace? = nil) { texts = NameTable(in: workspace) }

  /// Adds a text if it is new and returns its number.
  public mutating func intern(_ text: String) -> UInt32 { texts.intern(text).rawValue }

  /// Adds a text whose bytes may not be valid UTF-8, repairing them, and returns its number.
  public mutating func intern(repairing bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    texts.intern(repairing: bytes).rawValue
  }

  /// The text with a number of this table.
  public subscript(number: UInt32) -> String { texts.text(NameID(number)) }

  /// The bytes of a text, valid until the table changes.
  func bytes(of number: UInt32) -> TextBytes { texts.bytes(ofText: NameID(number)) }

  /// Writes the length of a text as a varint, then the text.
  func encode(_ number: UInt32, into writer: inout ByteWriter) { texts.encode(textOf: NameID(number), into: &writer) }
}

extension MapObjectRecord {
  /// The object's kind.
  var kind: ObjectKind {
    ObjectKind(
      ranks: ranks, layers: layers, hasName: hasName, hasHouseNumber: hasHouseNumber, adminLevel: adminLevel)
  }
}
