@testable import GeoMap
import GeoModel
import Testing

@Suite("The annotations of a map by place")
struct AnnotationIndexesTests {
  private let store = AnnotationStore()
  private let indexes: AnnotationIndexes

  init() { indexes = AnnotationIndexes(store) }

  private func view(_ identifier: String?) -> AnnotationView {
    let view = AnnotationView(annotation: nil, reuseIdentifier: nil)
    view.size = ScreenSize(width: 20, height: 20)
    view.clusteringIdentifier = identifier
    return view
  }

  private func found() -> [Int] {
    var slots: [Int] = []
    indexes.forEach(in: .world) { slots.append($0) }
    return slots
  }

  @Test("a slot is found in the index of its group, crowd or the loners, until it is removed")
  func homes() throws {
    let bus = indexes.kindNumber(of: view("bus"), template: 0)
    let tree = indexes.kindNumber(of: view(nil), template: 1)
    indexes.makeCrowd(tree)
    #expect(indexes.group(indexes.home(ofKind: bus))?.identifier == "bus" && indexes.crowds.count == 1)
    for (number, kind) in [0, bus, tree].enumerated() {
      let place = try Coordinate(latitude: 50, longitude: 8)
      let slot = store.insert(.number(number), place, title: nil, kind: kind)
      indexes.insert(slot, home: indexes.home(ofKind: kind))
    }
    #expect(found().count == 3 && indexes.loners.count == 1 && indexes.areGroupsDirty)
    indexes.remove(1)
    #expect(!found().contains(1) && found().count == 2)
  }

  @Test("groups and crowds that nothing uses are forgotten, and templates that are used are told")
  func forgetting() {
    let bus = indexes.kindNumber(of: view("bus"), template: 0)
    indexes.makeCrowd(indexes.kindNumber(of: view(nil), template: 1))
    #expect(indexes.forgetUnused(kinds: [bus], groups: []) == [-1, 0])
    #expect(indexes.groups.count == 1 && indexes.crowds.isEmpty)
    #expect(indexes.forgetUnused(kinds: [], groups: []) == [-1])
    #expect(indexes.groups.isEmpty)
  }
}
