/// The part of the map layer that is kept.
enum MapSelection {
  case nothing
  /// Coastlines, which decide whether points are at sea.
  case coastlines
  case everything
  /// The parts of the world layer that are shown.
  case world

  /// Whether mountains, areas and names are wanted in addition to lines.
  var hasAreas: Bool { self == .everything || self == .world }
}

/// Decides by its keys whether an object is worth keeping. It may keep too much, never too little.
struct Selection: Sendable {
  /// Whether places of interest are wanted.
  var includesFeatures: Bool
  /// Whether map objects are wanted.
  var includesObjects = false
  /// The wanted part of the map layer.
  var map = MapSelection.nothing
  /// Whether to keep even relations that cannot become a record, to examine all multipolygons.
  var keepsEverything = false

  private static let named = TagMask(.name, .translation, .internationalName, .officialName)
  private static let callable = TagMask(.name, .translation, .internationalName, .officialName, .ref)
  private static let boundaries = TagMask(.boundary, .timeZone)
  private static let addresses = AddressTags.identifying.union(TagMask(.postcode))
  private static let namedAreas = TagMask(.placeType, .natural, .waterway, .landuse)

  /// Whether a way with these keys can become a record.
  func wantsWay(_ mask: TagMask) -> Bool {
    if mask.isEmpty { return false }
    if mask.contains(.highway) && mask.intersects(Selection.callable) { return true }
    return mask.contains(.interpolation) || wantsAreaOrPoint(mask)
  }

  /// Whether a relation with these keys can become a record.
  func wantsRelation(_ mask: TagMask) -> Bool {
    guard mask.intersects(TagMask(.type, .boundary)) else { return false }
    if keepsEverything { return true }
    if mask.contains(.highway) && mask.intersects(Selection.callable) { return true }
    return wantsAreaOrPoint(mask) || mask.intersects(Selection.callable.union(TagMask(.street)))
  }

  /// Whether a node with these keys can become a record.
  func wantsNode(_ mask: TagMask) -> Bool {
    if mask.intersects(Selection.addresses) { return true }
    guard mask.intersects(Selection.named) else { return false }
    return mask.contains(.placeType) || includesFeatures && mask.intersects(FeatureClassifier.mask)
  }

  private func wantsAreaOrPoint(_ mask: TagMask) -> Bool {
    if mask.intersects(Selection.addresses.union(Selection.boundaries).union(TagMask(.building))) { return true }
    guard mask.intersects(Selection.named) else { return false }
    return mask.intersects(Selection.namedAreas) || includesFeatures && mask.intersects(FeatureClassifier.mask)
  }
}
