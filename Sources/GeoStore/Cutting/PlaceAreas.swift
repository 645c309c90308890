/// Ids of the administrative areas that contain each place. Places come in ascending order, as tiles do.
struct PlaceAreas: Sendable {
  /// A place and where its areas end.
  private struct Entry: BitwiseCopyable, Sendable {
    var place: UInt32
    var end: Int
  }

  private var entries: MappedArray<Entry>
  private var areas: MappedArray<UInt32>

  /// No places yet.
  init(in workspace: Workspace?) {
    entries = MappedArray(in: workspace)
    areas = MappedArray(in: workspace)
  }

  /// Adds the next place.
  mutating func append(place: Int, areas ids: [UInt32]) {
    areas.append(contentsOf: ids)
    entries.append(Entry(place: UInt32(place), end: areas.count))
  }

  /// Adds the places of the part of the Earth that follows.
  mutating func append(_ next: PlaceAreas) {
    let offset = areas.count
    areas.append(contentsOf: next.areas)
    for entry in next.entries { entries.append(Entry(place: entry.place, end: offset + entry.end)) }
  }

  /// Calls with each place's areas, in the order of the places; with none for a place that was not added.
  func forEach<Failure: Error>(
    placeCount: Int, _ body: (_ place: Int, _ areas: Slice<MappedArray<UInt32>>) throws(Failure) -> Void
  ) throws(Failure) {
    var next = 0
    var start = 0
    for place in 0..<placeCount {
      if next < entries.count, entries[next].place == place {
        try body(place, areas[start..<entries[next].end])
        start = entries[next].end
        next += 1
      } else {
        try body(place, areas[0..<0])
      }
    }
  }
}
