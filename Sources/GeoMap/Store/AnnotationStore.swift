import GeoModel

/// The annotations of a map: a slot for each, slots of removed ones used again. 65 bytes each and what their texts need beyond 15 bytes; those
/// that a program made itself are kept beside.
final class AnnotationStore {
  /// What is needed of each annotation again and again, side by side, so that one look into memory finds it.
  struct Record {
    var latitude: Double
    var longitude: Double
    var x: UInt32
    var y: UInt32
    /// The number of its ``ViewKind``; 0 while nothing is known.
    var kind: UInt32
    /// Where in its index: see ``SpatialIndex``.
    var position: UInt32 = 0
    /// Where in `extras`, plus 1; 0 for none.
    var extra: UInt32 = 0
    /// The index in which it lives.
    var home = AnnotationStore.nowhere
    /// Whether a view was made for it, shown or not.
    var hasView = false
    /// Whether nothing but its row must be changed when it moves.
    var isPlain: Bool { extra == 0 && !hasView }
  }

  /// Where a slot stood and where it stands now.
  struct Step {
    var slot: Int
    /// The index in which it lives.
    var home: UInt16
    var old: WorldPoint, new: WorldPoint
  }

  /// What few annotations have.
  struct Extra {
    /// The program's own annotation.
    var annotation: (any Annotation)?
    var subtitle: String?
    var heading: Double?
  }

  private(set) var ids = IDColumn()
  private(set) var titles: [String?] = []
  private var records: [Record] = []
  private var extras: [Extra] = []
  private var freeExtras: [UInt32] = []
  private var free: [UInt32] = []
  private var table = IDTable()

  /// How many annotations of an index may stand in no order; for tests.
  var restLimit = 64_000

  /// In place of a number of an index: the slot is free.
  static let nowhere = UInt16.max

  /// How many annotations there are.
  private(set) var count = 0
  /// How many slots there are, free ones included.
  var slotCount: Int { ids.count }

  subscript(slot: Int) -> Record {
    @inline(__always) get { records[slot] }
    @inline(__always) _modify { yield &records[slot] }
  }

  /// The slot of an id.
  func slot(of id: AnnotationID) -> Int? { table.slot(of: id, ids) }

  /// The slot of each id; -1 for those that are unknown.
  func slots(of wanted: ArraySlice<AnnotationID>) -> [Int32] { table.slots(of: wanted, ids) }

  @inline(__always) func isLive(_ slot: Int) -> Bool { records[slot].home != AnnotationStore.nowhere }

  /// A slot for a new id, which lives nowhere yet.
  func insert(_ id: AnnotationID, _ coordinate: Coordinate, title: String?, kind: Int) -> Int {
    let place = WorldPoint(MapPoint(coordinate))
    let record = Record(
      latitude: coordinate.latitude, longitude: coordinate.longitude, x: place.x, y: place.y, kind: UInt32(kind))
    let slot: Int
    if let reused = free.popLast() {
      slot = Int(reused)
      ids.set(id, at: slot)
      records[slot] = record
      titles[slot] = title
    } else {
      slot = slotCount
      ids.append(id)
      records.append(record)
      titles.append(title)
    }
    table.insert(slot, ids)
    count += 1
    return slot
  }

  /// Slots for the rows of columns, one behind the other, which live nowhere yet; nil, and nothing is changed, when an id is known or
  /// comes twice.
  func insert(_ columns: AnnotationColumns, kind: Int) -> Range<Int>? {
    let start = slotCount
    // Arrays grow by themselves when little is added, and exactly when much is.
    if columns.count * 4 > count {
      ids.reserveCapacity(start + columns.count)
      records.reserveCapacity(start + columns.count)
      titles.reserveCapacity(start + columns.count)
    }
    for id in columns.ids { ids.append(id) }
    guard table.insert(start..<slotCount, ids) else {
      ids.removeLast(columns.count)
      return nil
    }
    for row in 0..<columns.count {
      let (latitude, longitude) = (columns.latitudes[row], columns.longitudes[row])
      let place = WorldPoint(MapPoint(Coordinate(clampingLatitude: latitude, longitude: longitude)))
      records.append(
        Record(latitude: latitude, longitude: longitude, x: place.x, y: place.y, kind: UInt32(kind)))
    }
    if let own = columns.titles {
      for title in own { titles.append(title) }
    } else {
      titles.append(contentsOf: repeatElement(nil, count: columns.count))
    }
    count += columns.count
    return start..<slotCount
  }

