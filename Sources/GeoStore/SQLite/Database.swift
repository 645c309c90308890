import CSQLite
import GeoSupport

/// One SQLite connection. It is not thread-safe and has one owner.
public final class Database {
  /// The connection.
  public let handle: OpaquePointer
  /// The file's path, for error messages.
  let path: String
  /// The meaning of a failing statement: `.damaged` for a reader, `.unwritable` for a writer.
  private let failure: StoreError.Code

  /// Disables the memory statistics, whose mutex would make connections of different threads wait.
  ///
  /// It must run before the first connection.
  private static let isConfigured = csqlite_disable_memory_statistics() == SQLITE_OK

  /// Opens a store through its mapping, so that SQLite sees only intact pages.
  ///
  /// - Parameter path: the file's path for error messages.
  static func open(_ file: MappedFile, _ path: String) throws(StoreError) -> Database {
    _ = Database.isConfigured
    guard MappedFileSystem.isRegistered else {
      throw StoreError(.unreadable, "\(path) cannot be opened: SQLite is too old")
    }
    let address = Int(bitPattern: Unmanaged.passUnretained(file).toOpaque())
    let database = try Database(
      path, name: "file:store?immutable=1&\(MappedFileSystem.parameter)=\(address)",
      flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, failure: .damaged, system: MappedFileSystem.name)
    withExtendedLifetime(file) {}
    // With `trusted_schema` off, views and triggers of a manipulated file cannot run functions with side effects.
    try database.execute(
      """
      PRAGMA mmap_size = 1099511627776; PRAGMA cache_size = -2000; PRAGMA query_only = 1; PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1
      """)
    database.boundSteps()
    return database
  }

  // MARK: Steps

  /// The number of progress callbacks since the last row was requested.
  fileprivate let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  /// The instructions between two callbacks, and the callbacks after which a statement fails.
  ///
  /// SQLite reads only a few rows. But with a cyclic B-tree in a damaged file, it would search for a row endlessly.
  private static let (callInterval, mostCalls) = (1_000, 1_000)

  private func boundSteps() {
    sqlite3_progress_handler(
      handle, Int32(Database.callInterval),
      { calls in
        guard let calls = calls?.assumingMemoryBound(to: Int.self) else { return 0 }
        calls.pointee += 1
        return calls.pointee > Database.mostCalls ? 1 : 0
      }, calls)
  }

  package init(
    _ path: String, name: String, flags: Int32, failure: StoreError.Code, system: String? = nil
  ) throws(StoreError) {
    _ = Database.isConfigured
    var handle: OpaquePointer?
    let result = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, system)
    guard let handle, result == SQLITE_OK else {
      let code = sqlite3_system_errno(handle)
      let reason = String(cString: sqlite3_errstr(result)) + (code != 0 ? " (\(systemMessage(code)))" : "")
      sqlite3_close_v2(handle)
      if failure == .damaged, result & 0xff == SQLITE_CORRUPT {
        throw StoreError(.damaged, "\(path) is damaged (\(reason)); import its extracts again")
      }
      throw StoreError(failure == .damaged ? .unreadable : failure, "\(path) cannot be opened: \(reason)")
    }
    self.handle = handle
    self.path = path
    self.failure = failure
    calls.initialize(to: 0)
  }

  deinit {
    sqlite3_close_v2(handle)
    calls.deallocate()
  }

  /// Runs statements that return no rows.
  public func execute(_ sql: String) throws(StoreError) {
    calls.pointee = 0
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result) }
  }

  /// The system's error number of the last call that failed; 0 if SQLite's result code is not about one.
  private func systemCode(_ result: Int32) -> Int32 {
    let last = errno
    guard result & 0xff == SQLITE_IOERR || result & 0xff == SQLITE_CANTOPEN else { return 0 }
    let code = sqlite3_system_errno(handle)
    // A COMMIT that fails is rolled back, which makes SQLite forget the number. Of other calls `errno` may be older than
    // the failure, but no call before it can have met the limit of a file.
    return code == 0 && last == EFBIG ? last : code
  }

  /// SQLite's message for a result code, with the system's error message unless its number is 0.
  private func reason(_ result: Int32, _ code: Int32) -> String {
    // A failed binding leaves no message.
    let known = sqlite3_errcode(handle) & 0xff == result & 0xff
    let words = String(cString: known ? sqlite3_errmsg(handle) : sqlite3_errstr(result))
    return code != 0 ? "\(words) (\(systemMessage(code)))" : words
  }

  /// The error for a result code of SQLite, with what to do.
  func error(_ result: Int32) -> StoreError {
    let code = systemCode(result)
    let reason = reason(result, code)
    switch (failure, result & 0xff) {
    case (.damaged, SQLITE_NOMEM):
      return StoreError(.unreadable, "\(path) cannot be read: \(reason)")
    case (.damaged, _):
      return StoreError(.damaged, "\(path) is damaged (\(reason)); import its extracts again")
    case (_, SQLITE_FULL):
      return StoreError(.unwritable, "\(path) cannot be written: the disk is full; free some space and try again")
    case _ where code == EFBIG:
      return StoreError(
        .unwritable,
        "\(path) cannot be written: the file is larger than this file system or a limit (ulimit -f) allows")
    default:
      return StoreError(.unwritable, "\(path) cannot be written: \(reason)")
    }
  }
}

/// A prepared statement of one connection, kept for reuse.
public final class Statement {
  package let handle: OpaquePointer
  private let database: Database
  /// The last failed binding since the last reset. Its parameter is NULL, so the statement must not run.
  private var bindFailure = SQLITE_OK

  /// Prepares SQL.
  public init(_ database: Database, _ sql: String) throws(StoreError) {
    var handle: OpaquePointer?
    database.calls.pointee = 0
    let result = sqlite3_prepare_v3(database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard result == SQLITE_OK, let handle else { throw database.error(result) }
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Steps to the next row; false when there are no more rows.
  @inline(__always) public func step() throws(StoreError) -> Bool {
    database.calls.pointee = 0
    if bindFailure != SQLITE_OK { throw database.error(bindFailure) }
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw database.error(result)
    }
  }

  /// Makes the statement ready to be bound and stepped again.
  @inline(__always) public func reset() {
    bindFailure = SQLITE_OK
    sqlite3_reset(handle)
  }

  /// Records the result code of a binding. An error is thrown by the next step.
  @inline(__always) package func note(_ code: Int32) { if code != SQLITE_OK { bindFailure = code } }

  /// Binds a number to the first parameter.
  func bind(integer: Int64) { note(sqlite3_bind_int64(handle, 1, integer)) }

  // MARK: Columns, counted from 0

  /// An integer; 0 for NULL.
  @inline(__always) public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A floating-point number; 0 for NULL.
  func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Whether the value is NULL.
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// A text; nil for NULL.
  ///
  /// - Throws: ``StoreError`` when SQLite gets no memory for it.
  func text(_ column: Int32) throws(StoreError) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else {
      if isNull(column) { return nil }
      throw database.error(SQLITE_NOMEM)
    }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Bytes, valid until the next step or reset.
  @inline(__always) func blob(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let bytes = sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
