import GeoModel

/// The annotations of a map in columns: a slot for each, slots of removed ones used again. 70 bytes each and what their texts need beyond
/// 15 bytes; those that a program made itself are kept beside.
final class AnnotationStore {
  private(set) var ids: [AnnotationID] = []
  private(set) var latitudes: [Double] = []
  private(set) var longitudes: [Double] = []
  private(set) var x: [UInt32] = []
  private(set) var y: [UInt32] = []
  /// The index in which a slot lives.
  var home: [UInt16] = []
  /// Where in the rest of that index.
  var restPosition: [UInt32] = []
  /// The number of its ``ViewKind``; 0 while nothing is known.
  private(set) var kind: [UInt32] = []
  private(set) var titles: [String?] = []
  /// Where in `extras`, plus 1; 0 for none.
  private var extra: [UInt32] = []
  private var extras: [Extra] = []
  private var freeExtras: [UInt32] = []
  private var free: [UInt32] = []
  private var table = IDTable()

  /// What few annotations have.
  struct Extra {
    /// The program's own annotation.
    var annotation: (any Annotation)?
    var subtitle: String?
    var heading: Double?
  }

  /// In place of a number of an index: the slot is free.
  static let nowhere = UInt16.max

  /// How many annotations there are.
  private(set) var count = 0
  /// How many slots there are, free ones included.
  var slotCount: Int { ids.count }

  /// The slot of an id.
  func slot(of id: AnnotationID) -> Int? { table.slot(of: id, ids) }

  @inline(__always) func isLive(_ slot: Int) -> Bool { home[slot] != AnnotationStore.nowhere }

  /// Makes room for so many more.
  func reserve(_ more: Int) {
    let needed = slotCount + max(0, more - free.count)
    // Arrays grow by themselves when little is added, and exactly when much is.
    guard needed > ids.capacity, more * 4 > count else { return }
    ids.reserveCapacity(needed)
    latitudes.reserveCapacity(needed)
    longitudes.reserveCapacity(needed)
    x.reserveCapacity(needed)
    y.reserveCapacity(needed)
    home.reserveCapacity(needed)
    restPosition.reserveCapacity(needed)
    kind.reserveCapacity(needed)
    titles.reserveCapacity(needed)
    extra.reserveCapacity(needed)
    table.reserve(count + more, ids)
  }

  /// A slot for a new id, which lives nowhere yet.
  func insert(_ id: AnnotationID, _ coordinate: Coordinate, title: String?, kind number: Int) -> Int {
    let place = WorldPoint(MapPoint(coordinate))
    let slot: Int
    if let reused = free.popLast() {
      slot = Int(reused)
      ids[slot] = id
      latitudes[slot] = coordinate.latitude
      longitudes[slot] = coordinate.longitude
      (x[slot], y[slot]) = (place.x, place.y)
      kind[slot] = UInt32(number)
      titles[slot] = title
      extra[slot] = 0
    } else {
      slot = slotCount
      ids.append(id)
      latitudes.append(coordinate.latitude)
      longitudes.append(coordinate.longitude)
      x.append(place.x)
      y.append(place.y)
      home.append(AnnotationStore.nowhere)
      restPosition.append(SpatialIndex.inRun)
      kind.append(UInt32(number))
      titles.append(title)
      extra.append(0)
    }
    table.insert(slot, ids)
    count += 1
    return slot
  }

  /// Frees a slot that lives nowhere any more.
  func remove(_ slot: Int) {
    table.remove(slot, ids)
    setExtra(nil, of: slot)
    titles[slot] = nil
    free.append(UInt32(slot))
    count -= 1
  }

  func setKind(_ number: Int, of slot: Int) { kind[slot] = UInt32(number) }

  /// Changes where a slot stands. Its index must be told.
  @inline(__always) func setPlace(_ latitude: Double, _ longitude: Double, _ place: WorldPoint, of slot: Int) {
    latitudes[slot] = latitude
    longitudes[slot] = longitude
    x[slot] = place.x
    y[slot] = place.y
  }

  func setTitle(_ title: String?, of slot: Int) { titles[slot] = title }

  /// Where a slot stands.
  func coordinate(of slot: Int) -> Coordinate {
    Coordinate(clampingLatitude: latitudes[slot], longitude: longitudes[slot])
  }

  func hasExtra(_ slot: Int) -> Bool { extra[slot] != 0 }

  func extra(of slot: Int) -> Extra? { extra[slot] == 0 ? nil : extras[Int(extra[slot]) - 1] }

  func setExtra(_ value: Extra?, of slot: Int) {
    let old = extra[slot]
    guard let value else {
      guard old != 0 else { return }
      extras[Int(old) - 1] = Extra()
      freeExtras.append(old)
      extra[slot] = 0
      return
    }
    if old != 0 {
      extras[Int(old) - 1] = value
    } else if let reused = freeExtras.popLast() {
      extras[Int(reused) - 1] = value
      extra[slot] = reused
    } else {
      extras.append(value)
      extra[slot] = UInt32(extras.count)
    }
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
