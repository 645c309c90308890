import GeoImport

/// Which tags of an object remain. An empty result means that the tags say nothing that an import would use.
enum TagSelection {
  /// Relations that tie houses to their street.
  static let streetRelations: Set = ["associatedStreet", "street"]
  private static let areaRelations: Set = ["multipolygon", "boundary"]

  /// Tags that make something an address, a street, a place or an area by themselves.
  private static let addressKeys: Set = [
    "addr:housenumber", "addr:housename", "addr:conscriptionnumber", "addr:streetnumber", "addr:interpolation",
  ]
  /// Tags that make something with a name worth keeping.
  private static let namedKeys: Set = [
    "place", "boundary", "natural", "waterway", "water", "landuse", "leisure", "amenity", "shop", "tourism", "office",
    "historic", "craft", "public_transport", "railway", "man_made", "aeroway", "healthcare", "building",
  ]

  /// The tags of a node.
  static func node(_ tags: [String: String]) -> [String: String] {
    let used = used(tags)
    return isAddress(used) || isNamedThing(used) ? used : [:]
  }

  /// The tags of a way. Lines with names that are no streets (walls, rivers) say nothing: only areas do.
  static func way(_ tags: [String: String], isClosed: Bool) -> [String: String] {
    let used = used(tags)
    let isStreet = used["highway"] != nil && (used["name"] != nil || used["ref"] != nil)
    return isStreet || isAddress(used) || (isClosed && isNamedThing(used)) ? used : [:]
  }

  /// The tags of a relation.
  static func relation(_ tags: [String: String]) -> [String: String] {
    let used = used(tags)
    let type = used["type"] ?? ""
    if streetRelations.contains(type) { return used }
    let isStreet = used["highway"] != nil && used["name"] != nil
    return areaRelations.contains(type) && (isAddress(used) || isNamedThing(used) || isStreet) ? used : [:]
  }

  private static func used(_ tags: [String: String]) -> [String: String] {
    tags.filter { !$0.value.isEmpty && ImportedTags.contains($0.key) }
  }

  private static func isAddress(_ tags: [String: String]) -> Bool { tags.keys.contains { addressKeys.contains($0) } }

  private static func isNamedThing(_ tags: [String: String]) -> Bool {
    tags["name"] != nil && tags.keys.contains { namedKeys.contains($0) }
  }
}
