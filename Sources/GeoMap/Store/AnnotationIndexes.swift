import GeoModel

/// The annotations of a map by place: each slot is in the index of its cluster group or crowd, or of the loners.
final class AnnotationIndexes {
  private let store: AnnotationStore
  /// Annotations that neither cluster nor belong to a crowd, or whose kind is still unknown.
  let loners: SpatialIndex
  private(set) var groups: [ClusterGroup] = []
  private(set) var crowds: [Crowd] = []
  private var groupNumbers: [String: Int] = [:]
  /// Unused numbers of groups and crowds, for reuse.
  private var (freeGroups, freeCrowds) = ([Int](), [Int]())
  private(set) var kinds = ViewKinds()
  /// The number of kinds after unused ones were last removed.
  private var kindsKept = 0
  /// The number of annotations whose kind is still unknown.
  private var unknownCount = 0

  init(_ store: AnnotationStore) {
    self.store = store
    loners = SpatialIndex(store, number: 0)
  }

  /// The kind of a slot's view.
  @inline(__always) func kind(of slot: Int) -> ViewKind { kinds[Int(store[slot].kind)] }

  /// The index number of a slot's group or crowd; 0 without one.
  @inline(__always) func home(ofKind number: Int) -> Int { Int(kinds.homes[number]) }

  /// The group of an index number; nil when the number is not a group's.
  @inline(__always) func group(_ home: Int) -> ClusterGroup? {
    home > 0 && home < Int(Crowd.firstIndex) ? groups[home - 1] : nil
  }

  private func index(_ home: Int) -> SpatialIndex {
    if let group = group(home) { return group.index }
    return home == 0 ? loners : crowds[home - Int(Crowd.firstIndex)].index
  }

  /// Whether something in a cluster group changed.
  var areGroupsDirty: Bool { groups.contains { $0.isDirty } }

  /// Inserts a slot into an index.
  func insert(_ slot: Int, home: Int) {
    index(home).insert(slot)
    if let group = group(home) {
      group.grid.add(slot, WorldPoint(x: store[slot].x, y: store[slot].y))
      group.isDirty = true
    }
    if store[slot].kind == 0 { unknownCount += 1 }
  }

  /// Inserts new slots of one kind.
  func insert(_ slots: Range<Int>, kind: Int) {
    let home = home(ofKind: kind)
    index(home).insert(slots)
    if let group = group(home) {
      group.grid.add(slots, store)
      group.isDirty = true
    }
    if kind == 0 { unknownCount += slots.count }
  }

  /// Removes a slot from its index.
  func remove(_ slot: Int) {
    let home = Int(store[slot].home)
    index(home).remove(slot)
    if let group = group(home) {
      group.grid.subtract(slot, WorldPoint(x: store[slot].x, y: store[slot].y))
      group.isDirty = true
      group.singles.remove(slot)
    }
    if store[slot].kind == 0 { unknownCount -= 1 }
  }

  /// Sets the kind of a slot, but leaves the slot in its index.
  func setKind(_ number: Int, of slot: Int) {
    if store[slot].kind == 0 { unknownCount -= 1 }
    if number == 0 { unknownCount += 1 }
    store[slot].kind = UInt32(number)
  }

  /// Follows slots of one index that have moved; returns whether they belong to a cluster group.
  func moved(_ steps: some Sequence<AnnotationStore.Step>, home: Int) -> Bool {
    guard let group = group(home) else {
      index(home).moved(steps)
      return false
    }
    group.index.moved(steps)
    group.grid.move(steps)
    group.isDirty = true
    return true
  }

  /// Calls a function with each slot in a part of the map.
  func forEach(in rect: MapRect, _ body: (Int) -> Void) {
    for range in WorldRange.parts(of: rect) {
      for index in [loners] + groups.map(\.index) + crowds.map(\.index) {
        index.forEach(in: range) { slot, _, _ in body(slot) }
      }
    }
  }

  /// The clusters whose middle is in sight, as the groups were last solved.
  func clusters(in sight: Sight) -> [ClusterKey: ClusterSolver.Found] {
    var clusters: [ClusterKey: ClusterSolver.Found] = [:]
    for (index, group) in groups.enumerated() {
      for found in group.solver?.found.values ?? [:].values where found.sum.count > 1 {
        let place = WorldPoint(found.middle)
        guard sight.contains(place.x, place.y) else { continue }
        clusters[ClusterKey(group: index + 1, quarterLevel: group.grid.quarterLevel, root: found.root)] = found
      }
    }
    return clusters
  }

