import CSQLite

/// A prepared statement of one connection, kept for reuse.
final class Statement {
  private let handle: OpaquePointer
  private let database: Database

  /// Prepares SQL.
  init(_ database: Database, _ sql: String) throws(StoreError) {
    var handle: OpaquePointer?
    let result = sqlite3_prepare_v3(database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard result == SQLITE_OK, let handle else { throw database.error(result) }
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Steps to the next row; false when there is none.
  @inline(__always) func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw database.error(result)
    }
  }

  /// Makes the statement ready to be bound and stepped again.
  @inline(__always) func reset() { sqlite3_reset(handle) }

  /// Runs a statement that gives no rows and makes it ready again.
  func run() throws(StoreError) {
    defer { reset() }
    _ = try step()
  }

  // MARK: Parameters, counted from 1

  /// Binds an integer.
  @inline(__always) func bind(_ index: Int32, _ value: some BinaryInteger) {
    sqlite3_bind_int64(handle, index, Int64(value))
  }

  /// Binds an integer or NULL.
  func bind(_ index: Int32, _ value: (some BinaryInteger)?) {
    if let value { sqlite3_bind_int64(handle, index, Int64(value)) } else { sqlite3_bind_null(handle, index) }
  }

  /// Binds a floating-point number.
  func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }

  /// Binds a text or NULL.
  func bind(_ index: Int32, _ value: String?) {
    guard var value else { return _ = sqlite3_bind_null(handle, index) }
    value.withUTF8 { utf8 in
      // An empty buffer may have no address, which SQLite would take for NULL.
      let bytes = UnsafeRawPointer(utf8.baseAddress ?? UnsafePointer(bitPattern: 1)!)
      sqlite3_bind_text(
        handle, index, bytes.assumingMemoryBound(to: CChar.self), Int32(utf8.count), csqlite_transient())
    }
  }

  /// Binds bytes, which are copied.
  func bind(_ index: Int32, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      _ = sqlite3_bind_blob64(handle, index, buffer.baseAddress, UInt64(buffer.count), csqlite_transient())
    }
  }

  /// Binds some bytes of an array, which are copied.
  func bind(_ index: Int32, _ bytes: MappedArray<UInt8>, _ range: Range<Int>) {
    bytes.withUnsafeBufferPointer { buffer in
      let part = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[range])
      _ = sqlite3_bind_blob64(handle, index, part.baseAddress, UInt64(part.count), csqlite_transient())
    }
  }

  // MARK: Columns, counted from 0

  /// An integer; 0 for NULL.
  @inline(__always) func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A floating-point number; 0 for NULL.
  func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Whether the value is NULL.
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// A text; nil for NULL.
  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Bytes, valid until the next step or reset.
  @inline(__always) func blob(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let bytes = sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
