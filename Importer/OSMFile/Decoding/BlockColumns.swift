// The columns of a block: element `i` of each column belongs to object `i`. They are views of the block's memory, valid
// until the next read into the block.

/// A tag, as two indexes into the block's ``StringTable``.
@frozen public struct TagIndexes: BitwiseCopyable, Hashable, Sendable {
  /// The index of the key.
  public let key: UInt32
  /// The index of the value.
  public let value: UInt32

  @inlinable init(key: UInt32, value: UInt32) {
    self.key = key
    self.value = value
  }
}

/// The nodes of a block. The few nodes with tags are listed in ``taggedNodes``.
@frozen public struct NodeColumns {
  /// OpenStreetMap ids; negative ones are legal.
  public let ids: UnsafeBufferPointer<Int64>
  /// Longitudes in 1e-7 degree, always on the globe.
  public let x: UnsafeBufferPointer<Int32>
  /// Latitudes in 1e-7 degree, always on the globe.
  public let y: UnsafeBufferPointer<Int32>
  /// False for nodes that were deleted with this version (histories, changes); their coordinates are 0 if not given.
  public let visible: UnsafeBufferPointer<Bool>
  /// Versions; 0 if the file has none. Empty unless ``OSMReadOptions/versions`` were wanted.
  public let versions: UnsafeBufferPointer<Int32>
  /// The indexes of the nodes with tags, ascending. Empty unless ``OSMReadOptions/tags`` were wanted.
  public let taggedNodes: UnsafeBufferPointer<UInt32>
  @usableFromInline let tagRanges: UnsafeBufferPointer<TagRange>
  @usableFromInline let allTags: UnsafeBufferPointer<TagIndexes>

  /// The number of nodes.
  @inlinable public var count: Int { ids.count }

  /// The tags of the node `taggedNodes[tagged]`, in the order of the file.
  @inlinable public func tags(ofTagged tagged: Int) -> UnsafeBufferPointer<TagIndexes> {
    let range = tagRanges[tagged]
    return UnsafeBufferPointer(rebasing: allTags[Int(range.start)..<Int(range.end)])
  }
}

/// The ways of a block.
@frozen public struct WayColumns {
  /// OpenStreetMap ids.
  public let ids: UnsafeBufferPointer<Int64>
  /// False for ways that were deleted with this version.
  public let visible: UnsafeBufferPointer<Bool>
  /// Versions; 0 if the file has none. Empty unless ``OSMReadOptions/versions`` were wanted.
  public let versions: UnsafeBufferPointer<Int32>
  /// The node ids of all ways, one way after the other; see ``refs(of:)``.
  public let allRefs: UnsafeBufferPointer<Int64>
  /// The coordinates of all node references, parallel to ``allRefs``. Empty unless the block has locations on ways.
  public let allLocations: UnsafeBufferPointer<WayLocation>
  @usableFromInline let refStarts: UnsafeBufferPointer<UInt32>
  @usableFromInline let tagStarts: UnsafeBufferPointer<UInt32>
  @usableFromInline let allTags: UnsafeBufferPointer<TagIndexes>

  /// The number of ways.
  @inlinable public var count: Int { ids.count }
  /// Whether the ways have the coordinates of their nodes (`LocationsOnWays`).
  @inlinable public var hasLocations: Bool { !allLocations.isEmpty }

  /// The node ids of a way, in order.
  @inlinable public func refs(of way: Int) -> UnsafeBufferPointer<Int64> { slice(allRefs, refStarts, way) }

  /// The coordinates of a way's nodes, parallel to ``refs(of:)``. Valid only if ``hasLocations``.
  @inlinable public func locations(of way: Int) -> UnsafeBufferPointer<WayLocation> {
    slice(allLocations, refStarts, way)
  }

  /// The tags of a way, in the order of the file. None unless ``OSMReadOptions/tags`` were wanted.
  @inlinable public func tags(of way: Int) -> UnsafeBufferPointer<TagIndexes> { slice(allTags, tagStarts, way) }
}

/// The coordinate of one node of a way.
@frozen public struct WayLocation: BitwiseCopyable, Hashable, Sendable {
  /// Longitude in 1e-7 degree.
  public let x: Int32
  /// Latitude in 1e-7 degree.
  public let y: Int32

  @inlinable init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  /// The value for a coordinate that is missing in the file or off the globe.
  public static let missing = WayLocation(x: .max, y: .max)
}

/// The relations of a block.
@frozen public struct RelationColumns {
  /// OpenStreetMap ids.
  public let ids: UnsafeBufferPointer<Int64>
  /// False for relations that were deleted with this version.
  public let visible: UnsafeBufferPointer<Bool>
  /// Versions; 0 if the file has none. Empty unless ``OSMReadOptions/versions`` were wanted.
  public let versions: UnsafeBufferPointer<Int32>
  @usableFromInline let memberStarts: UnsafeBufferPointer<UInt32>
  @usableFromInline let allMembers: UnsafeBufferPointer<MemberIndexes>
  @usableFromInline let tagStarts: UnsafeBufferPointer<UInt32>
  @usableFromInline let allTags: UnsafeBufferPointer<TagIndexes>

  /// The number of relations.
  @inlinable public var count: Int { ids.count }

  /// The members of a relation, in order.
  @inlinable public func members(of relation: Int) -> UnsafeBufferPointer<MemberIndexes> {
    slice(allMembers, memberStarts, relation)
  }

  /// The tags of a relation, in the order of the file. None unless ``OSMReadOptions/tags`` were wanted.
  @inlinable public func tags(of relation: Int) -> UnsafeBufferPointer<TagIndexes> {
    slice(allTags, tagStarts, relation)
  }
}

/// A member of a relation.
@frozen public struct MemberIndexes: BitwiseCopyable, Hashable, Sendable {
  /// The id of the member.
  public let id: Int64
  /// The index of the role in the block's ``StringTable``.
  public let role: UInt32
  /// The type of the member.
  public let type: OSMObjectType

  @inlinable init(id: Int64, role: UInt32, type: OSMObjectType) {
    self.id = id
    self.role = role
    self.type = type
  }
}

/// The range of the tags of a tagged node.
@frozen @usableFromInline struct TagRange: BitwiseCopyable {
  @usableFromInline let start: UInt32
  @usableFromInline let end: UInt32

  @inlinable init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }
}

/// The part of a column that belongs to one object. `starts` has one element more than there are objects.
@inlinable
func slice<Element>(
  _ all: UnsafeBufferPointer<Element>, _ starts: UnsafeBufferPointer<UInt32>, _ index: Int
) -> UnsafeBufferPointer<Element> {
  UnsafeBufferPointer(rebasing: all[Int(starts[index])..<Int(starts[index + 1])])
}

extension NodeColumns {
  init() {
    self.init(
      ids: .none, x: .none, y: .none, visible: .none, versions: .none, taggedNodes: .none, tagRanges: .none,
      allTags: .none)
  }
}

extension WayColumns {
  init() {
    self.init(
      ids: .none, visible: .none, versions: .none, allRefs: .none, allLocations: .none, refStarts: .none,
      tagStarts: .none, allTags: .none)
  }
}

extension RelationColumns {
  init() {
    self.init(
      ids: .none, visible: .none, versions: .none, memberStarts: .none, allMembers: .none, tagStarts: .none,
      allTags: .none)
  }
}

extension UnsafeBufferPointer {
  fileprivate static var none: Self { Self(start: nil, count: 0) }
}
