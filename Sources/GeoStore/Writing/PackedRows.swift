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
