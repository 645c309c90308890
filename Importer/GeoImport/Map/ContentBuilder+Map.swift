import GeoMapLayer
import GeoModel
import GeoStoreWriting

extension ContentBuilder {
  /// Adds a way to the map layer.
  mutating func addToMap(_ draft: MapDraft, _ tags: Tags, _ points: [FixedPoint]) {
    guard draft.kind.isArea else {
      let name = tags.fullName.map { content.names.intern($0) }
      let number = intern(tags[.ref])
      let points = draft.isBackward ? points.reversed() : points
      for part in Antimeridian.parts(of: points).flatMap({ LongSegments.parts(of: $0).parts }) {
        content.map.add(line: part, draft.kind, draft.course, name: name, number: number, levels: draft.levels)
      }
      return
    }
    guard points.count >= 4, points.first == points.last else { return }
    addToMap(area: draft, tags, [[points]])
  }

  /// Adds the mountains among nodes, or the regions of the world layer.
  mutating func addToMap(_ batch: NodeBatch) {
    for draft in batch.map where !batch.isLeftOut(Int(draft.element)) {
      let name = batch.tags[Int(draft.element)].fullName.map { content.names.intern($0) }
      let point = batch.points[Int(draft.element)]
      if draft.kind == .peak {
        content.map.add(peak: point, name: name, height: draft.height)
      } else if let name {
        content.map.add(region: point, name: name, levels: draft.levels)
      }
    }
  }

  /// Adds an assembled relation to the map layer.
  mutating func addToMap(area draft: MapDraft, _ tags: Tags, _ polygons: [[[FixedPoint]]]) {
    guard draft.kind.isArea else { return }
    let name = draft.kind.nameKind == nil ? nil : tags.fullName.map { content.names.intern($0) }
    content.map.add(polygons: Antimeridian.parts(of: polygons), draft.kind, name: name, levels: draft.levels)
  }
}

/// Iterates over the drafts of one batch, which have the order of their elements.
struct MapDraftCursor {
  let drafts: MappedArray<MapDraft>
  private var next = 0

  /// Creates a cursor before the first draft.
  init(_ drafts: MappedArray<MapDraft>) { self.drafts = drafts }

  /// The draft of an element. Elements must be requested in order.
  mutating func draft(of element: Int) -> MapDraft? {
    while next < drafts.count, drafts[next].element < element { next += 1 }
    return next < drafts.count && drafts[next].element == element ? drafts[next] : nil
  }
}
