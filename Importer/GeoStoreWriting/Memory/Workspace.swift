import GeoStore
import GeoSupport
import Synchronization

/// A folder for the working data of an import that must not fill the memory.
///
/// Large arrays that are made in a workspace live in files without a name, mapped into memory: the system may write their
/// pages out and take the memory back whenever it wants to. The files vanish with the process, however it ends. So much memory as a
/// workspace may have is used first. Without a workspace (nil, everywhere) arrays live in memory.
public final class Workspace: Sendable {
  private struct State {
    var bytes = 0
    var peakBytes = 0
    var failure: String?
  }

  /// The folder that holds the files.
  public let folder: String
  /// Arrays of less than so many bytes stay in memory, as a file would cost more than it saves.
  public let fileThresholdBytes: Int
  /// What arrays may take from the memory before large ones become files.
  private let memoryBytes: Int
  private let heldBytes = Atomic(0)
  private let state = Mutex(State())

  /// A workspace in a folder that exists.
  ///
  /// - Parameter memoryBytes: so much is kept in memory; the folder is not looked at before it is needed then.
  /// - Throws: ``StoreError`` with code `.unwritable` when no file can be made in the folder.
  public init(folder: String, fileThresholdBytes: Int = 256 << 10, memoryBytes: Int = 0) throws(StoreError) {
    self.folder = folder
    self.fileThresholdBytes = fileThresholdBytes
    self.memoryBytes = memoryBytes
    Workspace.allowManyFiles()
    if memoryBytes > 0 { return }
    let descriptor = newFile()
    guard descriptor >= 0 else { throw failure ?? StoreError(.unwritable, "\(folder) cannot be used") }
    close(descriptor)
  }

  /// The folder that a store is in, where working files lie unless another folder is chosen.
  public static func folder(ofStore path: String) -> String { FileFolder.folder(of: path) }

  /// The most bytes that the files had together.
  public var peakBytes: Int { state.withLock { $0.peakBytes } }

  /// What went wrong with a file since the workspace was made, such as a full disk; nil for nothing.
  ///
  /// Arrays go on in memory after a failure, so that whoever fills one need not ask. Long work looks here now and then, and
  /// gives up.
  public var failure: StoreError? { state.withLock { $0.failure }.map { StoreError(.unwritable, $0) } }

  /// Makes a file without a name, open for reading and writing.
  ///
  /// - Returns: its descriptor; -1 after a failure, which is noted.
  func newFile() -> Int32 {
    let descriptor = NamelessFile.make(in: folder, prefix: "geocode-import")
    if descriptor < 0 { note("cannot create a working file in the folder \(folder)", errno) }
    return descriptor
  }

  /// Whether so many bytes more would be too much for the memory.
  func isFull(for bytes: Int) -> Bool { heldBytes.load(ordering: .relaxed) + bytes > memoryBytes }

  /// Counts bytes of memory that an array gained, or lost if negative.
  func hold(_ bytes: Int) { heldBytes.add(bytes, ordering: .relaxed) }

  /// Counts bytes that a file gained, or lost if negative.
  func count(_ bytes: Int) {
    state.withLock {
      $0.bytes += bytes
      $0.peakBytes = max($0.peakBytes, $0.bytes)
    }
  }

  /// Keeps the first failure.
  func note(_ what: String, _ code: Int32) {
    let advice =
      switch code {
      case ENOSPC, EDQUOT: "the disk is full; free some space or choose another work folder"
      case EFBIG: "files may not grow so large there; choose another work folder"
      case ENOENT, ENOTDIR: "there is no such folder; create it first"
      case EACCES, EPERM, EROFS: "no permission to write there; choose another work folder"
      default: systemMessage(code)
      }
    state.withLock { $0.failure = $0.failure ?? "\(what): \(advice)" }
  }

  /// A large array is a file: lifts the limit on open ones as far as the system allows without asking.
  private static func allowManyFiles() {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(files, &limit)
  }
}
