import GeoModel

/// The groups of houses with a postal code, flat, in the order of the tiles.
struct PostalGroups: Sendable {
  /// A group without its bytes.
  struct Head: BitwiseCopyable, Sendable {
    /// The code's id.
    var code: UInt32
    /// The box of the houses.
    var box: FixedBox
    /// Where the group's bytes end.
    var end: Int
  }

  /// The groups.
  private(set) var heads: MappedArray<Head>
  /// All groups' bytes, one after the other.
  private(set) var bytes: MappedArray<UInt8>

  /// No groups yet.
  init(in workspace: Workspace?) {
    heads = MappedArray(in: workspace)
    bytes = MappedArray(in: workspace)
  }

  /// Adds the next group.
  mutating func append(_ group: CutPostalGroup) {
    bytes.append(contentsOf: group.bytes)
    heads.append(Head(code: group.code, box: group.box, end: bytes.count))
  }

  /// Adds the groups of the part of the Earth that follows.
  mutating func append(_ next: PostalGroups) {
    let offset = bytes.count
    bytes.append(contentsOf: next.bytes)
    for head in next.heads { heads.append(Head(code: head.code, box: head.box, end: offset + head.end)) }
  }
}
