import GeoModel

// What a map takes for itself, and how it gives back what nobody needs any more.
extension MapView {
  /// Bytes that the map takes for annotations, their groups and views, without their texts and what programs have made of them.
  package var heldBytes: Int {
    store.byteCount + heldGroupBytes + crowds.count * MapView.crowdBytes + kinds.byteCount
      + templates.reduce(0) { $0 + MapView.templateBytes + 2 * $1.name.utf8.count } + heldViewBytes
  }

  /// Bytes of all groups, with what was worked out for them.
  package var heldGroupBytes: Int {
    groups.reduce(0) { sum, group in
      let cells = (group.solver?.looked.count ?? 0) * MapView.cellBytes
      return sum + MapView.groupBytes + group.identifier.utf8.count + group.grid.byteCount + cells
    }
  }

  /// Bytes of all views, those in queues among them, and of clusters.
  package var heldViewBytes: Int {
    (views.count + reuse.count) * MapView.viewBytes + reuse.byteCount + clusters.count * 2 * MapView.viewBytes
  }

  /// Bytes of a view, with its place in the tables of the map.
  package static let viewBytes = 1_500
  /// Bytes of a clustering identifier, with what was worked out for it.
  package static let groupBytes = 3_500
  /// Bytes of an annotation that clusters with thousands of others, for the cells in which they are added up.
  package static let memberBytes = 128
  /// Bytes of a cell that has a say in what is seen.
  private static let cellBytes = 300
  private static let crowdBytes = 500
  private static let templateBytes = 500

  /// Forgets what the last layout has left without anybody who needs it: kinds of views, groups, crowds and names of templates. After many
  /// changes a layout does so by itself.
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

  /// Nothing is on the map: tables that were long are made anew.
  private func empty() {
    guard store.slotCount > 1_000, views.isEmpty, awaited.isEmpty, changed.isEmpty else { return }
    store.empty()
    (visible, shown, changed) = (SlotSet(), SlotSet(), SlotSet())
    front = Front(grid: CollisionGrid(size: .zero))
    needsFullLayout = true
  }
}
