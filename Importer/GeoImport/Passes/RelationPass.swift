import GeoModel
import OSMFile

/// Keeps the relations of one block that can become a record.
struct RelationPass {
  let selection: Selection
  /// The blob's position if objects may occur in several versions, else nil.
  let order: Int32?
  private(set) var batch = RelationBatch()

  /// Reads all relations of a block.
  mutating func read(_ block: PrimitiveBlock) {
    let relations = block.relations
    guard relations.count > 0 else { return }
    var keys = BlockKeys(block)
    var objects = selection.includesObjects ? BlockObjects(block) : nil
    let types = TypeIndexes(block.strings)
    let map = selection.map.hasAreas ? BlockMap(block, selection.map) : nil
    for index in 0..<relations.count {
      let tags = relations.tags(of: index)
      let version = order.map {
        ObjectVersion(number: relations.versions[index], order: $0, isVisible: relations.visible[index])
      }
      let mask = keys.mask(tags)
      let isWanted = selection.wantsRelation(mask) && types.isWanted(tags, mask)
      let isObject =
        relations.visible[index] && types.isArea(tags)
        && objects?.take(tags, element: batch.ids.count, into: &batch.objects) ?? false
      let draft =
        relations.visible[index] && types.isArea(tags)
        ? map?.draft(tags, mask, keys, element: batch.ids.count, isRing: true) : nil
      if let draft { batch.map.append(draft) }
      if relations.visible[index], isWanted || isObject || draft != nil {
        batch.ids.append(relations.ids[index])
        if isWanted { keys.take(tags, into: &batch.tags) } else { batch.tags.endObject() }
        for member in relations.members(of: index) { add(member, block.strings) }
        batch.memberStarts.append(UInt32(batch.members.count))
        if let version { batch.history.versions.append(version) }
      } else if let version {
        batch.history.tombstones.append(
          .init(id: relations.ids[index], version: version, position: Int32(batch.ids.count)))
      }
    }
  }

  /// Keeps a member if its role matters.
  private mutating func add(_ member: MemberIndexes, _ strings: StringTable) {
    guard let role = RelationPass.role(member, strings) else { return }
    let type: SourceReference.ObjectType =
      switch member.type {
      case .node: .node
      case .way: .way
      case .relation: .relation
      }
    batch.members.append(RelationMember(id: member.id, type: type, role: role))
  }

  /// The role of a member in its relation; nil if it does not matter.
  ///
  /// A way with any other role, except for `part`, bounds the area.
  private static func role(_ member: MemberIndexes, _ strings: StringTable) -> RelationMember.Role? {
    if strings.equals(member.role, "house") || strings.equals(member.role, "address") { return .house }
    if strings.equals(member.role, "street") { return .street }
    switch member.type {
    case .way:
      if strings.equals(member.role, "inner") { return .inner }
      // Parts of a building lie within its outline.
      return strings.equals(member.role, "part") ? nil : .outer
    case .node:
      if strings.equals(member.role, "label") { return .label }
      return strings.equals(member.role, "admin_centre") ? .adminCentre : nil
    case .relation: return nil
    }
  }
}

/// The texts that identify a block's wanted relations.
private struct TypeIndexes {
  private let key: UInt32?
  private let types: [UInt32]
  /// Types of relations that are areas.
  private let areaTypes: [UInt32]
  /// Types of relations that matter only with a house number.
  private let houseTypes: [UInt32]

  init(_ strings: StringTable) {
    key = strings.firstIndex(of: "type")
    types = [
      strings.firstIndex(of: "multipolygon"), strings.firstIndex(of: "boundary"),
      strings.firstIndex(of: "associatedStreet"), strings.firstIndex(of: "street"),
    ].compactMap { $0 }
    areaTypes = [strings.firstIndex(of: "multipolygon"), strings.firstIndex(of: "boundary")].compactMap { $0 }
    houseTypes = [strings.firstIndex(of: "building"), strings.firstIndex(of: "site")].compactMap { $0 }
  }

  func isArea(_ tags: UnsafeBufferPointer<TagIndexes>) -> Bool {
    tags.contains { $0.key == key && areaTypes.contains($0.value) }
  }

  func isWanted(_ tags: UnsafeBufferPointer<TagIndexes>, _ mask: TagMask) -> Bool {
    // Relations with `boundary` count as boundaries even without a `type`.
    guard let type = tags.first(where: { $0.key == key })?.value else { return mask.contains(.boundary) }
    return types.contains(type) || mask.intersects(AddressTags.identifying) && houseTypes.contains(type)
  }
}
