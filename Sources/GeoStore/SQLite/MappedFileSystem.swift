import CSQLite
import GeoSupport

/// The SQLite file system for reading stores.
///
/// It serves pages of the mapping that all readers share, and only intact ones.
///
/// SQLite requests each page (`xFetch`), or some bytes (`xRead`, for example of the first page). A page that does not
/// match its checksum gives an error. All writing is refused.
enum MappedFileSystem {
  /// The name registered with SQLite.
  static let name = "geocode-mapped"
  /// The URI parameter with the address of the ``MappedFile``.
  static let parameter = "mapping"

  /// Registers the file system at the first use.
  static let isRegistered: Bool = {
    guard let standard = sqlite3_vfs_find(nil) else { return false }
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    // Clocks and random numbers are inherited from the standard file system.
    system.initialize(to: standard.pointee)
    system.pointee.pNext = nil
    system.pointee.zName = UnsafePointer(strdup(name))
    system.pointee.szOsFile = Int32(MemoryLayout<OpenFile>.size)
    system.pointee.xOpen = open
    system.pointee.xFullPathname = { _, name, size, result in
      guard let name, let result, strlen(name) < Int(size) else { return SQLITE_CANTOPEN }
      strcpy(result, name)
      return SQLITE_OK
    }
    system.pointee.xAccess = { _, _, _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
    system.pointee.xDelete = { _, _, _ in SQLITE_READONLY }
    return sqlite3_vfs_register(system, 0) == SQLITE_OK
  }()

  /// SQLite's data of an open file. SQLite's own part must come first.
  private struct OpenFile {
    var base: sqlite3_file
    var file: Unmanaged<MappedFile>
  }

  private static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
      UnsafeMutablePointer<Int32>?
    ) -> Int32 = { _, name, file, flags, result in
      guard let file else { return SQLITE_CANTOPEN }
      file.pointee.pMethods = nil
      let address = name.map { sqlite3_uri_int64($0, parameter, 0) } ?? 0
      guard let mapped = UnsafeRawPointer(bitPattern: Int(address)) else { return SQLITE_CANTOPEN }
      let opened = UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenFile.self)
      let methods = UnsafePointer(MappedFileSystem.methods)
      opened.initialize(
        to: OpenFile(
          base: sqlite3_file(pMethods: methods), file: Unmanaged<MappedFile>.fromOpaque(mapped).retain()))
      result?.pointee = flags
      return SQLITE_OK
    }

  /// The mapped file of a SQLite file.
  private static func mapped(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Unmanaged<MappedFile>? {
    guard let file else { return nil }
    return UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenFile.self).pointee.file
  }

  /// The address of bytes of a mapped file; nil when one of their pages is damaged or beyond the end.
  private static func whole(_ file: MappedFile, _ offset: Int64, _ count: Int32) -> UnsafeRawPointer? {
    let size = file.pages.pageSize
    guard offset >= 0, count > 0, offset <= file.pages.count * size - Int(count) else { return nil }
    for page in Int(offset) / size...(Int(offset) + Int(count) - 1) / size {
      guard file.pages.isWhole(page + 1) else { return nil }
    }
    return file.bytes.baseAddress! + Int(offset)
  }

  nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 3
    methods.pointee.xClose = { file in
      mapped(file)?.release()
      return SQLITE_OK
    }
    methods.pointee.xRead = { file, target, count, offset in
      guard let file = mapped(file), let target else { return SQLITE_CORRUPT }
      guard let source = file._withUnsafeGuaranteedRef({ whole($0, offset, count) }) else { return SQLITE_CORRUPT }
      memcpy(target, source, Int(count))
      return SQLITE_OK
    }
    methods.pointee.xFetch = { file, offset, count, result in
      guard let file = mapped(file), let result else { return SQLITE_CORRUPT }
      guard let source = file._withUnsafeGuaranteedRef({ whole($0, offset, count) }) else { return SQLITE_CORRUPT }
      // SQLite never writes to a read-only file.
      result.pointee = UnsafeMutableRawPointer(mutating: source)
      return SQLITE_OK
    }
    methods.pointee.xUnfetch = { _, _, _ in SQLITE_OK }
    methods.pointee.xFileSize = { file, result in
      result?.pointee = mapped(file).map { Int64($0._withUnsafeGuaranteedRef { $0.bytes.count }) } ?? 0
      return SQLITE_OK
    }
    methods.pointee.xWrite = { _, _, _, _ in SQLITE_READONLY }
    methods.pointee.xTruncate = { _, _ in SQLITE_READONLY }
    methods.pointee.xSync = { _, _ in SQLITE_OK }
    methods.pointee.xLock = { _, _ in SQLITE_OK }
    methods.pointee.xUnlock = { _, _ in SQLITE_OK }
    methods.pointee.xCheckReservedLock = { _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
    methods.pointee.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.pointee.xSectorSize = { _ in 4096 }
    methods.pointee.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
    return methods
  }()
}
