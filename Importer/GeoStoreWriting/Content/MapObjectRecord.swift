import GeoModel
import GeoStore

/// A map object on its way into a store; ``MapObject`` is what comes out.
public struct MapObjectRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap object.
  public var source: SourceReference
  /// How fine it is.
  public var ranks: MapObjectRanks
  /// What it is as an answer.
  public var layers: MapLayers
  /// Whether it has a name.
  public var hasName: Bool
  /// Whether it has a house number or house name of its own.
  public var hasHouseNumber: Bool
  /// `admin_level`, 15 where there is none.
  public var adminLevel: UInt8
  /// `name` with the names by language; nil where it has none. Not repeated in ``tags``.
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

/// A way into a building: an `entrance=*` node on the outline of an object.
public struct EntranceRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap way whose vertex the entrance is.
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

/// A tag of a map object, its texts kept once.
public struct PackedMapTag: Hashable, BitwiseCopyable, Sendable {
  /// What the tag is to its object.
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

/// Texts by number, each kept once.
public struct TextTable: Sendable {
  private var texts: NameTable

  /// An empty table.
  ///
  /// - Parameter workspace: where it lives once it is large; nil for the heap.
  public init(in workspace: Workspace? = nil) { texts = NameTable(in: workspace) }

  /// The number of a text, the same for equal texts.
  public mutating func intern(_ text: String) -> UInt32 { texts.intern(text).rawValue }

  /// The number of a text whose bytes may not be valid UTF-8; what is wrong with them is repaired.
  public mutating func intern(repairing bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    texts.intern(repairing: bytes).rawValue
  }

  /// The text of a number that this table gave out.
  public subscript(number: UInt32) -> String { texts.text(NameID(number)) }

  /// A text as it stands here as long as the table does not change.
  func bytes(of number: UInt32) -> TextBytes { texts.bytes(ofText: NameID(number)) }

  /// Writes the length of a text as a varint, and the text.
  func encode(_ number: UInt32, into writer: inout ByteWriter) { texts.encode(textOf: NameID(number), into: &writer) }
}

extension MapObjectRecord {
  /// The object's kind.
  var kind: ObjectKind {
    ObjectKind(
      ranks: ranks, layers: layers, hasName: hasName, hasHouseNumber: hasHouseNumber, adminLevel: adminLevel)
  }
}
