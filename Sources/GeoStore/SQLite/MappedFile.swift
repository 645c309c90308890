import GeoSupport
import Synchronization

/// A store's bytes in memory, mapped once for all readers of the process, so that its pages count once however many
/// threads ask.
///
/// Sendable without a check: the file never changes, and the mapping lives as long as the object.
final class MappedFile: @unchecked Sendable {
  /// What tells a file from others, also from a newer one at the same path.
  struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The file at a path; nil when there is none.
    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  private struct Weak {
    weak var file: MappedFile?
  }

  /// All bytes.
  let bytes: UnsafeRawBufferPointer
  /// The file that was mapped.
  let identity: Identity

  private static let known = Mutex<[Identity: Weak]>([:])

  private init(_ bytes: UnsafeRawBufferPointer, _ identity: Identity) {
    self.bytes = bytes
    self.identity = identity
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    let identity = identity
    MappedFile.known.withLock { if $0[identity]?.file == nil { $0[identity] = nil } }
  }

  /// The bytes of a file, of an earlier mapping if there is one.
  ///
  /// - Throws: ``StoreError`` with code `.unreadable` when the file cannot be opened or mapped.
  static func open(_ path: String) throws(StoreError) -> MappedFile {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    let identity = Identity(status)
    let size = Int(status.st_size)
    let file = known.withLock { known -> MappedFile? in
      if let file = known[identity]?.file, file.bytes.count == size { return file }
      guard size > 0, let start = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
        return nil
      }
      let file = MappedFile(UnsafeRawBufferPointer(start: start, count: size), identity)
      known[identity] = Weak(file: file)
      return file
    }
    guard let file else { throw failure(path) }
    return file
  }

  private static func failure(_ path: String) -> StoreError {
    StoreError(.unreadable, "\(path) cannot be read: \(String(cString: strerror(errno)))")
  }
}

/// The tables that answers read row by row, found in the mapped file.
struct StoreTables {
  /// Kept mapped for the trees.
  private let file: MappedFile
  let tile: TableTree
  let street: TableTree
  let address: TableTree
  let area: TableTree
  let place: TableTree
  let placePage: TableTree
  let feature: TableTree
  let name: TableTree
  let postalGroup: TableTree
  /// The nodes of the R-tree of ``postalGroup``.
  let postalGroupNode: TableTree

  /// Finds the tables of a store that SQLite has open.
  ///
  /// - Throws: ``StoreError`` with code `.damaged` when one is missing.
  init(_ database: Database, _ file: MappedFile) throws(StoreError) {
    self.file = file
    let schema = try Statement(database, "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'")
    var roots: [String: Int] = [:]
    while try schema.step() { roots[schema.text(0) ?? ""] = Int(schema.integer(1)) }
    func tree(_ table: String) throws(StoreError) -> TableTree {
      guard let root = roots[table], let tree = try? TableTree(file, root: root) else {
        throw StoreError(.damaged, "\(database.path) is damaged (table \(table)); import its extracts again")
      }
      return tree
    }
    tile = try tree("tile")
    street = try tree("street")
    address = try tree("address")
    area = try tree("area")
    place = try tree("place")
    placePage = try tree("place_page")
    feature = try tree("feature")
    name = try tree("name")
    postalGroup = try tree("postal_group")
    postalGroupNode = try tree("postal_group_rtree_node")
  }
}
