import GeoModel
import GeoStore
import GeoSupport

/// Rows that do not depend on streets and houses: they may be made while those are still being linked.
public struct EarlyRows {
  /// The rows, which may have to be waited for.
  let rows: () -> Rows

  /// What tables need.
  struct Rows: Sendable {
    /// The boundaries of all areas in their new order.
    let boundaries: BoundaryRows
    /// All about map objects.
    let objects: ObjectRows
  }
}

extension StoreWriter {
  /// Begins to make rows of a content whose areas and map objects are complete, beside the caller if there are several threads.
  public func earlyRows(of content: StoreContent) -> EarlyRows {
    let content = content.areasAndObjects
    return EarlyRows(
      rows: beside { _ in
        let areas = StoreNumbering.order(ofAreas: content)
        return EarlyRows.Rows(
          boundaries: BoundaryRows(content, areas: areas.old.lazy.map { Int($0) }),
          objects: ObjectRows(content, areas: areas))
      })
  }

  /// Where there are several threads, one of them works something out while another goes on; where there is one, it does when the value
  /// is asked for.
  func beside<Value: Sendable>(
    _ make: @escaping @Sendable (_ isUnwanted: @escaping @Sendable () -> Bool) -> Value
  ) -> () -> Value {
    guard threads > 1 else { return { make { false } } }
    let value = Later(make)
    return { value.get() }
  }
}

/// The rows of the areas' boundaries, packed, and the borders of which they are made.
struct BoundaryRows: Sendable {
  /// The boundary of each area, by its place in the order that was given.
  private(set) var rings: PackedRows
  /// The borders in the order of their numbers.
  private(set) var borders: PackedRows

  /// The rows of areas, given by their positions.
  init(_ content: StoreContent, areas: some Collection<Int>) {
    rings = PackedRows(in: content.workspace)
    var shared = SharedBorders(content, areas: areas)
    for area in areas { rings.append(BorderCoding.encode(shared.outlines(of: area))) }
    borders = PackedRows(in: content.workspace)
    for border in shared.borders { borders.append(BorderCoding.encode(content.vertices(border))) }
  }
}

/// The bytes of many rows, one after the other, until they are written.
struct PackedRows: Sendable {
  private var bytes: MappedArray<UInt8>
  /// Where each row's bytes end; they begin where those of the row before end.
  private var ends: MappedArray<Int>

  /// No rows yet.
  init(in workspace: Workspace?) {
    bytes = MappedArray(in: workspace)
    ends = MappedArray(in: workspace)
  }

  /// How many rows there are.
  var count: Int { ends.count }

  /// Adds the next row.
  mutating func append(_ row: [UInt8]) {
    bytes.append(contentsOf: row)
    ends.append(bytes.count)
  }

  /// The bytes of a row.
  subscript(row: Int) -> BytesPart {
    BytesPart(bytes: bytes, range: (row > 0 ? ends[row - 1] : 0)..<ends[row])
  }
}