  /// Annotations whose kind is still unknown and that might join a cluster that affects what is in sight.
  func unknownNeighbors(where isOpen: (Int) -> Bool) -> [Int] {
    guard unknownCount > 0 else { return [] }
    var unknown: [Int] = []
    for range in groups.lazy.flatMap(\.neighborhood) {
      loners.forEach(in: range) { slot, _, _ in
        if store[slot].kind == 0, isOpen(slot) { unknown.append(slot) }
      }
    }
    return unknown
  }
}

// The kinds of views with their groups and crowds.
extension AnnotationIndexes {
  /// The kind of a view. Adds its frame to that of its cluster group.
  func kindNumber(of view: AnnotationView, template: Int) -> Int {
    var kind = ViewKind(of: view, template: template)
    let keepsOut = view.isPrioritySet && view.displayPriority == .required
    if let identifier = view.clusteringIdentifier, kind.collides, !keepsOut {
      kind.group = groupNumber(identifier)
      if kind.group > 0 { groups[kind.group - 1].frame.include(kind) }
    }
    return kinds.number(of: kind)
  }

  /// Records that a cluster's view can be hidden.
  func noteLimitedPriority() { kinds.noteLimitedPriority() }

  /// Makes an index for the annotations of a template whose views do not cluster.
  func makeCrowd(_ number: Int) {
    guard number > 0, kinds.homes[number] == 0 else { return }
    let place = freeCrowds.popLast() ?? crowds.count
    guard place < Int(AnnotationStore.nowhere - Crowd.firstIndex) else { return }
    let home = Crowd.firstIndex + UInt16(place)
    let crowd = Crowd(look: kinds[number], index: SpatialIndex(store, number: home))
    if place == crowds.count { crowds.append(crowd) } else { crowds[place] = crowd }
    kinds.setHome(home, of: number)
  }

  private func groupNumber(_ identifier: String) -> Int {
    if let known = groupNumbers[identifier] { return known }
    let number = freeGroups.popLast() ?? groups.count + 1
    guard number < Int(Crowd.firstIndex) else { return 0 }
    let group = newGroup(identifier, number)
    if number > groups.count { groups.append(group) } else { groups[number - 1] = group }
    groupNumbers[identifier] = number
    return number
  }

  private func newGroup(_ identifier: String, _ number: Int) -> ClusterGroup {
    ClusterGroup(identifier: identifier, index: SpatialIndex(store, number: UInt16(number)))
  }

  /// Whether so many kinds were made that it is time to look for unused ones.
  var areKindsMany: Bool { kinds.count > 2 * kindsKept + 1_000 }

  /// Forgets kinds, groups and crowds that nothing uses any more.
  ///
  /// - Parameters:
  ///   - numbers: the kinds of templates.
  ///   - shownGroups: the groups of clusters in sight.
  /// - Returns: the templates that are still used.
  func forgetUnused(kinds numbers: [Int], groups shownGroups: Set<Int>) -> Set<Int> {
    var used = [Bool](repeating: false, count: kinds.kinds.count)
    used[0] = true
    for number in numbers { used[number] = true }
    for slot in 0..<store.slotCount where store.isLive(slot) { used[Int(store[slot].kind)] = true }
    let usedKinds = used.indices.filter { used[$0] }.map { (kinds[$0], kinds.homes[$0]) }
    kinds.keepOnly(used)
    keepGroups(shownGroups.union(usedKinds.map(\.0.group)))
    keepCrowds(Set(usedKinds.map { Int($0.1) }))
    kindsKept = kinds.count
    return Set(usedKinds.map(\.0.template))
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

  /// The memory of all groups in bytes, including their results.
  var groupByteCount: Int { groups.reduce(0) { $0 + $1.byteCount } }

  /// The memory of groups, crowds and kinds in bytes.
  var byteCount: Int { groupByteCount + crowds.count * AnnotationIndexes.crowdBytes + kinds.byteCount }

  private static let crowdBytes = 500
}
