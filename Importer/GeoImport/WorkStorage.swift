import GeoSupport

/// Where the working data of an import lies: all that is read from the extracts, until the store is written.
public enum WorkStorage: Hashable, Sendable {
  /// In memory: fastest, as long as there is enough.
  case memory
  /// In files without a name that are mapped into memory, so that the system can take the memory back. The import itself
  /// needs little then, however large the extracts are.
  case files
  /// In memory if it probably stays below a limit, else in files.
  case automatic(memoryLimitBytes: Int)

  /// Memory for each byte of an extract. Measured: 4.4 for extracts of towns, which have the most houses in each byte.
  static let memoryPerExtractByte = 5
  /// Memory that any import needs besides.
  static let basicBytes = 150 << 20

  /// Half of the memory of the machine.
  public static var defaultMemoryLimitBytes: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let bytesPerPage = sysconf(Int32(_SC_PAGESIZE))
    return pages > 0 && bytesPerPage > 0 ? pages * bytesPerPage / 2 : 4 << 30
  }

  /// Whether the working data of extracts of this size goes to files.
  func usesFiles(extractBytes: Int) -> Bool {
    switch self {
    case .memory: false
    case .files: true
    case .automatic(let limit): extractBytes * WorkStorage.memoryPerExtractByte + WorkStorage.basicBytes > limit
    }
  }
}
