import GeoModel

/// The annotations of a map, one per slot; slots of removed annotations are reused. A slot takes 65 bytes, plus texts
/// longer than 15 bytes. Annotations that a program made itself are stored separately.
final class AnnotationStore {
  /// The data of an annotation that is used often, kept together so that one memory access finds it.
  struct Record {
    var latitude: Double
    var longitude: Double
    var x: UInt32
    var y: UInt32
    /// The number of its ``ViewKind``; 0 while it is unknown.
    var kind: UInt32
    /// The position in its index; see ``SpatialIndex``.
    var position: UInt32 = 0
    /// The index in `extras` plus 1; 0 for none.
    var extra: UInt32 = 0
    /// The number of the index that contains it.
    var home = AnnotationStore.nowhere
    /// Whether a view was made for it, shown or not.
    var hasView = false
    /// Whether a move changes nothing but this record.
    var isPlain: Bool { extra == 0 && !hasView }
  }

  /// The move of a slot from one place to another.
  struct Step {
    var slot: Int
    /// The number of the index that contains it.
    var home: UInt16
    var old: WorldPoint, new: WorldPoint
  }

  /// The data that only few annotations have.
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
  /// The ids of annotations that are objects.
  var objectIDs: [ObjectIdentifier: AnnotationID] = [:]

  /// The number of unsorted entries that an index may have; variable for tests.
  var restLimit = 64_000

  /// The index number of a free slot.
  static let nowhere = UInt16.max

  /// The number of annotations.
  private(set) var count = 0
  /// The number of slots, including free ones.
  var slotCount: Int { ids.count }

  subscript(slot: Int) -> Record {
    @inline(__always) get { records[slot] }
    @inline(__always) _modify { yield &records[slot] }
  }

  /// The slot of an id; nil when it is unknown.
  func slot(of id: AnnotationID) -> Int? { table.slot(of: id, ids) }

  /// The slots of ids; -1 for unknown ids.
  func slots(of wanted: ArraySlice<AnnotationID>) -> [Int32] { table.slots(of: wanted, ids) }

  @inline(__always) func isLive(_ slot: Int) -> Bool { records[slot].home != AnnotationStore.nowhere }

  /// Adds a new id and returns its slot, which is in no index yet.
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

  /// Adds the rows of columns and returns their consecutive slots, which are in no index yet. Returns nil and changes
  /// nothing when an id is known or occurs twice.
  func insert(_ columns: AnnotationColumns, kind: Int) -> Range<Int>? {
    let start = slotCount
    // Reserves the exact size for large additions; for small ones arrays grow by themselves.
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

  /// Frees a slot that is in no index any more.
  func remove(_ slot: Int) {
    forgetObject(of: slot)
    table.remove(slot, ids)
    ids.clear(slot)
    setExtra(nil, of: slot)
    titles[slot] = nil
    free.append(UInt32(slot))
    count -= 1
  }

  /// The memory of all slots in bytes, including free slots and the lookup tables.
  var byteCount: Int {
    let slots = records.capacity * (MemoryLayout<Record>.stride + AnnotationStore.indexBytes)
    return slots + titles.capacity * 16 + extras.capacity * MemoryLayout<Extra>.stride + ids.byteCount
      + table.byteCount
  }

  /// Bytes per slot in its index, and in the sets of shown and changed slots.
  private static let indexBytes = 40

  /// Releases all slots, which must be free.
  func empty() {
    (ids, titles, records, extras) = (IDColumn(), [], [], [])
    (freeExtras, free, table) = ([], [], IDTable())
  }

  func setTitle(_ title: String?, of slot: Int) { titles[slot] = title }

  /// Moves a slot to a coordinate.
  @inline(__always) func place(_ slot: Int, _ coordinate: Coordinate) -> Step {
    let new = WorldPoint(MapPoint(coordinate))
    return withRecords { AnnotationStore.place(&$0[slot], slot, coordinate, new) }
  }

  /// Moves slots to coordinates; a slot may occur twice.
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

  /// Gives a closure access to the records of all slots.
  @inline(__always) func withRecords<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Record>) -> Result
  ) -> Result {
    records.withUnsafeMutableBufferPointer(body)
  }

  /// Puts slots into an index, at consecutive positions.
  func settle(_ slots: Range<Int>, home: UInt16, position: Int) {
    withRecords { records in
      for slot in slots {
        records[slot].home = home
        records[slot].position = UInt32(position + slot - slots.lowerBound)
      }
    }
  }

  /// The coordinate of a slot.
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

  /// The title of a slot's annotation.
  func title(of slot: Int) -> String? {
    guard records[slot].extra != 0, let own = extra(of: slot)?.annotation else { return titles[slot] }
    return own.title
  }

  /// The annotation of a slot: the program's own, or one made from its columns.
  func annotation(of slot: Int) -> any Annotation {
    let extra = extra(of: slot)
    if let own = extra?.annotation { return own }
    return ColumnAnnotation(
      id: ids[slot], coordinate: coordinate(of: slot), title: titles[slot], subtitle: extra?.subtitle,
      heading: extra?.heading)
  }
}
