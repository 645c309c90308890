import CSQLite

/// One SQLite connection. Not thread-safe: it has one owner.
final class Database {
  /// The connection.
  let handle: OpaquePointer
  /// The file, for error messages.
  let path: String
  /// What a failing statement means: a damaged file when reading, one that cannot be written when writing.
  private let failure: StoreError.Code

  /// Must be set before the first connection: the statistics' mutex makes connections of different threads wait.
  private static let isConfigured = csqlite_disable_memory_statistics() == SQLITE_OK

  /// Opens a file that nobody writes while it is open.
  static func openForReading(_ path: String) throws(StoreError) -> Database {
    let database = try Database(
      path, name: "file:" + percentEncoded(path) + "?immutable=1",
      flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, failure: .damaged)
    try database.execute("PRAGMA mmap_size = 1099511627776; PRAGMA cache_size = -2000; PRAGMA query_only = 1")
    return database
  }

  /// Creates a file for one bulk write, without a journal: a file that is not complete is thrown away.
  ///
  /// - Parameter name: the file in error messages.
  static func create(_ path: String, as name: String, pageSize: Int) throws(StoreError) -> Database {
    let database = try Database(
      name, name: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, failure: .unwritable)
    try database.execute(
      """
      PRAGMA page_size = \(pageSize); PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16000
      """)
    return database
  }

  private init(_ path: String, name: String, flags: Int32, failure: StoreError.Code) throws(StoreError) {
    _ = Database.isConfigured
    var handle: OpaquePointer?
    let result = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle, result == SQLITE_OK else {
      let reason = String(cString: sqlite3_errstr(result))
      sqlite3_close_v2(handle)
      throw StoreError(failure == .damaged ? .unreadable : failure, "\(path) cannot be opened: \(reason)")
    }
    self.handle = handle
    self.path = path
    self.failure = failure
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(StoreError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result) }
  }

  /// The error for a result code of SQLite, with what to do.
  func error(_ result: Int32) -> StoreError {
    let reason = String(cString: sqlite3_errmsg(handle))
    switch (failure, result & 0xff) {
    case (.damaged, SQLITE_NOMEM):
      return StoreError(.unreadable, "\(path) cannot be read: \(reason)")
    case (.damaged, _):
      return StoreError(.damaged, "\(path) is damaged (\(reason)); import its extracts again")
    case (_, SQLITE_FULL):
      return StoreError(.unwritable, "\(path) cannot be written: the disk is full; free some space and import again")
    default:
      return StoreError(.unwritable, "\(path) cannot be written: \(reason)")
    }
  }

  /// A path as part of a URI, where SQLite gives `?`, `#` and `%` a meaning.
  private static func percentEncoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { result, byte in
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"), 0x80...:
        result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      default: result.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }
}
