import GeoStore

/// Inserts rows into a table, several with one run of a statement: SQLite begins and ends it once for all of them.
///
/// 1. Whoever inserts says how many rows come next.
/// 2. Each row's values are bound. With the sixteenth row since the last run, or the last one of all that were promised, a statement for
///    just as many rows runs. What was bound must stay where it is until then.
///
/// The file is the same as if each row were inserted by itself, unless other tables grow while rows wait.
final class RowInserter {
  /// Rows that one run inserts at most: as many as share a box in a ``RowGroupTree``, so that none waits when a node of it is written.
  static let rowsAtOnce = RowGroupTree.rowsPerBox

  private let database: Database
  private let table: String
  private let columns: Int
  /// Statements by their number of rows, each made when it is first needed.
  private var statements = [Statement?](repeating: nil, count: RowInserter.rowsAtOnce + 1)
  /// Rows that were promised beyond those of the next run.
  private var rest = 0
  private var next: Statement?
  /// Rows that the next run inserts, and those of them that are not bound yet.
  private var rows = 0, missing = 0
  /// The next parameter to be bound.
  private var parameter: Int32 = 1

  /// An inserter of rows that have a value for each column.
  init(_ database: Database, into table: String, columns: Int) {
    self.database = database
    self.table = table
    self.columns = columns
  }

  /// Promises rows; all that were promised before must have come.
  func expect(_ count: Int) throws(StoreError) {
    precondition(missing == 0 && rest == 0, "rows that were promised did not come")
    rest = count
    try prepare()
  }

  /// Inserts the next of the promised rows, now or together with some that follow.
  func append<each Value: Bindable>(_ values: repeat each Value) throws(StoreError) {
    guard let next, missing > 0 else { preconditionFailure("a row that was not promised") }
    next.bind(from: &parameter, repeat each values)
    missing -= 1
    if missing > 0 { return }
    precondition(Int(parameter) == rows * columns + 1, "a row has a value for each column")
    try next.run()
    try prepare()
  }

  /// Makes the statement for the rows that come next.
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
