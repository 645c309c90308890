import CSQLite
import GeoStore

extension Database {
  /// Creates a file for one bulk write, without a journal: an incomplete file is discarded.
  ///
  /// - Parameter name: the file's name for error messages.
  static func create(_ path: String, as name: String, pageSize: Int) throws(StoreError) -> Database {
    let database = try Database(
      name, name: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, failure: .unwritable)
    // Reserves room for the checksum of each page.
    var reserved = Int32(PageChecksum.byteCount)
    sqlite3_file_control(database.handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
    try database.execute(
      """
      PRAGMA page_size = \(pageSize); PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16000
      """)
    return database
  }
}

extension Statement {
  /// Prepares the insertion of one or several rows.
  public convenience init(_ database: Database, insertInto table: String, columns: Int, rows: Int = 1)
    throws(StoreError)
  {
    let row = "(" + repeatElement("?", count: columns).joined(separator: ",") + ")"
    try self.init(database, "INSERT INTO \(table) VALUES" + repeatElement(row, count: rows).joined(separator: ","))
  }

  /// Binds values to all parameters, in order.
  @inline(__always) func bind<each Value: Bindable>(_ values: repeat each Value) {
    var parameter: Int32 = 1
    bind(from: &parameter, repeat each values)
  }

  /// Binds values to the next parameters.
  ///
  /// - Parameter parameter: the first one, counted from 1; afterwards the one after the last.
  @inline(__always) func bind<each Value: Bindable>(from parameter: inout Int32, _ values: repeat each Value) {
    repeat bind(each values, at: &parameter)
  }

  @inline(__always) private func bind<Value: Bindable>(_ value: Value, at parameter: inout Int32) {
    note(value.bind(to: handle, at: parameter))
    parameter += Value.parameterCount
  }

  /// Binds all parameters and runs a statement that returns no rows, then resets it.
  func run<each Value: Bindable>(_ values: repeat each Value) throws(StoreError) {
    bind(repeat each values)
    try run()
  }

  /// Runs a statement that returns no rows with its bound values, then resets it.
  func run() throws(StoreError) {
    defer { reset() }
    _ = try step()
  }
}
