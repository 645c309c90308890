import GeoModel
import GeoStore

/// The areas that were assembled of relations, flat, in the order of the relations.
struct AssembledAreas: Sendable, RandomAccessCollection {
  /// An area whose rings and faults lie in the pools.
  private struct Entry: Sendable {
    var relation: AreaAssembly.Relation
    var rings = RingRange(start: 0, count: 0)
    var firstFault = 0
    var faultCount: Int32 = 0
    var isComplete = false
    var anchor: FixedPoint?
  }

  private struct FaultCount: Sendable {
    var fault: UInt8
    var count: Int32
  }

  private static let faults = DataFault.allCases

  private var entries: MappedArray<Entry>
  private var faultCounts: MappedArray<FaultCount>
  /// Only used for its geometry.
  private var pool: StoreContent

  /// Areas that are still to be assembled; they live where the relations do.
  init(_ relations: MappedArray<AreaAssembly.Relation>) {
    entries = MappedArray(in: relations.workspace)
    faultCounts = MappedArray(in: relations.workspace)
    pool = StoreContent(in: relations.workspace)
    for relation in relations { entries.append(Entry(relation: relation)) }
  }

  /// Takes over what came of the relation at a position.
  mutating func set(_ position: Int, _ area: AreaAssembly.Area) {
    var entry = Entry(relation: area.relation, firstFault: faultCounts.count, isComplete: area.isComplete)
    entry.anchor = area.anchor
    entry.rings = pool.addPolygons(area.polygons)
    for (index, fault) in AssembledAreas.faults.enumerated() where area.faults[fault] > 0 {
      faultCounts.append(FaultCount(fault: UInt8(index), count: Int32(clamping: area.faults[fault])))
      entry.faultCount += 1
    }
    entries[position] = entry
  }

  /// 0.
  var startIndex: Int { 0 }
  /// The number of relations.
  var endIndex: Int { entries.count }

  /// What came of a relation, by its position.
  subscript(position: Int) -> AreaAssembly.Area {
    let entry = entries[position]
    var faults = DataFaultCounts()
    for index in entry.firstFault..<entry.firstFault + Int(entry.faultCount) {
      faults.add(AssembledAreas.faults[Int(faultCounts[index].fault)], Int(faultCounts[index].count))
    }
    return AreaAssembly.Area(
      relation: entry.relation, polygons: pool.polygons(entry.rings), anchor: entry.anchor, faults: faults,
      isComplete: entry.isComplete)
  }
}
