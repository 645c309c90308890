/// The OpenStreetMap object that something was taken from.
public struct SourceReference: Hashable, BitwiseCopyable, Sendable {
  /// The three kinds of OpenStreetMap objects; the raw value is the word on the wire.
  public enum ObjectType: String, Hashable, BitwiseCopyable, Sendable, CaseIterable { case node, way, relation }

  /// Node, way or relation.
  public var type: ObjectType
  /// The object's id within its type; negative for objects of an editor that were never uploaded.
  public var id: Int64

  /// A reference to an object by type and id.
  public init(type: ObjectType, id: Int64) {
    self.type = type
    self.id = id
  }
}
