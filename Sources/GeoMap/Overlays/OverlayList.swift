import GeoModel

/// The overlays of a map, in order.
struct OverlayList {
  /// An overlay with its level and renderer.
  struct Entry {
    var overlay: any Overlay
    var level: OverlayLevel
    var renderer: OverlayRenderer?
    /// Whether the delegate was asked for the renderer.
    var isAsked = false
  }

  private(set) var entries: [OverlayID: Entry] = [:]
  private var order: [OverlayLevel: [OverlayID]] = [.aboveRoads: [], .aboveLabels: []]
  private var objects: [ObjectIdentifier: OverlayID] = [:]
  /// The overlays whose renderer was not asked for yet.
  private(set) var open: Set<OverlayID> = []
  /// Whether something was added since the last layout.
  var isDirty = false

  /// The ids of a level, bottom first.
  func ids(_ level: OverlayLevel) -> [OverlayID] { order[level] ?? [] }

  /// The ids of all overlays, level by level.
  var all: [OverlayID] { OverlayLevel.allCases.flatMap { ids($0) } }

  subscript(id: OverlayID) -> Entry? { entries[id] }

  /// The id of an object.
  func id(of object: ObjectIdentifier) -> OverlayID? { objects[object] }

  /// Adds an overlay to a level, or replaces one, which loses its renderer.
  ///
  /// - Parameter index: the index in the level, not counting a replaced overlay. Nil keeps the place and level of a
  ///   replaced overlay, and appends a new one.
  mutating func insert(
    _ id: OverlayID, _ overlay: any Overlay, _ level: OverlayLevel, at index: Int?, object: ObjectIdentifier?
  ) {
    let old = entries[id]
    if old != nil { forgetObject(id) }
    old?.renderer?.id = nil
    if let old, index != nil { order[old.level]?.removeAll { $0 == id } }
    if old == nil || index != nil {
      let count = ids(level).count
      order[level, default: []].insert(id, at: max(0, min(count, index ?? count)))
    }
    entries[id] = Entry(overlay: overlay, level: index == nil ? old?.level ?? level : level)
    if let object { objects[object] = id }
    open.insert(id)
    isDirty = true
  }

  /// Removes overlays. Goes through each level once, however many overlays are removed.
  mutating func remove(_ ids: some Sequence<OverlayID>) {
    var gone: Set<OverlayID> = []
    var levels: Set<OverlayLevel> = []
    for id in ids {
      guard let entry = entries[id] else { continue }
      forgetObject(id)
      entry.renderer?.id = nil
      entries[id] = nil
      open.remove(id)
      gone.insert(id)
      levels.insert(entry.level)
    }
    for level in levels { order[level]?.removeAll { gone.contains($0) } }
  }

  private mutating func forgetObject(_ id: OverlayID) {
    if let overlay = entries[id]?.overlay, let object = AnnotationStore.object(of: overlay) { objects[object] = nil }
  }

  mutating func exchange(_ a: OverlayID, _ b: OverlayID) {
    guard a != b, let first = entries[a], let second = entries[b],
      let i = ids(first.level).firstIndex(of: a), let j = ids(second.level).firstIndex(of: b)
    else { return }
    order[first.level]?[i] = b
    order[second.level]?[j] = a
    entries[a]?.level = second.level
    entries[b]?.level = first.level
  }

  mutating func noteAsked(_ id: OverlayID) {
    entries[id]?.isAsked = true
    open.remove(id)
  }

  /// Replaces an overlay but keeps its renderer. An overlay not asked about yet may come into sight by this.
  mutating func replace(_ id: OverlayID, with overlay: any Overlay) {
    forgetObject(id)
    entries[id]?.overlay = overlay
    if let object = AnnotationStore.object(of: overlay) { objects[object] = id }
    if open.contains(id) { isDirty = true }
  }

  mutating func setRenderer(_ renderer: OverlayRenderer?, of id: OverlayID) {
    entries[id]?.renderer?.id = nil
    entries[id]?.renderer = renderer
  }
}
