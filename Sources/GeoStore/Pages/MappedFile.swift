import CMappingGuard
import GeoSupport
import Synchronization

/// A store's bytes in memory, mapped once for all readers of the process.
///
/// So its pages take memory once, regardless of the number of threads.
///
/// The file should never change, but users copy over it and truncate it. Then bytes that are gone read as zeros, which
/// match no checksum, and ``stillHolds(since:)`` reports that earlier reads are no longer valid.
///
/// It is Sendable unchecked: the bytes are never written, and the mapping lives as long as the object.
final class MappedFile: @unchecked Sendable {
  /// Identifies a file, to tell it from a newer one at the same path.
  struct Identity: Equatable {
    private let device: UInt64
    private let inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// The file attributes that change when the file is written or truncated.
  private struct Stamp: Equatable {
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    init(_ status: stat) {
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  private struct State {
    var stamp: Stamp
    var faults: UInt32 = 0
    /// Counts the detected changes to the file.
    var generation = 0
    var isChanged = false
  }

  private struct Weak {
    let identity: Identity
    weak var file: MappedFile?
  }

  /// All bytes.
  let bytes: UnsafeRawBufferPointer
  /// The pages that the bytes are made of.
  let pages: CheckedPages
  /// The page indexes of its tables.
  let indexes = PageIndexes()
  /// Bytes after the last page of the store. They are never read; an intact store has none.
  let surplusBytes: Int
  /// Bytes of a page that SQLite uses.
  let usableSize: Int
  /// The open file.
  let descriptor: Int32
  private let guardNumber: Int32
  private let state: Mutex<State>

  // A short list: a program reads one or two stores.
  private static let known = Mutex<[Weak]>([])

  private init?(_ descriptor: Int32, _ status: stat, _ header: StoreHeader) {
    let size = Int(status.st_size)
    guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else { return nil }
    guardNumber = mapping_guard_add(start, size)
    guard guardNumber >= 0 else {
      munmap(start, size)
      errno = ENOMEM
      return nil
    }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
    pages = CheckedPages(bytes, header)
    surplusBytes = size - header.pageCount * header.pageSize
    usableSize = header.pageSize - header.reservedBytes
    self.descriptor = descriptor
    state = Mutex(State(stamp: Stamp(status)))
  }

  deinit {
    mapping_guard_remove(guardNumber)
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    close(descriptor)
    MappedFile.known.withLock { $0.removeAll { $0.file == nil } }
  }

  /// Maps a store's bytes, or returns an existing mapping of the same content.
  ///
  /// - Throws: ``StoreError`` that says why the file is not a readable store.
  static func open(_ path: String) throws(StoreError) -> MappedFile {
    // Without `O_NONBLOCK`, opening a pipe would wait for a writer.
    let descriptor = SystemCall.open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path) }
    var isKept = false
    defer { if !isKept { close(descriptor) } }
    guard let status = SystemCall.status(of: descriptor) else { throw failure(path) }
    if status.isFolder {
      throw StoreError(.unreadable, "\(path) is a folder, not a store; give the path of the file")
    }
    guard status.isRegular else {
      throw StoreError(.unreadable, "\(path) is not a regular file; give the path of a store")
    }
    let header = try StoreHeader(descriptor, size: Int(status.st_size), path)
    let identity = Identity(status)
    let stamp = Stamp(status)
    let file = known.withLock { known -> MappedFile? in
      let position = known.firstIndex { $0.identity == identity }
      let opened = position.flatMap { known[$0].file }
      if let opened, opened.state.withLock({ !$0.isChanged && $0.stamp == stamp }) { return opened }
      guard let file = MappedFile(descriptor, status, header) else { return nil }
      isKept = true
      if let position { known.remove(at: position) }
      known.append(Weak(identity: identity, file: file))
      return file
    }
    guard let file else { throw failure(path) }
    return file
  }

  /// Whether `part` lies in the mapped file with at least `more` bytes after it.
  @inline(__always) func has(_ part: UnsafeBufferPointer<UInt8>, andBehind more: Int) -> Bool {
    guard let start = bytes.baseAddress, let first = part.baseAddress else { return false }
    let offset = UnsafeRawPointer(first) - start
    return offset >= 0 && offset + part.count + more <= bytes.count
  }

  /// The number of accesses to bytes that could not be read.
  @inline(__always) var faults: UInt32 { mapping_guard_faults(guardNumber) }

  /// Checks whether the file has changed since it was opened.
  ///
  /// A change that leaves all pages read so far intact does not count.
  ///
  /// - Parameter generation: the result of the previous call, 0 at first; nil for a caller that has read nothing.
  /// - Returns: the generation to pass next time; nil, now and forever, when earlier reads are no longer valid.
  func stillHolds(since generation: Int?) -> Int? {
    state.withLock { state in
      if state.isChanged { return nil }
      guard let status = SystemCall.status(of: descriptor) else { return state.generation }
      let stamp = Stamp(status)
      // The generations differ after another query has handled a change. While it compared the pages, this query may
      // have marked further ones as intact, so they are compared again.
      if stamp == state.stamp, faults == state.faults, generation ?? state.generation == state.generation {
        return state.generation
      }
      state.isChanged = !pages.areStillWhole()
      state.generation += 1
      state.stamp = stamp
      state.faults = faults
      return state.isChanged ? nil : state.generation
    }
  }

  private static func failure(_ path: String) -> StoreError {
    switch errno {
    case ENOENT where path.isEmpty:
      StoreError(.missing, "the path of the store is empty; give a file made with 'geocode import EXTRACT -o FILE'")
    case ENOENT, ENOTDIR:
      StoreError(.missing, "there is no store at \(path); make one with 'geocode import EXTRACT -o FILE'")
    case EACCES, EPERM:
      StoreError(.unreadable, "\(path) cannot be read: no permission; check its owner and mode")
    case ENXIO: StoreError(.unreadable, "\(path) is not a regular file; give the path of a store")
    default: StoreError(.unreadable, "\(path) cannot be read: \(systemMessage())")
    }
  }
}
