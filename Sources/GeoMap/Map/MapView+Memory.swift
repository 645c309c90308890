import GeoModel

// The memory that a map takes, and how it releases what is no longer needed.
extension MapView {
  /// The memory of annotations, their groups and views in bytes, without their texts and without what programs attach.
  package var heldBytes: Int {
    let names = templates.reduce(0) { $0 + MapView.templateBytes + 2 * $1.name.utf8.count }
    return store.byteCount + heldGroupBytes + crowds.count * MapView.crowdBytes + kinds.byteCount + names
      + heldViewBytes + askedCount * MapView.viewBytes
  }

  /// The memory of all groups in bytes, including their results.
  package var heldGroupBytes: Int {
    groups.reduce(0) { sum, group in
      let cells = (group.solver?.looked.count ?? 0) * MapView.cellBytes
      return sum + MapView.groupBytes + group.identifier.utf8.count + group.grid.byteCount + cells
    }
  }

  /// The memory of views in bytes: those in queues, those that templates made for what is in sight, and those of
  /// clusters.
  package var heldViewBytes: Int {
    let made = min(views.count, maximumViewCount) + reuse.count + 2 * clusters.count
    return made * MapView.viewBytes + reuse.byteCount
  }

  /// The number of annotations without a template. They have a view of their own, or will have one once they come into
  /// sight.
  private var askedCount: Int {
    (0..<store.slotCount).count { store.isLive($0) && kinds[Int(store[$0].kind)].template < 0 }
  }

  /// Bytes per view, including its entries in the map's tables.
  package static let viewBytes = 1_000
  /// Bytes per clustering identifier, including its results.
  package static let groupBytes = 2_500
  /// Bytes per annotation that clusters with thousands of others, for the cells in which they are summed.
  package static let memberBytes = 128
  /// Bytes per cell that a solver considered.
  private static let cellBytes = 300
  private static let crowdBytes = 500
  private static let templateBytes = 500

  /// Forgets kinds of views, groups, crowds and names of unregistered templates that nothing uses any more. A layout
  /// calls this by itself after many changes.
  package func forgetUnused() {
    var used = [Bool](repeating: false, count: kinds.kinds.count)
    used[0] = true
    for number in templateKinds { used[number] = true }
    for slot in 0..<store.slotCount where store.isLive(slot) { used[Int(store[slot].kind)] = true }
    let usedKinds = used.indices.filter { used[$0] }.map { (kinds[$0], kinds.homes[$0]) }
    kinds.keepOnly(used)
    keepGroups(Set(usedKinds.map(\.0.group)).union(clusters.keys.map(\.group)))
    keepCrowds(Set(usedKinds.map { Int($0.1) }))
    keepTemplates(Set(usedKinds.map(\.0.template)))
    if store.count == 0 { empty() }
    kindsKept = kinds.count
  }

  private func keepGroups(_ used: Set<Int>) {
    func isUnused(_ number: Int) -> Bool { !used.contains(number) && groups[number - 1].index.count == 0 }
    while !groups.isEmpty, isUnused(groups.count) { groupNumbers[groups.removeLast().identifier] = nil }
    freeGroups = (0..<groups.count).map { $0 + 1 }.filter { isUnused($0) }
    for number in freeGroups { groupNumbers[groups[number - 1].identifier] = nil }
    for number in freeGroups { groups[number - 1] = newGroup("", number) }
  }

  private func keepCrowds(_ used: Set<Int>) {
    func isUnused(_ place: Int) -> Bool {
      !used.contains(place + Int(Crowd.firstIndex)) && crowds[place].index.count == 0
    }
    while !crowds.isEmpty, isUnused(crowds.count - 1) { crowds.removeLast() }
    freeCrowds = crowds.indices.filter { isUnused($0) }
  }

  private func keepTemplates(_ used: Set<Int>) {
    for (name, number) in formerTemplates where !used.contains(number) {
      formerTemplates[name] = nil
      freeTemplates.append(number)
    }
  }

  /// Recreates tables that have grown large, once the map is empty.
  private func empty() {
    guard store.slotCount > 1_000, views.isEmpty, awaited.isEmpty, changed.isEmpty else { return }
    store.empty()
    (visible, shown, changed) = (SlotSet(), SlotSet(), SlotSet())
    front = Front(grid: CollisionGrid(size: .zero))
    needsFullLayout = true
  }
}
