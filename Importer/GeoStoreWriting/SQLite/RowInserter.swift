import GeoStore

/// Inserts rows into a table, several with each run of a statement, which saves the overhead of separate runs.
///
/// 1. The caller announces the number of rows to come.
/// 2. The values of each row are bound. A statement for several rows runs with each sixteenth row, or with the last one
///    announced. Bound memory must stay valid until then.
///
/// The file is the same as if each row were inserted separately, unless other tables grow while rows wait.
final class RowInserter {
  /// The most rows of one run: as many as share a box in a ``RowGroupTree``, so that no row waits when a node of that
  /// tree is written.
  static let rowsAtOnce = RowGroupTree.rowsPerBox

  private let database: Database
  private let table: String
  private let columns: Int
  /// Statements by their number of rows, each prepared when it is first needed.
  private var statements = [Statement?](repeating: nil, count: RowInserter.rowsAtOnce + 1)
  /// Announced rows beyond those of the next run.
  private var rest = 0
  private var next: Statement?
  /// The rows of the next run, and the number of them that are not bound yet.
  private var rows = 0, missing = 0
  /// The next parameter to bind.
  private var parameter: Int32 = 1

  /// Makes an inserter of rows that have a value for each column.
  init(_ database: Database, into table: String, columns: Int) {
    self.database = database
    self.table = table
    self.columns = columns
  }

  /// Announces rows. All rows announced before must have been appended.
  func expect(_ count: Int) throws(StoreError) {
    precondition(missing == 0 && rest == 0, "rows that were promised did not come")
    rest = count
    try prepare()
  }

  /// Inserts the next announced row, now or together with some that follow.
  func append<each Value: Bindable>(_ values: repeat each Value) throws(StoreError) {
    guard let next, missing > 0 else { preconditionFailure("a row that was not promised") }
    next.bind(from: &parameter, repeat each values)
    missing -= 1
    if missing > 0 { return }
    precondition(Int(parameter) == rows * columns + 1, "a row has a value for each column")
    try next.run()
    try prepare()
  }

  /// Prepares the statement for the next rows.
  private func prepare() throws(StoreError) {
    rows = min(rest, RowInserter.rowsAtOnce)
    (rest, missing, parameter) = (rest - rows, rows, 1)
    if rows == 0 { return }
    if statements[rows] == nil {
      statements[rows] = try Statement(database, insertInto: table, columns: columns, rows: rows)
    }
    next = statements[rows]
  }
}
