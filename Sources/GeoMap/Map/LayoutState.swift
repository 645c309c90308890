import GeoModel

/// What the last layout found, and what the next one has to do.
final class LayoutState {
  /// The area of the last layout.
  var sight = Sight(rect: .null, ranges: [], kept: [])
  /// The loners in sight.
  var visible = SlotSet()
  /// The slots whose views are shown.
  var shown = SlotSet()
  /// Slots whose view the delegate will give later.
  var awaited: Set<Int> = []
  /// The result of the last collision handling.
  var front = Front(grid: CollisionGrid(size: .zero))
  /// Slots that were added, moved or changed since the last layout.
  private(set) var changed = SlotSet()
  var isFullNeeded = true
  /// Whether something hidden may become visible.
  var areCollisionsNeeded = false
  /// Whether a group was solved since the clusters were last updated.
  var clustersChanged = false
  var isRunning = false

  var isNeeded: Bool { isFullNeeded || areCollisionsNeeded || !changed.isEmpty }

  /// Marks a slot for the next layout, whatever it looks at.
  func note(_ slot: Int) { changed.insert(slot) }

  /// Marks slots for the next layout, unless it looks at all of them.
  func note(_ slots: some Sequence<Int>) {
    if !isFullNeeded { changed.formUnion(slots) }
  }

  /// Whether a slot may be shown by itself: it is in sight and in no cluster.
  func isCandidate(_ slot: Int, _ store: AnnotationStore, _ indexes: AnnotationIndexes) -> Bool {
    let home = Int(store[slot].home)
    if let group = indexes.group(home) { return group.singles.contains(slot) }
    return home == 0 ? visible.contains(slot) : sight.contains(store[slot].x, store[slot].y)
  }

  /// Finds the loners in sight, and marks all groups for solving.
  func lookEverywhere(_ store: AnnotationStore, _ indexes: AnnotationIndexes) {
    // Swift checks each access of a property for overlaps, but not those of a local variable.
    var found = SlotSet()
    swap(&found, &visible)
    found.removeAll()
    for range in sight.ranges { indexes.loners.forEach(in: range) { slot, _, _ in found.insert(slot) } }
    visible = found
    for group in indexes.groups { group.isDirty = true }
    if !awaited.isEmpty { awaited = awaited.filter { sight.contains(store[$0].x, store[$0].y) } }
  }

  /// Processes what was added, moved or changed.
  func lookAtChanges(_ store: AnnotationStore, _ touched: inout Set<Int>) {
    guard !changed.isEmpty else { return }
    let sight = sight
    var found = SlotSet()
    swap(&found, &visible)
    for slot in changed.slots.lazy.map({ Int($0) }) {
      touched.insert(slot)
      guard store.isLive(slot) else { continue }
      if store[slot].home == 0, sight.contains(store[slot].x, store[slot].y) {
        found.insert(slot)
      } else {
        found.remove(slot)
        if !awaited.isEmpty { awaited.remove(slot) }
      }
    }
    visible = found
    changed.removeAll()
  }

  /// Forgets a slot that is removed.
  func forget(_ slot: Int) {
    // Something that the annotation hid may become visible.
    if !front.isWhole, front.slots.contains(slot) { areCollisionsNeeded = true }
    visible.remove(slot)
    awaited.remove(slot)
    shown.remove(slot)
    changed.remove(slot)
  }

  /// Takes the result of collision handling, and adds the slots whose views it shows or hides.
  func take(_ new: Front, _ touched: inout Set<Int>) {
    let old = front
    front = new
    switch (old.isWhole, new.isWhole) {
    case (true, true): break
    case (false, false): touched.formUnion(old.slots.symmetricDifference(new.slots))
    case (true, false): touched.formUnion(shown.slots.map { Int($0) })
    case (false, true): touched.formUnion(new.slots)
    }
  }

  /// Empties tables that have grown large, unless they are needed.
  ///
  /// - Returns: whether they were empty.
  func empty() -> Bool {
    guard awaited.isEmpty, changed.isEmpty else { return false }
    (visible, shown, changed) = (SlotSet(), SlotSet(), SlotSet())
    front = Front(grid: CollisionGrid(size: .zero))
    isFullNeeded = true
    return true
  }
}

/// The area that a layout considers.
struct Sight {
  /// The visible rectangle with the margin around it.
  let rect: MapRect
  /// The parts of the world in the rectangle.
  let ranges: [WorldRange]
  /// The parts of the world where views are kept although they are out of sight.
  let kept: [WorldRange]

  /// Whether a place is in sight.
  @inline(__always) func contains(_ x: UInt32, _ y: UInt32) -> Bool { ranges.contains { $0.contains(x, y) } }

  /// Whether views at a place are kept.
  @inline(__always) func keeps(_ x: UInt32, _ y: UInt32) -> Bool { kept.contains { $0.contains(x, y) } }
}

/// The result of collision handling in a layout.
struct Front {
  /// The slots of the annotations that were placed.
  var slots: Set<Int> = []
  var grid: CollisionGrid
  /// The rank beyond which the view limit left no room.
  var end = UInt64.max
  /// Whether nothing had to be hidden. Annotations added since may then be in front without being in `slots`.
  var isWhole = true
  /// An upper bound on the number of annotations in front.
  var atMost = 0

  /// Whether a slot that may be shown by itself is in front.
  @inline(__always) func mayContain(_ slot: Int) -> Bool { isWhole || slots.contains(slot) }
}
