import GeoModel

extension MapView {
  /// Adds an overlay on top of a level (`addOverlay(_:level:)`).
  ///
  /// An object that is already on the map is not added again, except under another id. If the id is already on the map,
  /// the new overlay takes the place of the old one.
  ///
  /// - Parameter level: the level; by default ``OverlayLevel/aboveLabels``.
  /// - Returns: the id, which all other functions take.
  @discardableResult
  public func addOverlay(_ overlay: any Overlay, level: OverlayLevel = .aboveLabels, id: OverlayID? = nil) -> OverlayID
  {
    put(overlay, at: nil, level, id)
  }

  /// Adds overlays in order (`addOverlays(_:level:)`).
  @discardableResult
  public func addOverlays(_ overlays: some Sequence<any Overlay>, level: OverlayLevel = .aboveLabels) -> [OverlayID] {
    overlays.map { addOverlay($0, level: level) }
  }

  /// Inserts an overlay at an index of a level (`insertOverlay(_:at:level:)`); an index beyond the end appends. If the
  /// id is already on the map, the new overlay replaces the old one and moves there. The index does not count the
  /// replaced one.
  @discardableResult
  public func insertOverlay(
    _ overlay: any Overlay, at index: Int, level: OverlayLevel = .aboveLabels, id: OverlayID? = nil
  ) -> OverlayID {
    put(overlay, at: index, level, id)
  }

  private func put(_ overlay: any Overlay, at index: Int?, _ level: OverlayLevel, _ id: OverlayID?) -> OverlayID {
    let object = AnnotationStore.object(of: overlay)
    if let object, let known = overlayList.id(of: object), id == nil || id == known { return known }
    let id = id ?? newOverlayID()
    overlayList.insert(id, overlay, level, at: index, object: object)
    journal?.overlays.insert(id)
    return id
  }

  /// Adds an overlay directly above another one, in its level (`insertOverlay(_:above:)`).
  ///
  /// - Throws: ``MapError/unknownOverlay(_:)`` when `sibling` is not on the map.
  @discardableResult
  public func insertOverlay(_ overlay: any Overlay, above sibling: OverlayID) throws(MapError) -> OverlayID {
    try insertOverlay(overlay, beside: sibling, offset: 1)
  }

  /// Adds an overlay directly below another one, in its level (`insertOverlay(_:below:)`).
  ///
  /// - Throws: ``MapError/unknownOverlay(_:)`` when `sibling` is not on the map.
  @discardableResult
  public func insertOverlay(_ overlay: any Overlay, below sibling: OverlayID) throws(MapError) -> OverlayID {
    try insertOverlay(overlay, beside: sibling, offset: 0)
  }

  private func insertOverlay(
    _ overlay: any Overlay, beside sibling: OverlayID, offset: Int
  ) throws(MapError) -> OverlayID {
    guard let level = overlayList[sibling]?.level, let index = overlayList.ids(level).firstIndex(of: sibling) else {
      throw .unknownOverlay(sibling)
    }
    return insertOverlay(overlay, at: index + offset, level: level)
  }

  /// Swaps two overlays, including their levels (`exchangeOverlay(_:with:)`).
  ///
  /// - Throws: ``MapError/unknownOverlay(_:)``.
  public func exchangeOverlay(_ a: OverlayID, with b: OverlayID) throws(MapError) {
    for id in [a, b] where overlayList[id] == nil { throw .unknownOverlay(id) }
    overlayList.exchange(a, b)
  }

  /// Swaps two overlays by their indexes above the labels (`exchangeOverlay(at:withOverlayAt:)`). Does nothing for an
  /// index that does not exist.
  public func exchangeOverlay(at index: Int, withOverlayAt other: Int) {
    let ids = overlayList.ids(.aboveLabels)
    if ids.indices.contains(index), ids.indices.contains(other) { overlayList.exchange(ids[index], ids[other]) }
  }

  /// Removes an overlay (`removeOverlay(_:)`) and discards its renderer. Unknown ids are ignored.
  public func removeOverlay(_ id: OverlayID) { overlayList.remove(CollectionOfOne(id)) }

  /// Removes an object.
  public func removeOverlay(_ overlay: any Overlay & AnyObject) {
    if let id = overlayList.id(of: ObjectIdentifier(overlay)) { removeOverlay(id) }
  }

  /// Removes overlays (`removeOverlays(_:)`).
  public func removeOverlays(_ ids: some Sequence<OverlayID>) { overlayList.remove(ids) }

  /// Returns the ids of one level, bottom first, which is the drawing order (`overlays(in:)`).
  public func overlays(in level: OverlayLevel) -> [OverlayID] { overlayList.ids(level) }

  /// The ids of all overlays, level by level (`overlays`).
  public var overlays: [OverlayID] { overlayList.all }

  /// Returns the overlay with an id; nil when there is none.
  public func overlay(for id: OverlayID) -> (any Overlay)? { overlayList[id]?.overlay }

  /// Returns the level of an overlay; nil when there is none.
  public func level(of id: OverlayID) -> OverlayLevel? { overlayList[id]?.level }

  private func newOverlayID() -> OverlayID {
    defer { nextAutomaticID += 1 }
    return .automatic(nextAutomaticID)
  }
}