  /// Frees a slot that lives nowhere any more.
  func remove(_ slot: Int) {
    table.remove(slot, ids)
    ids.clear(slot)
    setExtra(nil, of: slot)
    titles[slot] = nil
    free.append(UInt32(slot))
    count -= 1
  }

  /// Bytes of all slots, free ones included, and of what finds them.
  var byteCount: Int {
    let slots = records.capacity * (MemoryLayout<Record>.stride + AnnotationStore.indexBytes)
    return slots + titles.capacity * 16 + extras.capacity * MemoryLayout<Extra>.stride + ids.byteCount
      + table.byteCount
  }

  /// Bytes of a slot in its index, and in the sets of what is seen or has changed.
  private static let indexBytes = 40

  /// Lets go of all slots, which nobody has any more.
  func empty() {
    (ids, titles, records, extras) = (IDColumn(), [], [], [])
    (freeExtras, free, table) = ([], [], IDTable())
  }

  func setTitle(_ title: String?, of slot: Int) { titles[slot] = title }

  /// Puts a slot somewhere else.
  @inline(__always) func place(_ slot: Int, _ coordinate: Coordinate) -> Step {
    let new = WorldPoint(MapPoint(coordinate))
    return withRecords { AnnotationStore.place(&$0[slot], slot, coordinate, new) }
  }

  /// Puts slots somewhere else, which may come twice.
  func place(_ moves: [(slot: Int, coordinate: Coordinate)]) -> [Step] {
    let points = moves.map { WorldPoint(MapPoint($0.coordinate)) }
    return withRecords { records in
      moves.indices.map {
        AnnotationStore.place(&records[moves[$0].slot], moves[$0].slot, moves[$0].coordinate, points[$0])
      }
    }
  }

  @inline(__always) private static func place(
    _ record: inout Record, _ slot: Int, _ coordinate: Coordinate, _ new: WorldPoint
  ) -> Step {
    let old = WorldPoint(x: record.x, y: record.y)
    (record.latitude, record.longitude) = (coordinate.latitude, coordinate.longitude)
    (record.x, record.y) = (new.x, new.y)
    return Step(slot: slot, home: record.home, old: old, new: new)
  }

  /// Gives a body the records of all slots.
  @inline(__always) func withRecords<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Record>) -> Result
  ) -> Result {
    records.withUnsafeMutableBufferPointer(body)
  }

  /// Has slots live in an index, one behind the other from a position on.
  func settle(_ slots: Range<Int>, home: UInt16, position: Int) {
    withRecords { records in
      for slot in slots {
        records[slot].home = home
        records[slot].position = UInt32(position + slot - slots.lowerBound)
      }
    }
  }

  /// Where a slot stands.
  func coordinate(of slot: Int) -> Coordinate {
    Coordinate(clampingLatitude: records[slot].latitude, longitude: records[slot].longitude)
  }

  func extra(of slot: Int) -> Extra? { records[slot].extra == 0 ? nil : extras[Int(records[slot].extra) - 1] }

  func setExtra(_ value: Extra?, of slot: Int) {
    let old = records[slot].extra
    guard let value else {
      guard old != 0 else { return }
      extras[Int(old) - 1] = Extra()
      freeExtras.append(old)
      records[slot].extra = 0
      return
    }
    if old != 0 {
      extras[Int(old) - 1] = value
    } else if let reused = freeExtras.popLast() {
      extras[Int(reused) - 1] = value
      records[slot].extra = reused
    } else {
      extras.append(value)
      records[slot].extra = UInt32(extras.count)
    }
  }

  /// The first line of the label of a slot's annotation.
  func title(of slot: Int) -> String? {
    guard records[slot].extra != 0, let own = extra(of: slot)?.annotation else { return titles[slot] }
    return own.title
  }

  /// The annotation of a slot: the program's own, or what its row says.
  func annotation(of slot: Int) -> any Annotation {
    let extra = extra(of: slot)
    if let own = extra?.annotation { return own }
    return ColumnAnnotation(
      id: ids[slot], coordinate: coordinate(of: slot), title: titles[slot], subtitle: extra?.subtitle,
      heading: extra?.heading)
  }
}
