import GeoStore
import GeoSupport
import Synchronization

/// A folder for the working data of an import that must not fill the memory.
///
/// Large arrays made in a workspace are stored in unnamed files mapped into memory. The system may write their pages
/// out and reclaim the memory at any time. The files vanish with the process, however it ends.
///
/// Arrays use memory up to the workspace's limit first. Without a workspace (nil), all arrays are in memory.
public final class Workspace: Sendable {
  private struct State {
    var bytes = 0
    var peakBytes = 0
    var failure: String?
  }

  /// The folder that holds the files.
  public let folder: String
  /// The least size of an array in a file, in bytes. For smaller ones, a file would cost more than it saves.
  public let fileThresholdBytes: Int
  /// The memory that arrays may take before large ones become files, in bytes.
  private let memoryBytes: Int
  private let heldBytes = Atomic(0)
  private let state = Mutex(State())

  /// Makes a workspace in an existing folder.
  ///
  /// - Parameter memoryBytes: the memory to use before files. If it is not 0, the folder is not checked until it is
  ///   needed.
  /// - Throws: ``StoreError`` with code `.unwritable` when no file can be created in the folder.
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

  /// The folder of a store, which is the default folder of working files.
  public static func folder(ofStore path: String) -> String { FileFolder.folder(of: path) }

  /// The greatest total size of the files so far, in bytes.
  public var peakBytes: Int { state.withLock { $0.peakBytes } }

  /// The first failure of a file since the workspace was made, such as a full disk; nil if there was none.
  ///
  /// After a failure, arrays continue in memory, so filling them needs no checks. Long operations check this property
  /// from time to time and give up.
  public var failure: StoreError? { state.withLock { $0.failure }.map { StoreError(.unwritable, $0) } }

  /// Creates an unnamed file, open for reading and writing.
  ///
  /// - Returns: its descriptor; -1 after a failure, which is recorded.
  func newFile() -> Int32 {
    let descriptor = NamelessFile.make(in: folder, prefix: "geocode-import")
    if descriptor < 0 { note("cannot create a working file in the folder \(folder)", errno) }
    return descriptor
  }

  /// Whether this many more bytes would exceed the memory limit.
  func isFull(for bytes: Int) -> Bool { heldBytes.load(ordering: .relaxed) + bytes > memoryBytes }

  /// Adds bytes of memory that an array gained, or lost if negative.
  func hold(_ bytes: Int) { heldBytes.add(bytes, ordering: .relaxed) }

  /// Adds bytes that a file gained, or lost if negative.
  func count(_ bytes: Int) {
    state.withLock {
      $0.bytes += bytes
      $0.peakBytes = max($0.peakBytes, $0.bytes)
    }
  }

  /// Records a failure, unless there was one before.
  func note(_ what: String, _ code: Int32) {
    let advice =
      switch code {
      case ENOSPC, EDQUOT: "the disk is full; free some space or choose another work folder"
      case EFBIG: "files may not grow so large there; choose another work folder"
      case ENOENT: "there is no such folder; create it first"
      case ENOTDIR: "this is a file and not a folder; choose another work folder"
      case EACCES, EPERM, EROFS: "no permission to write there; choose another work folder"
      default: systemMessage(code)
      }
    state.withLock { $0.failure = $0.failure ?? "\(what): \(advice)" }
  }

  /// Raises the limit on open files as far as possible without privileges, as each large array is a file.
  private static func allowManyFiles() {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(files, &limit)
  }
}
