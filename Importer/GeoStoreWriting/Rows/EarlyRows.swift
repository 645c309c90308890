import GeoModel
import GeoStore
import GeoSupport

/// Rows that do not depend on streets and houses, so they can be made while those are still being linked.
public struct EarlyRows {
  /// Returns the rows, waiting for them if necessary.
  let rows: () -> Rows

  /// The rows that tables need.
  struct Rows: Sendable {
    /// The boundaries of all areas in their new order.
    let boundaries: BoundaryRows
    /// The rows of map objects.
    let objects: ObjectRows
  }
}

extension StoreWriter {
  /// Starts making rows of content whose areas and map objects are complete, in the background if there are several
  /// threads.
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

  /// Computes a value in the background if there are several threads; otherwise when the value is first needed.
  func beside<Value: Sendable>(
    _ make: @escaping @Sendable (_ isUnwanted: @escaping @Sendable () -> Bool) -> Value
  ) -> () -> Value {
    guard threads > 1 else { return { make { false } } }
    let value = Later(make)
    return { value.get() }
  }
}

/// The encoded boundaries of areas and the borders that they are made of.
struct BoundaryRows: Sendable {
  /// The boundary of each area, by its position in the given order.
  private(set) var rings: PackedRows
  /// The borders in the order of their numbers.
  private(set) var borders: PackedRows

  /// Encodes the boundaries of areas, given by their positions.
  init(_ content: StoreContent, areas: some Collection<Int>) {
    rings = PackedRows(in: content.workspace)
    var shared = SharedBorders(content, areas: areas)
    for area in areas { rings.append(BorderCoding.encode(shared.outlines(of: area))) }
    borders = PackedRows(in: content.workspace)
    for border in shared.borders { borders.append(BorderCoding.encode(content.vertices(border))) }
  }
}

/// The bytes of many rows, one after the other, to be written later.
struct PackedRows: Sendable {
  private var bytes: MappedArray<UInt8>
  /// The end of each row's bytes, which begin at the end of the previous row's.
  private var ends: MappedArray<Int>

  /// Makes an empty list.
  init(in workspace: Workspace?) {
    bytes = MappedArray(in: workspace)
    ends = MappedArray(in: workspace)
  }

  /// The number of rows.
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
